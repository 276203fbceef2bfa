import { PERMISSION_IDS, permissionLabel } from '@portico/core/access/permissions'
import { SCOPES } from '@portico/core/sign-on-hub/scopes'
import { useWatch } from 'react-hook-form'
import { CheckboxList } from '#kit/checkbox-list.tsx'
import { Checkbox, RadioCards } from '#kit/choice.tsx'
import { TextAreaField } from '#kit/text-area-field.tsx'
import type { ScreenForm } from '#shell/forms/screen-form.ts'
import type { Values } from './application-values.ts'
import { KIND_LABELS, SCOPE_TEXTS } from './labels.ts'

type FormProps = { form: ScreenForm<Values> }
const KINDS = ['provider', 'internal', 'member'] as const

/** Who can sign in, and what the application learns. */
export function EntitlementFields({ form }: FormProps) {
  const { control, errors, formState, setValue } = form
  const [kinds, scopes, permissions] = useWatch({ control, name: ['kinds', 'scopes', 'permissions'] })
  const options = { shouldValidate: formState.isSubmitted, shouldDirty: true }
  return (
    <>
      <ChoiceOf
        name="kinds"
        legend="Who can sign in"
        known={KINDS}
        labelOf={(kind) => KIND_LABELS[kind]}
        chosen={kinds}
        onChange={(chosen) => setValue('kinds', chosen, options)}
        error={errors.kinds}
      />
      <ChoiceOf
        name="scopes"
        legend="What it learns about a person (optional)"
        known={SCOPES}
        labelOf={(scope) => `${SCOPE_TEXTS[scope]} (${scope})`}
        chosen={scopes}
        onChange={(chosen) => setValue('scopes', chosen, options)}
      />
      <ChoiceOf
        name="permissions"
        legend="Permissions that it can see and ask for (optional)"
        known={PERMISSION_IDS}
        labelOf={permissionLabel}
        chosen={permissions}
        onChange={(chosen) => setValue('permissions', chosen, options)}
      />
      <Checkbox
        label="People must agree before it learns anything"
        description="For applications of other companies. The plan’s own tools need no consent."
        {...form.field('asksConsent')}
      />
      <Checkbox
        label="Also for people whose access request still waits"
        description="They can sign in, but have no access yet."
        {...form.field('allowsEmptyAccess')}
      />
    </>
  )
}

type ChoiceOfProps<Value extends string> = {
  name: string
  legend: string
  known: readonly Value[]
  labelOf: (value: Value) => string
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  error?: string | undefined
}

function ChoiceOf<Value extends string>(props: ChoiceOfProps<Value>) {
  const { name, legend, known, labelOf, chosen, onChange, error } = props
  return (
    <CheckboxList
      name={name}
      legend={legend}
      columns
      items={known.map((id) => ({ id, label: labelOf(id), checked: chosen.includes(id) }))}
      onToggle={(id, checked) => onChange(known.filter((one) => (one === id ? checked : chosen.includes(one))))}
      error={error}
    />
  )
}

/** A secret that we make, or public keys of the application. */
export function SecretFields({ form, keySetMax }: FormProps & { keySetMax: number }) {
  const signsInWith = useWatch({ control: form.control, name: 'signsInWith' })
  return (
    <>
      <RadioCards
        legend="The application proves itself with"
        options={[
          { value: 'secret', label: 'A secret', description: 'We make it and show it once.' },
          { value: 'keys', label: 'A key set', description: 'It signs with a private key that it never shares.' },
        ]}
        {...form.field('signsInWith')}
      />
      {signsInWith === 'keys' && (
        <TextAreaField
          label="Key set"
          hint="Public keys as a JSON Web Key Set: RSA of 2048 bits or more, P-256 or Ed25519"
          wide
          rows={6}
          maxLength={keySetMax}
          {...form.field('keySet')}
        />
      )}
    </>
  )
}
