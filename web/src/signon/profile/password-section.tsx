import { formatDay } from '@portico/core/forms/moments'
import { changePassword } from '@portico/core/signon/calls'
import { checkPasswordForm } from '@portico/core/signon/forms'
import type { ChangePasswordBody, Me } from '@portico/core/signon/shapes'
import { PasswordPair } from '#shell/forms/credential-fields.tsx'
import { CurrentPasswordField, ProfileForm } from './profile-form.tsx'
import { type Part, ProfileSection } from './profile-section.tsx'

const EMPTY: ChangePasswordBody = { currentPassword: '', password: '', confirmPassword: '' }

export function PasswordSection({ part, me, onChanged }: { part: Part; me: Me; onChanged: () => void }) {
  return (
    <ProfileSection
      part={part}
      heading="Your password"
      changeLabel="Change password"
      savedMessage="Your password is changed. We signed you out on your other devices."
      onSaved={onChanged}
      form={(end) => (
        <ProfileForm
          {...end}
          call={changePassword}
          values={EMPTY}
          check={checkPasswordForm}
          buildBody={(values) => values}
          label="Save new password"
        >
          {() => (
            <>
              <CurrentPasswordField />
              <PasswordPair label="New password" />
            </>
          )}
        </ProfileForm>
      )}
    >
      <p>{me.passwordChangedOn ? `Last changed on ${formatDay(me.passwordChangedOn)}.` : 'Never changed.'}</p>
    </ProfileSection>
  )
}
