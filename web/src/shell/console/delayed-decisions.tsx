import { forgetDecision, listDelayedDecisions, undoDecision } from '@portico/core/access/calls'
import type { DelayedDecision } from '@portico/core/access/request-shapes'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { useAction, useRefetch } from '../gateway/use-action.ts'
import { useCall } from '../gateway/use-call.ts'
import { useShortcuts } from '../lists/shortcuts.tsx'
import { useCanOpen } from '../session/me.ts'
import { contractAddress, requestAddress } from './console-addresses.ts'

/** How long the console delays a decision (behaviour 15.14). */
export const DECISION_DELAY_SECONDS = 10

type Words = Record<DelayedDecision['act'], (name: string) => string>

const MADE: Words = {
  VALIDATE: (name) => `You validated the contract of ${name}.`,
  RETURN: (name) => `You returned the contract of ${name}.`,
  APPROVE: (name) => `You accepted the request of ${name}.`,
  DENY: (name) => `You rejected the request of ${name}.`,
}

const DONE: Words = {
  VALIDATE: (name) => `The contract of ${name} is validated. We notified everyone involved by email.`,
  RETURN: (name) => `The contract of ${name} is returned. We emailed them the reason.`,
  APPROVE: (name) => `${name} now has access. We notified everyone involved by email.`,
  DENY: (name) => `The request of ${name} is rejected. We emailed them the reason.`,
}

const addressOf = ({ act, reference }: DelayedDecision) =>
  (act === 'VALIDATE' || act === 'RETURN' ? contractAddress : requestAddress)(reference)

/** Announced by screen readers once per step. The remaining seconds are only shown. */
function spoken({ act, name, state, message }: DelayedDecision): string {
  if (state === 'DONE') return DONE[act](name)
  if (state === 'REFUSED') return `${MADE[act](name)} It could not be carried out: ${message}`
  return `${MADE[act](name)} It takes effect in ${DECISION_DELAY_SECONDS} seconds. Press U or select Undo to cancel it.`
}

const EVERY_MS = 1000

/** Polls once a second while a decision is delayed, because only the server knows its outcome. */
function useDelayedDecisions(): DelayedDecision[] {
  const opens = useCanOpen()
  const loaded = useCall(listDelayedDecisions, { enabled: opens('requests') })
  const [known, setKnown] = useState<DelayedDecision[]>([])
  // A failed read keeps the last known decisions.
  if (loaded.state === 'ready' && loaded.entity !== known) setKnown(loaded.entity)
  const isHeld = known.some(({ state }) => state === 'HELD')
  const reload = useRef(loaded.reload)
  reload.current = loaded.reload
  useEffect(() => {
    if (!isHeld) return
    const timer = setInterval(() => reload.current(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isHeld])
  const readAgain = useRefetch()
  const later = useRef(readAgain)
  later.current = readAgain
  const ended = known
    .filter(({ state }) => state !== 'HELD')
    .map(({ reference, state }) => `${reference} ${state}`)
    .join()
  const wasHeld = useRef(false)
  useEffect(() => {
    if (ended && wasHeld.current) later.current()
  }, [ended])
  useEffect(() => {
    wasHeld.current ||= isHeld
  }, [isHeld])
  return known
}

/** Delayed decisions with undo, and their outcomes, on every console page. */
export function DelayedDecisions() {
  const decisions = useDelayedDecisions()
  const [undone, setUndone] = useState<DelayedDecision>()
  const undo = useAction(undoDecision, () => {})
  const forget = useAction(forgetDecision, () => {})
  const newest = decisions[0]
  const held = decisions.find(({ state }) => state === 'HELD')
  const takeBack = (decision: DelayedDecision) => {
    setUndone(decision)
    void undo.send({ reference: decision.reference })
  }
  useShortcuts(held ? { u: { label: 'Undo the decision', run: () => takeBack(held) } } : {})
  const isUndone = undone && !undo.busy && !undo.refusal
  const said = undo.refusal?.entity.message ?? (isUndone ? UNDONE : newest ? spoken(newest) : '')
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {(decisions.length > 0 || undone) && (
        <aside className="decisions-held" aria-label="Your last decisions">
          {undo.refusal && <p className="bad">{undo.refusal.entity.message}</p>}
          {isUndone && (
            <p>
              {UNDONE} <a href={addressOf(undone)}>Open {undone.reference}</a>
            </p>
          )}
          {decisions.map((decision) => (
            <OneDecision
              key={decision.reference}
              decision={decision}
              busy={undo.busy || forget.busy}
              onUndo={() => takeBack(decision)}
              onRead={() => void forget.send({ reference: decision.reference })}
            />
          ))}
        </aside>
      )}
    </>
  )
}

const UNDONE = 'The decision was undone. Nothing changed.'

type OneDecisionProps = { decision: DelayedDecision; busy: boolean; onUndo: () => void; onRead: () => void }

function OneDecision({ decision, busy, onUndo, onRead }: OneDecisionProps) {
  const { act, name, state, reference, secondsLeft, message } = decision
  if (state === 'DONE') return <p className="ok">{DONE[act](name)}</p>
  const about = MADE[act](name)
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
