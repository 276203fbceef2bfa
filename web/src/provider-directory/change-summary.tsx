import { formatCalendarDay } from '@portico/core/forms/moments'
import { CHANGE_TEXT_MAX } from '@portico/core/plan-data/change-kinds'
import { disputeChanges, openChangeSummary } from '@portico/core/provider-directory/calls'
import type { ChangeSummary as Summary } from '@portico/core/provider-directory/queue-shapes'
import { CHOOSE_WRONG } from '@portico/core/provider-directory/sentences'
import { useEffect, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { CheckboxList } from '#kit/checkbox-list.tsx'
import { countOf } from '#kit/count-of.ts'
import { Alert } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { TextAreaField } from '#kit/text-area-field.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useSave } from '#shell/gateway/use-save.ts'
import { Page, ProviderServices } from '#shell/layout/layout.tsx'
import { clearMailedLink, readMailedLink } from '#shell/router/mailed-link.ts'

/** Opened from the daily summary. Opening has no effect, because mail scanners open links too; only the button acts. */
export function ChangeSummary() {
  const [summaryId] = useState(() => readMailedLink('summaryId'))
  useEffect(() => clearMailedLink, [])
  const summary = useCall(openChangeSummary, { query: { summaryId } })
  const [outcome, setOutcome] = useState('')
  return (
    <Page narrow>
      <Card>
        <PageHeading>Changes in the directory</PageHeading>
        {outcome ? (
          <Alert tone="ok">{outcome}</Alert>
        ) : (
          <Loading of={summary} label="Loading the changes">
            {(loaded) => <DisputeForm summary={loaded} summaryId={summaryId} onDone={setOutcome} />}
          </Loading>
        )}
        <ProviderServices />
      </Card>
    </Page>
  )
}

type DisputeFormProps = { summary: Summary; summaryId: string; onDone: (outcome: string) => void }

function DisputeForm({ summary: { day, changes }, summaryId, onDone }: DisputeFormProps) {
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const dispute = useSave(disputeChanges, ({ disputed }) =>
    onDone(
      `Thank you. We sent ${countOf(disputed, 'change', 'changes')} back to plan staff, who will review them again.`,
    ),
  )
  const send = () => {
    setTried(true)
    if (wrong.length > 0) void dispute.send({ summaryId, changes: [...wrong], note })
    else document.querySelector<HTMLInputElement>('[name="wrong"]')?.focus()
  }
  if (changes.length === 0) return <p>All changes of this email have been reviewed again.</p>
  return (
    <>
      {dispute.refusal && <Alert>{dispute.refusal.entity.message}</Alert>}
      <p>
        The plan accepted these changes before {formatCalendarDay(day)}. If all of them are right, you don’t need to do
        anything.
      </p>
      <CheckboxList
        name="wrong"
        legend="Which changes are wrong?"
        items={changes.map(({ id, providerName, npi, place, label, before, after }) => ({
          id,
          checked: wrong.includes(id),
          label: (
            <>
              <b>{providerName || `NPI ${npi}`}</b>, {label}
              {place && <span className="soft small below">{place}</span>}
              {before && <span className="typed soft below">Before: {before}</span>}
              <span className="typed below">{after || 'No value'}</span>
            </>
          ),
        }))}
        onToggle={(id, checked) => setWrong(checked ? [...wrong, id] : wrong.filter((one) => one !== id))}
        error={tried && wrong.length === 0 ? CHOOSE_WRONG : undefined}
      />
      <TextAreaField
        label="What is right? (optional)"
        name="note"
        rows={3}
        wide
        hint="Please don’t include member information."
        maxLength={CHANGE_TEXT_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <p>
        <Button busy={dispute.busy} onClick={send}>
          This is wrong
        </Button>
      </p>
    </>
  )
}
