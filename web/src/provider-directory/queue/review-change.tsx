import { INTERNAL_PATHS } from '@portico/core/constants'
import { formatMoment } from '@portico/core/forms/moments'
import { addChangeNote, nextChange, reviewChange, takeChange } from '@portico/core/provider-directory/calls'
import { FIELD_LABELS, SOURCE_LABELS } from '@portico/core/provider-directory/change-fields'
import type { ReviewedChange } from '@portico/core/provider-directory/queue-shapes'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Alert, Note } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { Tag } from '#kit/tag.tsx'
import { directoryChangeAddress, providerAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { AgeAndDue } from '#shell/console/due.tsx'
import { NoteList } from '#shell/console/note-list.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { type Queue, QueueKeys } from '#shell/lists/queue-keys.tsx'
import { useShortcuts } from '#shell/lists/shortcuts.tsx'
import { ChangeDecision } from './change-decision.tsx'

export const CHANGE_QUEUE: Queue = {
  itemLabel: 'change',
  list: INTERNAL_PATHS.changes,
  addressOf: directoryChangeAddress,
  next: nextChange,
}

const BACK = { href: INTERNAL_PATHS.changes, label: 'Back to the changes' }

const KEYS: readonly [string, string][] = [
  ['v', 'Accept'],
  ['r', 'Return with a reason'],
  ['c', 'Take it, or release it'],
  ['u', 'Undo the last decision'],
]

/** One change beside what the directory and the national file say, with the decision. */
export function ReviewChange({ reference }: { reference: string }) {
  const loaded = useCall(reviewChange, { query: { reference } })
  const name = loaded.state === 'ready' ? loaded.entity.providerName || `NPI ${loaded.entity.npi}` : reference
  return (
    <ConsolePage heading={name} back={BACK}>
      <Loading of={loaded} label="Loading the change" lines={8}>
        {(change) => (
          <div className="side-by-side">
            <div className="stack">
              <Values change={change} />
              {change.state === 'WAITING' &&
                (change.isDelayed ? (
                  <Note heading="Just decided">The decision takes effect in a few seconds unless it is undone.</Note>
                ) : (
                  <ChangeDecision key={change.seen} change={change} queue={CHANGE_QUEUE} />
                ))}
              {change.state !== 'WAITING' && <Decided change={change} />}
            </div>
            <div className="stack">
              <Origin change={change} />
              <Card as="section" aria-labelledby="staff-notes">
                <h2 id="staff-notes">For plan staff only</h2>
                <NoteList key={reference} reference={reference} notes={change.notes} add={addChangeNote} />
              </Card>
              <Others change={change} />
            </div>
          </div>
        )}
      </Loading>
      <QueueKeys queue={CHANGE_QUEUE} reference={reference} more={KEYS} />
    </ConsolePage>
  )
}

/** Text from an office is plain text: its lines are kept, nothing else. */
const Value = ({ text }: { text: string }) =>
  text ? <span className="typed">{text}</span> : <span className="soft">No value</span>

function Values({ change }: { change: ReviewedChange }) {
  const { field, before, after, present, national, hasMoved, isDisputed } = change
  const isReport = field === 'other'
  return (
    <Card as="section" aria-labelledby="values">
      <h2 id="values">{FIELD_LABELS[field]}</h2>
      {isDisputed && <Dispute change={change} />}
      {hasMoved && (
        <Note tone="warn" heading="The directory changed meanwhile">
          It no longer says what it said when the office sent this change. Compare the values before you decide.
        </Note>
      )}
      <SummaryList
        items={[
          ...(isReport || field === 'newLocation' ? [] : [{ term: 'Before', value: <Value text={before} /> }]),
          { term: isReport ? 'The report' : 'After', value: <Value text={after} /> },
          ...(hasMoved ? [{ term: 'The directory says now', value: <Value text={present} /> }] : []),
          ...(national ? [{ term: 'National file', value: <Value text={national} /> }] : []),
        ]}
      />
    </Card>
  )
}

function Dispute({ change }: { change: ReviewedChange }) {
  return (
    <Note tone="bad" heading="Reported as wrong">
      <p>
        {change.disputedBy} said on {formatMoment(change.disputedAt)} that this accepted change is wrong. Accept to keep
        it, or return it to restore the value from before.
      </p>
      {change.disputeNote && <p className="typed">{change.disputeNote}</p>}
    </Note>
  )
}

function Origin({ change }: { change: ReviewedChange }) {
  const { reference, npi, place, office, reportedBy, reportedAt, source, dueAt, state } = change
  return (
    <Card as="section" aria-labelledby="origin">
      <h2 id="origin">Where it comes from</h2>
      <SummaryList
        items={[
          { term: 'Provider', value: <a href={providerAddress(npi)}>NPI {npi}</a> },
          ...(place ? [{ term: 'Location', value: <span className="typed">{place}</span> }] : []),
          ...(office ? [{ term: 'Office', value: office }] : []),
          { term: 'Sent by', value: `${reportedBy} on ${formatMoment(reportedAt)}` },
          { term: 'Source', value: SOURCE_LABELS[source] },
          { term: 'Reference', value: <span className="num">{reference}</span> },
          ...(state === 'WAITING'
            ? [
                {
                  term: 'Waiting for',
                  value: (
                    <>
                      <AgeAndDue since={reportedAt} dueOn={dueAt} /> due by {formatMoment(dueAt)}
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      {state === 'WAITING' && <Taken change={change} />}
    </Card>
  )
}

function Taken({ change: { reference, takenBy, isMine } }: { change: ReviewedChange }) {
  const take = useAction(takeChange, () => {})
  const toggle = () => void take.send({ reference, take: !isMine })
  const canToggle = isMine || takenBy === ''
  useShortcuts(canToggle ? { c: { label: 'Take it, or release it', run: toggle } } : {})
  return (
    <>
      {take.refusal && <Alert>{take.refusal.entity.message}</Alert>}
      <p role="status">
        {isMine ? 'This is assigned to you.' : takenBy ? `Assigned to ${takenBy}.` : 'Not assigned yet.'}
      </p>
      {canToggle && (
        <Button look="line" busy={take.busy} onClick={toggle}>
          {isMine ? 'Release' : 'Take'}
        </Button>
      )}
    </>
  )
}

function Decided({ change: { state, decidedAt, decidedBy, isAutomatic, answer } }: { change: ReviewedChange }) {
  return (
    <Card as="section" aria-labelledby="decided">
      <h2 id="decided">
        {state === 'ACCEPTED' ? 'Accepted' : 'Returned'} <Tag>{isAutomatic ? 'By a rule' : decidedBy}</Tag>
      </h2>
      <p>{formatMoment(decidedAt)}</p>
      {answer && <p className="typed">{answer}</p>}
    </Card>
  )
}

function Others({ change: { others } }: { change: ReviewedChange }) {
  if (others.length === 0) return null
  return (
    <Card as="section" aria-labelledby="others">
      <h2 id="others">Also waiting here</h2>
      <ul className="links described">
        {others.map((other) => (
          <li key={other.reference}>
            <a href={directoryChangeAddress(other.reference)}>
              {FIELD_LABELS[other.field]}, {other.reference}
            </a>
            <span className="soft small typed">
              {other.after || 'No value'}
              {other.isSameSubmission && '\nSent together with this change'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
