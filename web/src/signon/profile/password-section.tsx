import { FIX_ERRORS } from '@portico/core/forms/messages'
import { changePassword } from '@portico/core/signon/calls'
import { checkPasswordForm } from '@portico/core/signon/forms'
import type { ChangePasswordBody, Me } from '@portico/core/signon/shapes'
import { FormProvider } from 'react-hook-form'
import { ErrorSummary } from '../../kit/error-summary.tsx'
import { formatDay } from '../../kit/format-day.ts'
import { Alert } from '../../kit/note.tsx'
import { PasswordField } from '../../kit/text-field.tsx'
import { PasswordPair } from '../../shell/credential-fields.tsx'
import { useScreenForm } from '../../shell/screen-form.ts'
import { useSave } from '../../shell/use-save.ts'
import { useRefused } from './password-refusal.ts'
import { FormActions, type Part, ProfileSection } from './profile-section.tsx'

export function PasswordSection({ part, me, onChanged }: { part: Part; me: Me; onChanged: () => void }) {
  return (
    <ProfileSection
      part={part}
      heading="Your password"
      changeLabel="Change password"
      savedMessage="Your password is changed. Everywhere else you have been signed out."
      form={({ onDone, onCancel }) => (
        <PasswordForm
          onCancel={onCancel}
          onDone={() => {
            onChanged()
            onDone()
          }}
        />
      )}
    >
      <p>{me.passwordChangedOn ? `Last changed on ${formatDay(me.passwordChangedOn)}.` : 'Never changed so far.'}</p>
    </ProfileSection>
  )
}

const EMPTY: ChangePasswordBody = { currentPassword: '', password: '', confirmPassword: '' }

function PasswordForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const save = useSave(changePassword, onDone)
  const refused = useRefused(save.refusal)
  const form = useScreenForm<ChangePasswordBody>(EMPTY, checkPasswordForm, refused.fields)
  return (
    <>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      {refused.message && !form.bad && <Alert>{refused.message}</Alert>}
      <FormProvider {...form}>
        <form noValidate onSubmit={form.onValid((values) => void save.send(values))}>
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            error={form.errors.currentPassword}
            {...form.register('currentPassword')}
          />
          <PasswordPair errors={form.errors} />
          <FormActions busy={save.busy} label="Save new password" onCancel={onCancel} />
        </form>
      </FormProvider>
    </>
  )
}
