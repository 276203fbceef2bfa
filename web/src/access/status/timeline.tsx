import type { MyRequest } from '@portico/core/access/request-shapes'
import { formatDay, formatMoment } from '@portico/core/forms/moments'
import { requestState } from '#shell/console/access-labels.ts'
import { isPending } from '../grants/labels.ts'

type Step = { text: string; when: string; state: 'done' | 'next' }

/** Past steps and the next one, in order. */
export function Timeline({ request }: { request: MyRequest }) {
  return (
    <ol className="timeline">
      {stepsOf(request).map((step) => (
        <li key={step.text} className={step.state} aria-current={step.state === 'next' ? 'step' : undefined}>
          <b>{step.text}</b>
          {step.when && <span className="soft small">{step.when}</span>}
        </li>
      ))}
    </ol>
  )
}

const WAITING_FOR: Record<MyRequest['path'], string> = {
  SELF: 'Confirmation of your identity',
  BEHALF: 'The provider’s answer',
  CONTRACT: 'Review of the signed form',
  APPROVAL: 'An administrator’s decision',
  INVITATION: 'Activation of the account',
}

export function stepsOf(request: MyRequest): Step[] {
  const { contract } = request
  const steps: Step[] = [{ text: 'Request made', when: formatDay(request.askedOn), state: 'done' }]
  if (request.remindedOn) steps.push({ text: 'Reminder sent', when: formatDay(request.remindedOn), state: 'done' })
  steps.push(...signingSteps(request))
  if (contract.state === 'RECEIVED' || contract.state === 'RETURNED') {
    const isOnline = contract.state === 'RECEIVED' && request.signing.state === 'SIGNED'
    const text = contract.state === 'RECEIVED' ? 'Signed form received' : 'Signed form returned to you'
    // An online signature already has its own step.
    if (!isOnline) steps.push({ text, when: formatDay(contract.on), state: 'done' })
  }
  return [...steps, lastStepOf(request)]
}

const ENDED: Record<string, string> = {
  SIGNED: 'Signed online by',
  DECLINED: 'Declined by',
  CANCELLED: 'Request to sign canceled:',
  EXPIRED: 'Not signed in time by',
}

/** Steps of online signing with their times. */
function signingSteps({ signing }: MyRequest): Step[] {
  const ended = ENDED[signing.state]
  const steps: [string, string][] = [
    [signing.way === 'ASKED' ? `${signing.name} was asked to sign` : 'Online signing started', signing.askedOn],
    ['Contract opened', signing.openedOn],
    ['Email address confirmed with the code', signing.confirmedOn],
    [`${ended ?? ''} ${signing.name}`, signing.endedOn],
  ]
  return steps.flatMap(([text, on]) => (on ? [{ text, when: formatMoment(on), state: 'done' as const }] : []))
}

function lastStepOf(request: MyRequest): Step {
  if (!isPending(request.state)) {
    const when = formatDay(request.decidedOn || request.expiresOn)
    return { text: requestState(request.state, request.contract.state).label, when, state: 'done' }
  }
  const needsForm = request.needsContract && request.contract.state !== 'RECEIVED'
  const until = request.expiresOn && `Expires on ${formatDay(request.expiresOn)}`
  const isAsked = needsForm && request.signing.state === 'OPEN' && request.signing.way === 'ASKED'
  const form = isAsked ? `The signature of ${request.signing.name}` : 'The signed form from you'
  const decision = request.byStaff ? 'The decision of Provider Services' : WAITING_FOR[request.path]
  return { text: needsForm ? form : decision, when: until, state: 'next' }
}
