import { answerRosterChange, listRosterChanges } from '@portico/core/directory/calls'
import { CHANGE_LABELS, CHANGE_TEXT_MAX } from '@portico/core/directory/change-kinds'
import type { RosterChange } from '@portico/core/directory/shapes'
import { formatMoment } from '@portico/core/forms/moments'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { Alert } from '../kit/note.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { TextAreaField } from '../kit/text-area-field.tsx'
import { providerAddress, ROSTER_CHANGES } from '../shell/console/console-addresses.ts'
import { useCall } from '../shell/gateway/use-call.ts'
import { useSave } from '../shell/gateway/use-save.ts'
import { useListAddress } from '../shell/lists/list-address.ts'
import { oneOf } from '../shell/lists/list-declaration.ts'
import { PagedEntries } from '../shell/lists/paged-table.tsx'

/** The provider search above uses its own parameters. */
const QUEUE = { fields: { answered: oneOf(['true'], 'false') }, prefix: 'reports' } as const

/** Reports from offices: pending ones to answer, answered ones to look up. */
export function RosterChangeQueue() {
  const address = useListAddress(QUEUE)
  const answered = address.filter.answered === 'true'
  const [done, setDone] = useState({ text: '', count: 0 })
  const found = useCall(listRosterChanges, { query: { answered, page: address.page }, keepPrevious: true })
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = found.state === 'ready'
  // Home links to this heading; focus it after the content above has loaded.
  useEffect(() => {
    if (shown && location.hash === `#${ROSTER_CHANGES}`) heading.current?.focus()
  }, [shown])
  return (
    <Card as="section" aria-labelledby={ROSTER_CHANGES}>
      <h2 id={ROSTER_CHANGES} ref={heading} tabIndex={-1}>
        Changes reported by offices
      </h2>
      {done.text && (
        <Alert tone="ok" key={done.count}>
          {done.text}
        </Alert>
      )}
      <SelectField
        label="Reports"
        {...address.selectProps('answered')}
        options={[
          { value: 'false', label: 'Waiting for an answer, oldest first' },
          { value: 'true', label: 'Answered, newest first' },
        ]}
      />
      <PagedEntries
        list={found}
        address={address}
        rowsLabel="reports"
        className="stacked-rows"
        head={null}
        rowKey={(change) => change.id}
        entry={(change) => (
          <ReportedChange
            change={change}
            onAnswered={() => {
              setDone({ text: `We emailed your answer to ${change.reportedBy}.`, count: done.count + 1 })
              found.reload()
            }}
          />
        )}
        empty={answered ? 'No reports have been answered yet.' : 'No reports are waiting.'}
      />
    </Card>
  )
}

function ReportedChange({ change, onAnswered }: { change: RosterChange; onAnswered: () => void }) {
  return (
    <>
      <h3>
        <a href={providerAddress(change.npi)}>{change.providerName || `NPI ${change.npi}`}</a>
      </h3>
      <p className="soft small">
        {CHANGE_LABELS[change.kind]}, NPI <span className="num">{change.npi}</span>, reported by {change.reportedBy} on{' '}
        {formatMoment(change.reportedAt)}
      </p>
      <p className="typed">{change.details}</p>
      {change.answeredAt ? (
        <p className="typed">
          <b>Answered on {formatMoment(change.answeredAt)}:</b> {change.answer}
        </p>
      ) : (
        <AnswerForm change={change} onAnswered={onAnswered} />
      )}
    </>
  )
}

function AnswerForm({ change, onAnswered }: { change: RosterChange; onAnswered: () => void }) {
  const [answer, setAnswer] = useState('')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const save = useSave(answerRosterChange, onAnswered)
  const send = () => {
    setTried(true)
    if (answer.trim() === '') field.current?.focus()
    else void save.send({ id: change.id, answer })
  }
  return (
    <>
      {save.refusal && <Alert>{save.refusal.entity.message}</Alert>}
      <TextAreaField
        label={`Answer to ${change.reportedBy}`}
        name={`answer-${change.id}`}
        ref={field}
        rows={2}
        wide
        maxLength={CHANGE_TEXT_MAX}
        value={answer}
        error={tried && answer.trim() === '' ? 'Please enter an answer.' : undefined}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <Button look="line" busy={save.busy} onClick={send}>
        Send answer<span className="visually-hidden"> to {change.reportedBy}</span>
      </Button>
    </>
  )
}
