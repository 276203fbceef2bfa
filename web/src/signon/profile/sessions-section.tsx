import { formatMoment } from '@portico/core/forms/moments'
import { endSession, sessions as ownSessions } from '@portico/core/signon/calls'
import type { SessionList } from '@portico/core/signon/shapes'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { countOf } from '#kit/count-of.ts'
import { Alert } from '#kit/note.tsx'
import { Tag } from '#kit/tag.tsx'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'

type Session = SessionList[number]

/** The account's sessions, with sign-out. */
export function SessionsSection() {
  const sessions = useCall(ownSessions)
  return (
    <TitledCard id="active-sessions" heading="Where you are signed in">
      <Loading of={sessions} label="Loading your sessions">
        {(found) => <Sessions sessions={found} onEnded={sessions.reload} />}
      </Loading>
    </TitledCard>
  )
}

type Outcome = { tone: 'ok' | 'bad'; message: string }

function Sessions({ sessions, onEnded }: { sessions: SessionList; onEnded: () => void }) {
  const gateway = useGateway()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const others = sessions.filter((session) => !session.current)

  const end = async (ended: readonly Session[]) => {
    setBusy(true)
    setOutcome(null)
    let refusal = ''
    for (const { sessionId } of ended) {
      const reply = await gateway.call(endSession, { sessionId })
      if (!reply.ok) refusal = reply.entity.message
    }
    setBusy(false)
    setOutcome(
      refusal
        ? { tone: 'bad', message: refusal }
        : { tone: 'ok', message: `We signed you out on ${countOf(ended.length, 'other device', 'other devices')}.` },
    )
    onEnded()
  }

  return (
    <>
      {outcome && <Alert tone={outcome.tone}>{outcome.message}</Alert>}
      <ul className="entries">
        {sessions.map((session) => (
          <SessionEntry key={session.sessionId} session={session} busy={busy} onEnd={() => void end([session])} />
        ))}
      </ul>
      {others.length === 0 && <p className="soft after-entries">You’re signed in only on this device.</p>}
      {others.length > 0 && (
        <div className="actions">
          <Button look="line" busy={busy} onClick={() => void end(others)}>
            Sign out everywhere else
          </Button>
        </div>
      )}
    </>
  )
}

function SessionEntry({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const name = session.device || 'Unknown device'
  return (
    <li className="with-action">
      <div>
        <h3>
          {name} {session.current && <Tag tone="ok">This device</Tag>}
        </h3>
        <p className="soft small">
          {session.address && `From ${session.address}. `}Signed in {formatMoment(session.startedOn)}, last used{' '}
          {formatMoment(session.lastSeenOn)}.
        </p>
      </div>
      {!session.current && (
        <Button look="line" busy={busy} onClick={onEnd}>
          Sign out
          <span className="visually-hidden">
            {' '}
            {name}, signed in {formatMoment(session.startedOn)}
          </span>
        </Button>
      )}
    </li>
  )
}
