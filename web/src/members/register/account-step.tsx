import { MEMBER_PATHS, STATUS } from '@portico/core/constants'
import { NO_CREDENTIALS } from '@portico/core/forms/credentials'
import { stripPhone } from '@portico/core/forms/formats'
import { createAccount } from '@portico/core/members/calls'
import { checkMemberAccount } from '@portico/core/members/forms'
import { CODE_EXPIRED, START_AGAIN } from '@portico/core/members/sentences'
import type { ConfirmedMember, MemberAccount } from '@portico/core/members/shapes'
import { getQuestions } from '@portico/core/registration/calls'
import { useMemo } from 'react'
import { Button } from '#kit/button.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { CheckedForm } from '#shell/forms/checked-form.tsx'
import { PhoneFields } from '#shell/forms/contact-fields.tsx'
import { CredentialFields } from '#shell/forms/credential-fields.tsx'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { TermsOfUse, useTerms } from '#shell/forms/terms.tsx'
import type { Failure } from '#shell/gateway/gateway.ts'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useSave } from '#shell/gateway/use-save.ts'
import { signOnInBackground } from '#shell/session/sign-on.ts'

type AccountStepProps = { member: ConfirmedMember; onRestart: (message: string) => void }

export function AccountStep({ member, onRestart }: AccountStepProps) {
  const questions = useCall(getQuestions)
  return (
    <Loading of={questions} label="Loading the form">
      {(all) => <AccountForm member={member} questions={all} onRestart={onRestart} />}
    </Loading>
  )
}

const EMPTY: MemberAccount = { ...NO_CREDENTIALS, phone: '', phoneExt: '', termsAccepted: true }

const isExpired = ({ entity: { message } }: Failure) => message === CODE_EXPIRED || message === START_AGAIN

function AccountForm({ member, questions, onRestart }: AccountStepProps & { questions: string[] }) {
  const gateway = useGateway()
  const terms = useTerms()
  const signIn = async () => {
    const { userName, password } = form.getValues()
    await signOnInBackground(gateway, userName, password)
    location.assign(MEMBER_PATHS.home)
  }
  const save = useSave(
    createAccount,
    () => void signIn(),
    (refusal) => {
      if (isExpired(refusal)) onRestart(refusal.entity.message)
    },
  )
  const taken = save.refusal?.status === STATUS.userNameTaken ? save.refusal.entity.message : undefined
  const serverErrors = useMemo(() => (taken ? { userName: taken } : {}), [taken])
  const form = useScreenForm<MemberAccount>(EMPTY, checkMemberAccount, serverErrors)
  return (
    <>
      <PageHeading bad={form.bad || save.refusal !== null}>Create your account</PageHeading>
      <CheckedForm
        form={form}
        message={taken ? undefined : save.refusal?.entity.message}
        intro={
          <p>
            Thank you, {member.firstName}. We’ve confirmed your identity. We’ll email you at <b>{member.email}</b>. You
            can change this later in your profile.
          </p>
        }
        onSend={(values) => void save.send({ ...values, phone: stripPhone(values.phone) })}
      >
        <h2>How we reach you</h2>
        <PhoneFields />
        <CredentialFields loadQuestions={async () => questions} />
        <TermsOfUse {...terms} />
        <div className="actions">
          <a className="start" href={MEMBER_PATHS.login}>
            Cancel
          </a>
          <Button type="submit" busy={save.busy} disabled={!terms.accepted}>
            Create account
          </Button>
        </div>
      </CheckedForm>
    </>
  )
}
