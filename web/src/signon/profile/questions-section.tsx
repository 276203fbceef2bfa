import { pairQuestions } from '@portico/core/forms/credentials'
import { getQuestions } from '@portico/core/registration/calls'
import { changeSecurityQuestions, securityQuestions } from '@portico/core/signon/calls'
import { checkQuestionsForm, type QuestionsForm } from '@portico/core/signon/forms'
import { SecurityQuestions } from '#shell/forms/credential-fields.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { CurrentPasswordField, ProfileForm } from './profile-form.tsx'
import { type Part, ProfileSection } from './profile-section.tsx'

export function QuestionsSection({ part }: { part: Part }) {
  const chosen = useCall(securityQuestions)
  const questions = useCall(getQuestions)
  return (
    <ProfileSection
      part={part}
      heading="Security questions"
      changeLabel="Change security questions"
      savedMessage="Your security questions are saved."
      onSaved={chosen.reload}
      form={(end) => (
        <Loading of={questions} label="Loading the questions">
          {(all) => (
            <ProfileForm
              {...end}
              call={changeSecurityQuestions}
              values={startingValues(chosen.state === 'ready' ? chosen.entity : [], all)}
              check={checkQuestionsForm}
              buildBody={(form) => ({ currentPassword: form.currentPassword, questions: pairQuestions(form) })}
              label="Save security questions"
            >
              {() => (
                <>
                  <CurrentPasswordField />
                  <SecurityQuestions loadQuestions={async () => all} />
                </>
              )}
            </ProfileForm>
          )}
        </Loading>
      )}
    >
      <p>If you forget your password, we’ll ask two of these. We never show your answers.</p>
      <Loading of={chosen} label="Loading your questions" lines={3}>
        {(entries) => (
          <ul className="plain-list">
            {entries.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        )}
      </Loading>
    </ProfileSection>
  )
}

/** A question that is no longer in the master list must be chosen again. */
function startingValues(chosen: string[], all: string[]): QuestionsForm {
  const [first = '', second = '', third = ''] = chosen.map((question) => (all.includes(question) ? question : ''))
  return {
    currentPassword: '',
    securityQuestion1: first,
    securityQuestion2: second,
    securityQuestion3: third,
    securityAns1: '',
    securityAns2: '',
    securityAns3: '',
  }
}
