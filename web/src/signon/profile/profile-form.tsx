import type { Call, Description, InputOf } from '@portico/core/call'
import type { FormErrors } from '@portico/core/forms/form-errors'
import { CURRENT_PASSWORD_WRONG } from '@portico/core/signon/sentences'
import { type ReactNode, useMemo } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { Button } from '#kit/button.tsx'
import { PasswordField } from '#kit/text-field.tsx'
import { CheckedForm } from '#shell/forms/checked-form.tsx'
import { type ScreenForm, useEnclosingForm, useScreenForm } from '#shell/forms/screen-form.ts'
import { useSave } from '#shell/gateway/use-save.ts'

export type FormHandlers = { onDone: () => void; onCancel: () => void }

type SaveCall = Description & { body: object }

type ProfileFormProps<Values extends FieldValues, Declared extends SaveCall> = FormHandlers & {
  call: Call<Declared>
  values: Values & DefaultValues<Values>
  check: (values: Values) => FormErrors
  buildBody: (values: Values) => InputOf<Declared>
  /** Label of the main button. */
  label: string
  children: (form: ScreenForm<Values>) => ReactNode
}

/** Form of one profile section. A wrong current password shows at its field, any other refusal above the form. */
export function ProfileForm<Values extends FieldValues, Declared extends SaveCall>(
  props: ProfileFormProps<Values, Declared>,
) {
  const { call, values, check, buildBody, label, onDone, onCancel, children } = props
  const save = useSave(call, onDone)
  const message = save.refusal?.entity.message
  const wrong = message === CURRENT_PASSWORD_WRONG ? message : undefined
  // A new object for each refusal shows the same error again.
  const fields = useMemo(() => (save.refusal && wrong ? { currentPassword: wrong } : {}), [save.refusal, wrong])
  const form = useScreenForm<Values>(values, check, fields)
  return (
    <CheckedForm form={form} message={wrong ? undefined : message} onSend={(sent) => void save.send(buildBody(sent))}>
      {children(form)}
      <div className="actions">
        <Button look="line" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={save.busy}>
          {label}
        </Button>
      </div>
    </CheckedForm>
  )
}

export function CurrentPasswordField({ hint }: { hint?: string }) {
  const form = useEnclosingForm<{ currentPassword: string }>()
  return (
    <PasswordField
      label="Current password"
      hint={hint}
      autoComplete="current-password"
      {...form.field('currentPassword')}
    />
  )
}
