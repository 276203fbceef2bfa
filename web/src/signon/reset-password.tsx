import { SECURITY_ANSWER_MAX, STATUS } from '@portico/core/constants'
import { resetPassword, resetQuestions } from '@portico/core/signon/calls'
import { checkResetForm, type ResetForm } from '@portico/core/signon/forms'
import { RESET_LINK_USED } from '@portico/core/signon/sentences'
import { useState } from 'react'
import { Button, LinkButton } from '#kit/button.tsx'
import { Alert, Note } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { TextField } from '#kit/text-field.tsx'
import { CheckedForm } from '#shell/forms/checked-form.tsx'
import { PasswordPair } from '#shell/forms/credential-fields.tsx'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import type { Failure } from '#shell/gateway/gateway.ts'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useSave } from '#shell/gateway/use-save.ts'

const HEADING = 'Set a new password'

type ResetPasswordProps = { resetId: string; onAskAgain: () => void }

/**
 * Page of the mailed link: two of the three security answers, then a new password. Five wrong attempts end the link.
 */
export function ResetPassword({ resetId, onAskAgain }: ResetPasswordProps) {
  const questions = useCall(resetQuestions, { query: { resetId } })
  const [login, setLogin] = useState('')
  const [over, setOver] = useState('')
  if (login) return <PasswordSet login={login} />
  const refusal = questions.state === 'failed' && isLinkOver(questions.reply) ? questions.message : over
  if (refusal) return <LinkOver message={refusal} onAskAgain={onAskAgain} />
  return (
    <Loading of={questions} label="Loading your security questions">
      {(found) => <AnswerForm resetId={resetId} questions={found.questions} onDone={setLogin} onLinkOver={setOver} />}
    </Loading>
  )
}

/** The link is used, ended, expired or unknown. The user can fix any other refusal on the form. */
function isLinkOver({ status, entity }: Failure): boolean {
  return status === STATUS.expired || status === STATUS.notAcceptable || entity.message === RESET_LINK_USED
}

type AnswerFormProps = {
  resetId: string
  questions: string[]
  onDone: (login: string) => void
  onLinkOver: (message: string) => void
}

const getSlot = (index: number) => (['answer1', 'answer2', 'answer3'] as const)[index] ?? 'answer1'
const EMPTY: ResetForm = { answer1: '', answer2: '', answer3: '', password: '', confirmPassword: '' }

function AnswerForm({ resetId, questions, onDone, onLinkOver }: AnswerFormProps) {
  const save = useSave(
    resetPassword,
    ({ login }) => onDone(login),
    (refusal) => {
      if (isLinkOver(refusal)) onLinkOver(refusal.entity.message)
    },
  )
  const form = useScreenForm<ResetForm>(EMPTY, checkResetForm)
  const send = ({ password, confirmPassword, ...answers }: ResetForm) => {
    const given = questions.map((question, index) => ({ question, answer: answers[getSlot(index)] }))
    void save.send({ resetId, answers: given, password, confirmPassword })
  }
  return (
    <>
      <PageHeading bad={form.bad || save.refusal !== null}>{HEADING}</PageHeading>
      <CheckedForm form={form} message={save.refusal?.entity.message} onSend={send}>
        <p>
          Answer at least two of your security questions, then choose a new password. Capital letters and spaces in your
          answers don’t matter.
        </p>
        {questions.map((question, index) => (
          <TextField
            key={question}
            label={question}
            autoComplete="off"
            maxLength={SECURITY_ANSWER_MAX}
            {...form.field(getSlot(index))}
          />
        ))}
        <h2>Your new password</h2>
        <PasswordPair label="New password" />
        <div className="actions">
          <Button type="submit" busy={save.busy}>
            Set the new password
          </Button>
        </div>
      </CheckedForm>
    </>
  )
}

function PasswordSet({ login }: { login: string }) {
  return (
    <>
      <PageHeading>Your password is changed</PageHeading>
      <Note tone="ok">
        <p>You can now sign in with your new password. We signed you out on all devices.</p>
      </Note>
      <LinkButton href={login}>Go to sign in</LinkButton>
    </>
  )
}

function LinkOver({ message, onAskAgain }: { message: string; onAskAgain: () => void }) {
  return (
    <>
      <PageHeading bad>{HEADING}</PageHeading>
      <Alert>{message}</Alert>
      <Button onClick={onAskAgain}>Get a new link</Button>
    </>
  )
}
