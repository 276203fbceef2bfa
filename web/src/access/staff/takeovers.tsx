import { decideTakeover, listTakeovers } from '@portico/core/access/successor-calls'
import type { Takeover } from '@portico/core/access/successor-shapes'
import { endWithPeriod } from '@portico/core/forms/formats'
import { formatDay } from '@portico/core/forms/moments'
import { useState } from 'react'
import { TextButton } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { type Column, DataTable } from '#kit/data-table.tsx'
import { EmailText } from '#kit/email-text.tsx'
import { Alert } from '#kit/note.tsx'
import { LabelTag, type StatusLabel, Tag } from '#kit/tag.tsx'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { scopeDetail } from '../grants/labels.ts'

type Deciding = { row: Takeover; agree: boolean }

function statusOf({ state, dueOn, agreed }: Takeover): StatusLabel {
  if (state === 'STAFF') return { label: 'Waiting for your decision', tone: 'warn' }
  if (state === 'WAITING') return { label: `Begins on ${formatDay(dueOn)}` }
  return { label: agreed ? 'You agreed, not accepted yet' : 'Offered, not accepted yet' }
}

const WHY: Record<Takeover['staffReason'], string> = {
  '': '',
  REMOVED: 'Staff removed or suspended the former administrator, or a report ‘This was not me’ is open.',
  HOLD: 'The NPI is or was on hold.',
  OBJECTION: 'The provider or the former administrator objected.',
}
const CAUSES: Record<Takeover['cause'], string> = {
  '': '',
  LEFT: 'Gave up the role',
  INACTIVE: 'Suspended for inactivity',
}

const FACTS: Column<Takeover>[] = [
  {
    key: 'scope',
    header: 'For',
    breaks: true,
    cell: ({ scope }) => (
      <>
        {scope.name} <span className="soft small below">{scopeDetail(scope)}</span>
      </>
    ),
  },
  {
    key: 'successor',
    header: 'Successor',
    breaks: true,
    cell: ({ successor, successorEmail }) => (
      <>
        <b>{successor}</b>{' '}
        <span className="soft small below">
          <EmailText of={successorEmail} />
        </span>
      </>
    ),
  },
  {
    key: 'former',
    header: 'Former administrator',
    breaks: true,
    cell: ({ former, cause }) => (
      <>
        {former} <span className="soft small below">{CAUSES[cause]}</span>
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    breaks: true,
    cell: (row) => (
      <>
        <LabelTag of={statusOf(row)} /> {row.onHold && <Tag tone="bad">NPI on hold</Tag>}
        <span className="soft small below">{row.state === 'STAFF' ? WHY[row.staffReason] : ''}</span>
      </>
    ),
  },
]

const columnsWith = (decide: (deciding: Deciding) => void): Column<Takeover>[] => [
  ...FACTS,
  {
    key: 'decide',
    header: 'Decide',
    cell: (row) => (
      <span className="row">
        {!row.agreed && (
          <TextButton
            aria-label={`Agree to ${row.successor} for ${row.scope.name}`}
            onClick={() => decide({ row, agree: true })}
          >
            Agree
          </TextButton>
        )}
        <TextButton
          aria-label={`Refuse ${row.successor} for ${row.scope.name}`}
          onClick={() => decide({ row, agree: false })}
        >
          Refuse
        </TextButton>
      </span>
    ),
  },
]

/** Takeovers by successors, which plan staff can agree to early or refuse. */
export function Takeovers() {
  const list = useCall(listTakeovers)
  const [deciding, setDeciding] = useState<Deciding>()
  const [done, setDone] = useState('')
  const finish = (said: string) => {
    setDeciding(undefined)
    setDone(said)
  }
  return (
    <ConsolePage intro="Successors who take over as Senior Access Administrator, and those that wait for your decision.">
      {done && (
        <Alert key={done} tone="ok">
          {done}
        </Alert>
      )}
      <Card>
        <Loading of={list} label="Loading the successors" lines={4}>
          {(rows) =>
            rows.length === 0 ? (
              <p>No successor is taking over right now.</p>
            ) : (
              <DataTable
                caption="Takeovers"
                captionHidden
                asCards
                columns={columnsWith(setDeciding)}
                rows={rows}
                rowKey={({ successorId }) => successorId}
              />
            )
          }
        </Loading>
      </Card>
      {deciding && <DecideDialog {...deciding} onDone={finish} onClose={() => setDeciding(undefined)} />}
    </ConsolePage>
  )
}

type DecideProps = Deciding & { onDone: (done: string) => void; onClose: () => void }

function DecideDialog({ row, agree, onDone, onClose }: DecideProps) {
  const { successorId, successor, scope, acceptedOn } = row
  const begins = acceptedOn
    ? `${successor} is now the Senior Access Administrator for ${endWithPeriod(scope.name)}`
    : `${successor} can take over for ${scope.name} now.`
  const save = useAction(decideTakeover, () =>
    onDone(agree ? begins : `You refused ${successor}. We notified them by email.`),
  )
  return (
    <ReasonDialog
      heading={`${agree ? 'Agree to' : 'Refuse'} ${successor} for ${scope.name}?`}
      save={save}
      buildBody={(reason) => ({ successorId, agree, ...(agree ? {} : { reason }) })}
      label={agree ? 'Agree' : 'Refuse'}
      danger={!agree}
      {...(agree ? {} : { reason: 'required' as const })}
      onClose={onClose}
    >
      <p>
        {agree
          ? acceptedOn
            ? `${successor} becomes the Senior Access Administrator at once.`
            : `${successor} becomes the Senior Access Administrator at once after accepting with a second step.`
          : `${successor} does not take over. The office then has no Senior Access Administrator.`}
      </p>
    </ReasonDialog>
  )
}
