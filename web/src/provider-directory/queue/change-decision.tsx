import { acceptChanges, returnChanges } from '@portico/core/provider-directory/calls'
import { FIELD_LABELS } from '@portico/core/provider-directory/change-fields'
import type { AcceptChangesBody, ReviewedChange } from '@portico/core/provider-directory/queue-shapes'
import { ENTER_ANSWER, ENTER_REASON } from '@portico/core/provider-directory/sentences'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { CheckboxList } from '#kit/checkbox-list.tsx'
import { DECISION_DELAY_SECONDS } from '#shell/console/delayed-decisions.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { useSave } from '#shell/gateway/use-save.ts'
import { type Queue, useOpenNext } from '#shell/lists/queue-keys.tsx'
import { useShortcuts } from '#shell/lists/shortcuts.tsx'

const RETURN_REASONS = [
  'Please send the complete address with street, city, state and ZIP code.',
  'The phone number does not reach this office.',
  'The change belongs to another location. Please send it there.',
]

/** Accepts or returns a change. The decision can be undone for ten seconds, and the next change opens. */
export function ChangeDecision({ change, queue }: { change: ReviewedChange; queue: Queue }) {
  const { reference, seen, field, isDisputed } = change
  const [asking, setAsking] = useState<'accept' | 'return' | null>(null)
  const [added, setAdded] = useState<readonly string[]>([])
  const onClose = () => setAsking(null)
  const goNext = useOpenNext(queue, reference)
  const together = change.others.filter((other) => other.isSameSubmission)
  const chosen = together.filter((other) => added.includes(other.reference))
  const decision = {
    changes: [{ reference, seen }, ...chosen.map((other) => ({ reference: other.reference, seen: other.seen }))],
    holdSeconds: DECISION_DELAY_SECONDS,
  }
  const isReport = field === 'other' || chosen.some((other) => other.field === 'other')
  useShortcuts({
    v: { label: 'Accept', run: () => setAsking('accept') },
    r: { label: 'Return with a reason', run: () => setAsking('return') },
  })
  const what = chosen.length > 0 ? `${chosen.length + 1} changes` : 'this change'
  return (
    <Card as="section" className="decision-bar" aria-labelledby="decision">
      <h2 id="decision">Your decision</h2>
      {together.length > 0 && (
        <CheckboxList
          name="together"
          legend="Decide together with this change"
          items={together.map((other) => ({
            id: other.reference,
            label: `${FIELD_LABELS[other.field]}: ${other.after.replaceAll('\n', ', ') || 'No value'}`,
            checked: added.includes(other.reference),
          }))}
          onToggle={(id, checked) => setAdded(checked ? [...added, id] : added.filter((one) => one !== id))}
        />
      )}
      <div className="row">
        <Button onClick={() => setAsking('accept')}>{isDisputed ? 'Keep and next' : 'Accept and next'}</Button>
        <Button look="line" onClick={() => setAsking('return')}>
          {isDisputed ? 'Restore with a reason' : 'Return with a reason'}
        </Button>
      </div>
      {asking === 'accept' && <AcceptDialog {...{ decision, what, isReport, isDisputed, onDone: goNext, onClose }} />}
      {asking === 'return' && <ReturnDialog {...{ decision, what, isDisputed, onDone: goNext, onClose }} />}
    </Card>
  )
}

type DialogProps = {
  decision: Pick<AcceptChangesBody, 'changes' | 'holdSeconds'>
  /** 'this change', or how many. */
  what: string
  isDisputed: boolean
  onDone: () => Promise<void>
  onClose: () => void
}

// After a refusal the page keeps the data that the user decided about.

function AcceptDialog({ decision, what, isReport, isDisputed, onDone, onClose }: DialogProps & { isReport: boolean }) {
  const accept = useSave(acceptChanges, () => void onDone())
  return (
    <ReasonDialog
      heading={isReport ? `Answer ${what}?` : `Accept ${what}?`}
      save={accept}
      buildBody={(answer) => ({ ...decision, ...(answer ? { answer } : {}) })}
      label={isDisputed ? 'Keep and next' : 'Accept and next'}
      {...(isReport ? { reason: 'required' as const, missing: ENTER_ANSWER } : {})}
      hint="The office will see this."
      onClose={onClose}
    >
      <p>{isReport ? REPORT_EFFECT : isDisputed ? KEEP_EFFECT : ACCEPT_EFFECT}</p>
    </ReasonDialog>
  )
}

function ReturnDialog({ decision, what, isDisputed, onDone, onClose }: DialogProps) {
  const sendBack = useSave(returnChanges, () => void onDone())
  return (
    <ReasonDialog
      heading={isDisputed ? `Restore the value from before ${what}?` : `Return ${what}?`}
      save={sendBack}
      buildBody={(reason) => ({ ...decision, reason })}
      label={isDisputed ? 'Restore and next' : 'Return and next'}
      reason="required"
      hint="The office will see this."
      missing={ENTER_REASON}
      templates={RETURN_REASONS}
      onClose={onClose}
    />
  )
}

const ACCEPT_EFFECT = 'The directory shows the new value at once, and we email the office.'
const KEEP_EFFECT = 'The value stays in the directory, and we email the office.'
const REPORT_EFFECT =
  'We email your answer to the office. A report in words changes nothing in the directory by itself.'
