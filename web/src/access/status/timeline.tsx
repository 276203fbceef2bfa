import type { MyRequest } from '@portico/core/access/shapes'
import { formatDay } from '../../kit/format-day.ts'
import { isPending, requestStateLabel } from '../labels.ts'

type Moment = { text: string; when: string; state: 'done' | 'next' }

/** What happened and what is to come, in order. */
export function Timeline({ request }: { request: MyRequest }) {
  return (
    <ol className="timeline">
      {momentsOf(request).map((moment) => (
        <li key={moment.text} className={moment.state} aria-current={moment.state === 'next' ? 'step' : undefined}>
          <b>{moment.text}</b>
          {moment.when && <span className="soft small">{moment.when}</span>}
        </li>
      ))}
    </ol>
  )
}

const WAITING_FOR: Record<MyRequest['path'], string> = {
  SELF: 'Confirmation of your identity',
  BEHALF: 'The provider’s answer',
  CONTRACT: 'Check of the signed form',
  APPROVAL: 'An administrator’s decision',
  INVITATION: 'Activation of the account',
}

export function momentsOf(request: MyRequest): Moment[] {
  const { contract } = request
  const moments: Moment[] = [{ text: 'Request made', when: formatDay(request.askedOn), state: 'done' }]
  if (request.remindedOn) moments.push({ text: 'Reminder sent', when: formatDay(request.remindedOn), state: 'done' })
  if (contract.state === 'RECEIVED' || contract.state === 'RETURNED') {
    const text = contract.state === 'RECEIVED' ? 'Signed form received' : 'Signed form sent back to you'
    moments.push({ text, when: formatDay(contract.on), state: 'done' })
  }
  return [...moments, lastMomentOf(request)]
}

function lastMomentOf(request: MyRequest): Moment {
  if (!isPending(request.state)) {
    const when = formatDay(request.decidedOn || request.expiresOn)
    return { text: requestStateLabel(request.state).label, when, state: 'done' }
  }
  const needsForm = request.needsContract && request.contract.state !== 'RECEIVED'
  const until = request.expiresOn && `Expires on ${formatDay(request.expiresOn)}`
  return { text: needsForm ? 'The signed form from you' : WAITING_FOR[request.path], when: until, state: 'next' }
}
