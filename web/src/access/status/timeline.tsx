import type { MyRequest } from '@portico/core/access/administration-api'
import { formatDay, isPending, stateLabel } from '../labels.ts'

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
  const moments: Moment[] = [{ text: 'Request made', when: formatDay(request.askedOn), state: 'done' }]
  if (request.remindedOn) moments.push({ text: 'Reminder sent', when: formatDay(request.remindedOn), state: 'done' })
  if (isPending(request.state)) {
    const until = request.expiresOn && `Expires on ${formatDay(request.expiresOn)}`
    moments.push({ text: WAITING_FOR[request.path], when: until, state: 'next' })
  } else {
    const when = formatDay(request.decidedOn || request.expiresOn)
    moments.push({ text: stateLabel(request.state).label, when, state: 'done' })
  }
  return moments
}
