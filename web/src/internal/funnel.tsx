import { writeCount } from '@portico/core/forms/amounts'
import { FUNNEL_DAYS } from '@portico/core/internal/limits'
import type { Home } from '@portico/core/internal/shapes'
import { Fragment } from 'react'
import { TitledCard } from '#kit/card.tsx'
import { type Column, DataTable } from '#kit/data-table.tsx'
import { SelectField } from '#kit/select-field.tsx'

type Chosen = { name: string; value: string; onPick: (days: string) => void }

type Stage = { name: string; what: string; count: number }

function stagesOf(funnel: Home['funnel']): Stage[] {
  return [
    { name: 'Started', what: 'Entered a valid NPI', count: funnel.opened },
    { name: 'Verified', what: 'Passed a validation, the quiz or the Captcha', count: funnel.proved },
    { name: 'Submitted', what: 'Created an account or requested more access', count: funnel.submitted },
    { name: 'Active', what: 'Have the access they requested', count: funnel.active },
  ]
}

/** The registration funnel as a chart, and as a table for users who cannot see the chart. */
export function Funnel({ funnel, chosen }: { funnel: Home['funnel']; chosen: Chosen }) {
  const stages = stagesOf(funnel)
  return (
    <TitledCard id="funnel" heading="Registration progress">
      <SelectField
        label="Registrations from"
        {...chosen}
        options={FUNNEL_DAYS.map((value) => ({ value, label: `the last ${value} days` }))}
      />
      <FunnelPicture stages={stages} />
      <FunnelTable stages={stages} />
    </TitledCard>
  )
}

/** The text keeps its size, and the bars take the remaining width. */
function FunnelPicture({ stages }: { stages: Stage[] }) {
  const most = Math.max(1, ...stages.map((stage) => stage.count))
  return (
    <div
      className="funnel"
      role="img"
      aria-label={`Bars: ${stages.map((stage) => `${stage.name} ${stage.count}`).join(', ')}`}
    >
      {stages.map((stage) => (
        <Fragment key={stage.name}>
          <span>{stage.name}</span>
          <svg width="100%" height={32} aria-hidden="true">
            <rect className="track" width="100%" height="100%" rx={4} />
            <rect className="bar" width={`${(stage.count / most) * 100}%`} height="100%" rx={4} />
          </svg>
          <span className="num">{writeCount(stage.count)}</span>
        </Fragment>
      ))}
    </div>
  )
}

/** Share of started registrations that reached each step. */
function FunnelTable({ stages }: { stages: Stage[] }) {
  const first = stages[0]?.count ?? 0
  const columns: Column<Stage>[] = [
    { key: 'name', header: 'Step', cell: (stage) => <b>{stage.name}</b> },
    { key: 'what', header: 'What it means', cell: (stage) => stage.what },
    { key: 'count', header: 'People', kind: 'amount', cell: (stage) => writeCount(stage.count) },
    {
      key: 'part',
      header: 'Share of started',
      kind: 'amount',
      cell: (stage) => (first === 0 ? '—' : `${Math.round((stage.count / first) * 100)}%`),
    },
  ]
  return (
    <DataTable
      caption="Registrations by step"
      captionHidden
      asCards
      columns={columns}
      rows={stages}
      rowKey={(stage) => stage.name}
    />
  )
}
