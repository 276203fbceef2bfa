import { CONFIRM_PASSWORD_INPUT_MAX, PASSWORD_MAX, PASSWORD_MIN, SECURITY_ANSWER_MAX } from '@portico/core/constants'
import type { Credentials, NewPassword, SecurityAnswers } from '@portico/core/forms/credentials'
import { filterActivationUserName, filterUserName } from '@portico/core/forms/formats'
import { explainUnlisted, offerQuestions } from '@portico/core/forms/rules'
import { passwordTooLong } from '@portico/core/forms/sentences'
import { FilteredField, PasswordField, TextField } from '#kit/text-field.tsx'
import { Typeahead } from '#kit/typeahead.tsx'
import { useEnclosingForm } from './screen-form.ts'

/** The activation form also allows spaces. */
type UserNameProps = { allowSpaces?: boolean }

type CredentialProps = UserNameProps & QuestionProps

/** User name, password and security questions. The same on every account form. */
export function CredentialFields({ allowSpaces = false, loadQuestions }: CredentialProps) {
  return (
    <>
      <h2>Signing in</h2>
      <UserNameField allowSpaces={allowSpaces} />
      <PasswordPair />
      <h2>Security questions</h2>
      <p>If you forget your password, we’ll ask two of these. Capital letters in your answers don’t matter.</p>
      <SecurityQuestions loadQuestions={loadQuestions} />
    </>
  )
}

function UserNameField({ allowSpaces }: UserNameProps) {
  const form = useEnclosingForm<Credentials>()
  return (
    <FilteredField
      label="User name"
      requirements={`6 to 12 ${allowSpaces ? 'letters, digits and spaces' : 'letters and digits'}. Capital letters don’t matter.`}
      clean={allowSpaces ? filterActivationUserName : filterUserName}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...form.field('userName')}
    />
  )
}

/**
 * Makes Safari suggest a password with accepted characters and length. The attribute is not standard, so other browsers
 * do not get it.
 */
const safariPasswordRules = () =>
  !import.meta.env.SSR &&
  navigator.vendor.startsWith('Apple') && {
    passwordrules: `minlength: ${PASSWORD_MIN}; maxlength: ${PASSWORD_MAX}; required: lower; required: upper; required: digit;`,
  }

export function PasswordPair({ label = 'Password' }) {
  const form = useEnclosingForm<NewPassword>()
  const { length } = form.watch('password')
  return (
    <div className="pair">
      {/* No `maxlength`: it would silently cut a pasted password. */}
      <PasswordField
        label={label}
        requirements="8 to 16 letters and digits, at least one of each. Passwords are case-sensitive."
        note={length > PASSWORD_MAX && passwordTooLong(length)}
        {...safariPasswordRules()}
        {...form.field('password')}
      />
      <PasswordField
        label={`Confirm ${label.toLowerCase()}`}
        maxLength={CONFIRM_PASSWORD_INPUT_MAX}
        {...form.field('confirmPassword')}
      />
    </div>
  )
}

const SLOTS = [1, 2, 3] as const

type QuestionProps = {
  /** Loads the master list on each opening of a list, so that a late or failed load is repeated. */
  loadQuestions: () => Promise<string[]>
}

/** Three questions from the master list. A chosen question is not offered in the other slots (behaviour 5.13). */
export function SecurityQuestions({ loadQuestions }: QuestionProps) {
  const form = useEnclosingForm<SecurityAnswers>()
  const chosen = SLOTS.map((slot) => form.watch(`securityQuestion${slot}`))
  return SLOTS.map((slot, index) => {
    const question = `securityQuestion${slot}` as const
    const others = chosen.filter((_, other) => other !== index)
    return (
      <fieldset className="pair question" key={slot}>
        <legend className="visually-hidden">Security question {slot}</legend>
        <Typeahead<string>
          label={`Security question ${slot}`}
          name={question}
          minLength={0}
          error={form.errors[question]}
          unlisted={(typed) => explainUnlisted(typed, others)}
          loadOptions={async (typed) => offerQuestions(await loadQuestions(), others, typed)}
          optionText={(option) => option}
          onSelect={(option) =>
            form.setValue(question, option ?? '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
          }
          {...(chosen[index] ? { initial: chosen[index] } : {})}
        />
        <TextField
          label={`Answer ${slot}`}
          maxLength={SECURITY_ANSWER_MAX}
          autoComplete="off"
          spellCheck={false}
          {...form.field(`securityAns${slot}`)}
        />
      </fieldset>
    )
  })
}
