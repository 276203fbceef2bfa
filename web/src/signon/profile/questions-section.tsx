import { pairQuestions } from '@portico/core/forms/credentials'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { getQuestions } from '@portico/core/registration/calls'
import { changeSecurityQuestions, securityQuestions } from '@portico/core/signon/calls'
import { checkQuestionsForm, type QuestionsForm as Questions } from '@portico/core/signon/forms'
import type { ChangeQuestionsBody } from '@portico/core/signon/shapes'
import { FormProvider } from 'react-hook-form'
import { ErrorSummary } from '../../kit/error-summary.tsx'
import { Alert } from '../../kit/note.tsx'
import { PasswordField } from '../../kit/text-field.tsx'
import { SecurityQuestions } from '../../shell/credential-fields.tsx'
import { Loading } from '../../shell/loading.tsx'
import { useScreenForm } from '../../shell/screen-form.ts'
import { useCall } from '../../shell/use-call.ts'
import { useSave } from '../../shell/use-save.ts'
import { useRefused } from './password-refusal.ts'
import { FormActions, type Part, ProfileSection } from './profile-section.tsx'

export function QuestionsSection({ part }: { part: Part }) {
  const chosen = useCall(securityQuestions)
  const questions = useCall(getQuestions)
  return (
    <ProfileSection
      part={part}
      heading="Security questions"
      changeLabel="Change security questions"
      savedMessage="Your security questions are saved."
      form={({ onDone, onCancel }) => (
        <Loading of={questions} label="Loading the questions">
          {(all) => (
            <QuestionsForm
              chosen={chosen.state === 'ready' ? chosen.entity : []}
              all={all}
              onCancel={onCancel}
              onDone={() => {
                if (chosen.state !== 'loading') chosen.reload()
                onDone()
              }}
            />
          )}
        </Loading>
      )}
    >
      <p>We ask two of them when you forget your password. Answers are never shown.</p>
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

type FormProps = { chosen: string[]; all: string[]; onDone: () => void; onCancel: () => void }

function QuestionsForm({ chosen, all, onDone, onCancel }: FormProps) {
  const save = useSave(changeSecurityQuestions, onDone)
  const refused = useRefused(save.refusal)
  const form = useScreenForm<Questions>(startingValues(chosen, all), checkQuestionsForm, refused.fields)
  return (
    <>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      {refused.message && !form.bad && <Alert>{refused.message}</Alert>}
      <FormProvider {...form}>
        <form noValidate onSubmit={form.onValid((values) => void save.send(bodyOf(values)))}>
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            error={form.errors.currentPassword}
            {...form.register('currentPassword')}
          />
          <SecurityQuestions errors={form.errors} loadQuestions={async () => all} />
          <FormActions busy={save.busy} label="Save security questions" onCancel={onCancel} />
        </form>
      </FormProvider>
    </>
  )
}

/** A question that has left the master list has to be chosen anew. */
function startingValues(chosen: string[], all: string[]): Questions {
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

function bodyOf(form: Questions): ChangeQuestionsBody {
  return { currentPassword: form.currentPassword, questions: pairQuestions(form) }
}
