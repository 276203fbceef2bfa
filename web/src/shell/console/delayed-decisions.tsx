import { forgetDecision, listDelayedDecisions, undoDecision } from '@portico/core/access/calls'
import type { DelayedDecision } from '@portico/core/access/request-shapes'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { runEvery } from '#kit/clock.ts'
import { useAction, useRefetch } from '../gateway/use-action.ts'
import { useCall } from '../gateway/use-call.ts'
import { useShortcuts } from '../lists/shortcuts.tsx'
import { useCanOpen } from '../session/me.ts'
import { contractAddress, directoryChangeAddress, requestAddress } from './console-addresses.ts'

/** How long the console delays a decision (behaviour 15.14). */
export const DECISION_DELAY_SECONDS = 10

type Words = Record<DelayedDecision['act'], (name: string) => string>

const DECIDED: Words = {
  VALIDATE: (name) => `You validated the contract of ${name}.`,
  RETURN: (name) => `You returned the contract of ${name}.`,
  APPROVE: (name) => `You accepted the request of ${name}.`,
  DENY: (name) => `You rejected the request of ${name}.`,
  ACCEPT_CHANGE: (name) => `You accepted ${name}.`,
  RETURN_CHANGE: (name) => `You returned ${name}.`,
}

const CARRIED_OUT: Words = {
  VALIDATE: (name) => `The contract of ${name} is validated. We notified everyone involved by email.`,
  RETURN: (name) => `The contract of ${name} is returned. We emailed them the reason.`,
  APPROVE: (name) => `${name} now has access. We notified everyone involved by email.`,
  DENY: (name) => `The request of ${name} is rejected. We emailed them the reason.`,
  ACCEPT_CHANGE: (name) => `${name} is accepted and published. We emailed the office.`,
  RETURN_CHANGE: (name) => `${name} is returned. We emailed the office the reason.`,
}

const ADDRESSES: Record<DelayedDecision['act'], (reference: string) => string> = {
  VALIDATE: contractAddress,
  RETURN: contractAddress,
  APPROVE: requestAddress,
  DENY: requestAddress,
  ACCEPT_CHANGE: directoryChangeAddress,
  RETURN_CHANGE: directoryChangeAddress,
}

const addressOf = ({ act, reference }: DelayedDecision) => ADDRESSES[act](reference)

/** Announced by screen readers once per step. The remaining seconds are only shown. */
function announcementOf({ act, name, state, message }: DelayedDecision): string {
  if (state === 'DONE') return CARRIED_OUT[act](name)
  if (state === 'REFUSED') return `${DECIDED[act](name)} It could not be carried out: ${message}`
  return `${DECIDED[act](name)} It takes effect in ${DECISION_DELAY_SECONDS} seconds. Press U or select Undo to cancel it.`
}

const POLL_MS = 1000

/** Polls once a second while a decision is delayed, because only the server knows its outcome. */
function useDelayedDecisions(): DelayedDecision[] {
  const opens = useCanOpen()
  const loaded = useCall(listDelayedDecisions, { enabled: opens('requests') })
  const [known, setKnown] = useState<DelayedDecision[]>([])
  // A failed read keeps the last known decisions.
  if (loaded.state === 'ready' && loaded.entity !== known) setKnown(loaded.entity)
  const isDelayed = known.some(({ state }) => state === 'HELD')
  const reload = useRef(loaded.reload)
  reload.current = loaded.reload
  useEffect(() => {
    if (!isDelayed) return
    return runEvery(POLL_MS, () => reload.current())
  }, [isDelayed])
  const refetch = useRefetch()
  const refetchRef = useRef(refetch)
  refetchRef.current = refetch
  const ended = known
    .filter(({ state }) => state !== 'HELD')
    .map(({ reference, state }) => `${reference} ${state}`)
    .join()
  const wasDelayed = useRef(false)
  useEffect(() => {
    if (ended && wasDelayed.current) refetchRef.current()
  }, [ended])
  useEffect(() => {
    wasDelayed.current ||= isDelayed
  }, [isDelayed])
  return known
}

/** Delayed decisions with undo, and their outcomes, on every console page. */
export function DelayedDecisions() {
  const decisions = useDelayedDecisions()
  const [undone, setUndone] = useState<DelayedDecision>()
  const undo = useAction(undoDecision, () => {})
  const forget = useAction(forgetDecision, () => {})
  const newest = decisions[0]
  const delayed = decisions.find(({ state }) => state === 'HELD')
  const undoOne = (decision: DelayedDecision) => {
    setUndone(decision)
    void undo.send({ reference: decision.reference })
  }
  useShortcuts(delayed ? { u: { label: 'Undo the decision', run: () => undoOne(delayed) } } : {})
  const isUndone = undone && !undo.busy && !undo.refusal
  const announcement = undo.refusal?.entity.message ?? (isUndone ? UNDONE : newest ? announcementOf(newest) : '')
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {(decisions.length > 0 || undone) && (
        <aside className="delayed-decisions" aria-label="Your last decisions">
          {undo.refusal && <p className="bad">{undo.refusal.entity.message}</p>}
          {isUndone && (
            <p>
              {UNDONE} <a href={addressOf(undone)}>Open {undone.reference}</a>
            </p>
          )}
          {decisions.map((decision) => (
            <DecisionLine
              key={decision.reference}
              decision={decision}
              busy={undo.busy || forget.busy}
              onUndo={() => undoOne(decision)}
              onRead={() => void forget.send({ reference: decision.reference })}
            />
          ))}
        </aside>
      )}
    </>
  )
}

const UNDONE = 'The decision was undone. Nothing changed.'

type DecisionLineProps = { decision: DelayedDecision; busy: boolean; onUndo: () => void; onRead: () => void }

function DecisionLine({ decision, busy, onUndo, onRead }: DecisionLineProps) {
  const { act, name, state, reference, secondsLeft, message } = decision
  if (state === 'DONE') return <p className="ok">{CARRIED_OUT[act](name)}</p>
  const about = DECIDED[act](name)
  if (state === 'HELD')
    return (
      <div>
        <p>
          {about}{' '}
          <span className="soft num" aria-hidden>
            {secondsLeft} s
          </span>
        </p>
        <Button look="line" busy={busy} aria-label={`Undo: ${about}`} onClick={onUndo}>
          Undo
        </Button>
      </div>
    )
  return (
    <div>
      <p className="bad">
        {about} It could not be carried out: {message} <a href={addressOf(decision)}>Open {reference}</a>
      </p>
      <Button look="line" busy={busy} aria-label={`OK: ${about}`} onClick={onRead}>
        OK
      </Button>
    </div>
  )
}
