import type { ConfirmedMember } from '@portico/core/members/shapes'
import { useState } from 'react'
import { Card, TitledCard } from '#kit/card.tsx'
import { Steps } from '#kit/steps.tsx'
import { MemberServices } from '#shell/brands/member-services.tsx'
import { Page } from '#shell/layout/layout.tsx'
import { AccountStep } from './account-step.tsx'
import { CodeStep } from './code-step.tsx'
import { DetailsStep } from './details-step.tsx'

const STAGES = ['About you', 'Code', 'Account']

type Progress = { step: 'details'; message: string } | { step: 'code' } | { step: 'account'; member: ConfirmedMember }

const STEP_INDEX: Record<Progress['step'], number> = { details: 0, code: 1, account: 2 }

/** Details, mailed code, account. Only the server stores what was proved. */
export function Register() {
  const [progress, setProgress] = useState<Progress>({ step: 'details', message: '' })
  const startAgain = (message: string) => setProgress({ step: 'details', message })
  return (
    <Page aside>
      <Steps stages={STAGES} current={STEP_INDEX[progress.step]} />
      <Card>
        {progress.step === 'details' && (
          <DetailsStep message={progress.message} onSent={() => setProgress({ step: 'code' })} />
        )}
        {progress.step === 'code' && (
          <CodeStep onConfirmed={(member) => setProgress({ step: 'account', member })} onRestart={startAgain} />
        )}
        {progress.step === 'account' && <AccountStep member={progress.member} onRestart={startAgain} />}
      </Card>
      <TitledCard as="aside" id="at-hand" heading="Have these ready">
        <ul className="ticks">
          <li>Your member ID card</li>
          <li>Access to the email address you gave us when you enrolled</li>
        </ul>
        <h2 className="aside-heading">Questions?</h2>
        <MemberServices />
      </TitledCard>
    </Page>
  )
}
