import { answerRosterChange, listRosterChanges } from '@portico/core/directory/calls'
import { CHANGE_LABELS, CHANGE_TEXT_MAX } from '@portico/core/directory/change-kinds'
import type { RosterChange } from '@portico/core/directory/shapes'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { longTime } from '../kit/format-time.ts'
import { Alert } from '../kit/note.tsx'
import { Pager } from '../kit/pager.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { TextAreaField } from '../kit/text-area-field.tsx'
import { providerAddress, ROSTER_CHANGES } from '../shell/console-addresses.ts'
import { Loading } from '../shell/loading.tsx'
import { useCall } from '../shell/use-call.ts'
import { useSave } from '../shell/use-save.ts'

/** What offices report about their providers: waiting ones to answer, answered ones to look up. */
export function RosterChangeQueue() {
  const [answered, setAnswered] = useState(false)
  const [page, setPage] = useState(0)
  const [done, setDone] = useState({ text: '', count: 0 })
  const found = useCall(listRosterChanges, {
    query: { answered, page },
    keepPrevious: true,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = found.state === 'ready'
  // The home page leads right here, below whatever stands above by then.
  useEffect(() => {
    if (shown && location.hash === `#${ROSTER_CHANGES}`) heading.current?.focus()
  }, [shown])
  return (
    <Card as="section" aria-labelledby={ROSTER_CHANGES}>
      <h2 id={ROSTER_CHANGES} ref={heading} tabIndex={-1}>
        Changes that offices report
      </h2>
      {done.text && (
        <Alert tone="ok" key={done.count}>
          {done.text}
        </Alert>
      )}
      <SelectField
        label="Reports"
        name="answered"
        value={String(answered)}
        options={[
          { value: 'false', label: 'Waiting for an answer, oldest first' },
          { value: 'true', label: 'Answered, newest first' },
        ]}
        onChange={(event) => {
          setAnswered(event.target.value === 'true')
          setPage(0)
        }}
      />
      <Loading of={found} label="Loading the reports" lines={4}>
        {(list) => (
          <>
            {list.total === 0 && <p className="soft">{answered ? 'None was answered yet.' : 'Nothing waits.'}</p>}
            <ul className="held" tabIndex={-1}>
              {list.rows.map((change) => (
                <ReportedChange
                  key={change.id}
                  change={change}
                  onAnswered={() => {
                    setDone({ text: `${change.reportedBy} was told by mail.`, count: done.count + 1 })
                    if (found.state === 'ready') found.reload()
                  }}
                />
              ))}
            </ul>
            <Pager page={page} pageSize={list.pageSize} total={list.total} label="Pages of reports" onPage={setPage} />
          </>
        )}
      </Loading>
    </Card>
  )
}

function ReportedChange({ change, onAnswered }: { change: RosterChange; onAnswered: () => void }) {
  return (
    <li>
      <h3>
        <a href={providerAddress(change.npi)}>{change.providerName || `NPI ${change.npi}`}</a>
      </h3>
      <p className="soft small">
        {CHANGE_LABELS[change.kind]}, NPI <span className="num">{change.npi}</span>, reported by {change.reportedBy} on{' '}
        {longTime(change.reportedAt)}
      </p>
      <p className="typed">{change.details}</p>
      {change.answeredAt ? (
        <p className="typed">
          <b>Answered on {longTime(change.answeredAt)}:</b> {change.answer}
        </p>
      ) : (
        <AnswerForm change={change} onAnswered={onAnswered} />
      )}
    </li>
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
        error={tried && answer.trim() === '' ? 'Please write an answer.' : undefined}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <Button look="line" busy={save.busy} onClick={send}>
        SEND ANSWER<span className="visually-hidden"> to {change.reportedBy}</span>
      </Button>
    </>
  )
}
