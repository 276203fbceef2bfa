import { writeCount } from '@portico/core/forms/amounts'
import { FUNNEL_DAYS } from '@portico/core/internal/limits'
import type { Home } from '@portico/core/internal/shapes'
import { Fragment } from 'react'
import { TitledCard } from '../kit/card.tsx'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { SelectField } from '../kit/select-field.tsx'

type Chosen = { name: string; value: string; onPick: (days: string) => void }

type Stage = { name: string; what: string; count: number }

function stagesOf(funnel: Home['funnel']): Stage[] {
  return [
    { name: 'Began', what: 'Entered an NPI we could register', count: funnel.opened },
    { name: 'Proved', what: 'Passed a validation, the quiz or the captcha', count: funnel.proved },
    { name: 'Asked', what: 'Created an account or asked for more access', count: funnel.submitted },
    { name: 'Active', what: 'Have the access they asked for', count: funnel.active },
  ]
}

/** The registration funnel as a picture, and the same numbers as a table for everybody the picture does not serve. */
export function Funnel({ funnel, chosen }: { funnel: Home['funnel']; chosen: Chosen }) {
  const stages = stagesOf(funnel)
  return (
    <TitledCard id="funnel" heading="How far registrations come">
      <SelectField
        label="Registrations of"
        {...chosen}
        options={FUNNEL_DAYS.map((value) => ({ value, label: `the last ${value} days` }))}
      />
      <FunnelPicture stages={stages} />
      <FunnelTable stages={stages} />
    </TitledCard>
  )
}

/** Letters keep their size and bars take what room there is, on a phone as on a desk. */
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

/** The part of those who began, step by step. */
function FunnelTable({ stages }: { stages: Stage[] }) {
  const first = stages[0]?.count ?? 0
  const columns: Column<Stage>[] = [
    { key: 'name', header: 'Step', cell: (stage) => <b>{stage.name}</b> },
    { key: 'what', header: 'What it means', cell: (stage) => stage.what },
    { key: 'count', header: 'People', kind: 'amount', cell: (stage) => writeCount(stage.count) },
    {
      key: 'part',
      header: 'Of those who began',
      kind: 'amount',
      cell: (stage) => (first === 0 ? '—' : `${Math.round((stage.count / first) * 100)} %`),
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
