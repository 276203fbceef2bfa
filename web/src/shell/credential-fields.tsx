import { CONFIRM_PASSWORD_INPUT_MAX, PASSWORD_MAX, PASSWORD_MIN, SECURITY_ANSWER_MAX } from '@portico/core/constants'
import type { Credentials, NewPassword, SecurityAnswers } from '@portico/core/forms/credentials'
import { filterActivationUserName, filterUserName } from '@portico/core/forms/formats'
import { offerQuestions } from '@portico/core/forms/rules'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { FilteredField, PasswordField, TextField } from '../kit/text-field.tsx'
import { Typeahead } from '../kit/typeahead.tsx'

type Texts = Partial<Record<string, string | undefined>>

type UserNameProps = {
  errors: Texts
  /** The activation input also allows spaces. */
  allowSpaces?: boolean
}

type CredentialProps = UserNameProps & QuestionProps & { aboutQuestions?: ReactNode }

/** What a person chooses to sign in with; the same on every account form, which wraps them in a FormProvider. */
export function CredentialFields({ errors, allowSpaces = false, aboutQuestions, loadQuestions }: CredentialProps) {
  return (
    <>
      <h2>Signing in</h2>
      <UserNameField errors={errors} allowSpaces={allowSpaces} />
      <PasswordPair errors={errors} />
      <h2>Security questions</h2>
      {aboutQuestions}
      <SecurityQuestions errors={errors} loadQuestions={loadQuestions} />
    </>
  )
}

function UserNameField({ errors, allowSpaces }: UserNameProps) {
  const form = useFormContext<Credentials>()
  return (
    <FilteredField
      label="User name"
      requirements={`6 to 12 ${allowSpaces ? 'letters, digits and spaces' : 'letters and digits'}. Capitals do not matter.`}
      clean={allowSpaces ? filterActivationUserName : filterUserName}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      error={errors.userName}
      {...form.register('userName')}
    />
  )
}

/** Read by password managers: what they suggest is then letters and digits of a length that is accepted here. */
const SUGGESTED_PASSWORD = {
  passwordrules: `minlength: ${PASSWORD_MIN}; maxlength: ${PASSWORD_MAX}; required: lower; required: upper; required: digit;`,
}

export function PasswordPair({ errors }: { errors: Texts }) {
  const form = useFormContext<NewPassword>()
  return (
    <div className="pair">
      <PasswordField
        label="Password"
        requirements="8 to 16 letters and digits, at least one of each. Capital and small letters are different."
        maxLength={PASSWORD_MAX}
        {...SUGGESTED_PASSWORD}
        error={errors.password}
        {...form.register('password')}
      />
      <PasswordField
        label="Confirm password"
        maxLength={CONFIRM_PASSWORD_INPUT_MAX}
        error={errors.confirmPassword}
        {...form.register('confirmPassword')}
      />
    </div>
  )
}

const SLOTS = [1, 2, 3] as const

type QuestionProps = {
  errors: Texts
  /** The master list; asked for each time a list opens, so that one that came late or failed is there after all. */
  loadQuestions: () => Promise<string[]>
}

/** Three questions from the master list; one chosen in a slot leaves the others (behaviour 5.13). */
export function SecurityQuestions({ errors, loadQuestions }: QuestionProps) {
  const form = useFormContext<SecurityAnswers>()
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
          error={errors[question]}
          loadOptions={async (typed) => offerQuestions(await loadQuestions(), others, typed)}
          optionText={(option) => option}
          onSelect={(option) =>
            form.setValue(question, option ?? '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
          }
          {...(chosen[index] ? { initial: chosen[index] } : {})}
        />
        <TextField
          label={`Answer ${slot}`}
          requirements="You will be asked for it if you forget your password. Capitals do not matter."
          maxLength={SECURITY_ANSWER_MAX}
          autoComplete="off"
          spellCheck={false}
          error={errors[`securityAns${slot}`]}
          {...form.register(`securityAns${slot}`)}
        />
      </fieldset>
    )
  })
}
