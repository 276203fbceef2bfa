import type { Home } from '@portico/core/internal/console-api'
import { FUNNEL_DAYS } from '@portico/core/internal/console-limits'
import { Card } from '../kit/card.tsx'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { SelectField } from '../kit/select-field.tsx'

type Stage = { name: string; what: string; count: number }

function stagesOf(funnel: Home['funnel']): Stage[] {
  return [
    { name: 'Began', what: 'Entered an NPI we could register', count: funnel.opened },
    { name: 'Proved', what: 'Passed a validation, the quiz or the captcha', count: funnel.proved },
    { name: 'Asked', what: 'Created an account or asked for more access', count: funnel.submitted },
    { name: 'Active', what: 'Have the access they asked for', count: funnel.active },
  ]
}

const WIDTH = 640
const ROW = 44
const LABEL = 84
const NUMBER = 76

/** The registration funnel as a picture, and the same numbers as a table for everybody the picture does not serve. */
export function Funnel({
  funnel,
  days,
  onDays,
}: {
  funnel: Home['funnel']
  days: string
  onDays: (days: string) => void
}) {
  const stages = stagesOf(funnel)
  return (
    <Card as="section" aria-labelledby="funnel">
      <h2 id="funnel">How far registrations come</h2>
      <SelectField
        label="Registrations of"
        name="days"
        value={days}
        options={FUNNEL_DAYS.map((value) => ({ value, label: `the last ${value} days` }))}
        onChange={(event) => onDays(event.target.value)}
      />
      <FunnelPicture stages={stages} />
      <FunnelTable stages={stages} />
    </Card>
  )
}

function FunnelPicture({ stages }: { stages: Stage[] }) {
  const most = Math.max(1, ...stages.map((stage) => stage.count))
  const room = WIDTH - LABEL - NUMBER
  return (
    <svg
      className="funnel"
      viewBox={`0 0 ${WIDTH} ${stages.length * ROW}`}
      role="img"
      aria-label={`Bars: ${stages.map((stage) => `${stage.name} ${stage.count}`).join(', ')}`}
    >
      {stages.map((stage, index) => {
        const width = (stage.count / most) * room
        const top = index * ROW
        return (
          <g key={stage.name}>
            <text x={0} y={top + ROW / 2} dominantBaseline="central">
              {stage.name}
            </text>
            <rect className="track" x={LABEL} y={top + 6} width={room} height={ROW - 12} rx={4} />
            <rect className="bar" x={LABEL} y={top + 6} width={width} height={ROW - 12} rx={4} />
            <text x={WIDTH} y={top + ROW / 2} textAnchor="end" dominantBaseline="central" className="num">
              {stage.count.toLocaleString('en-US')}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** The part of those who began, step by step. */
function FunnelTable({ stages }: { stages: Stage[] }) {
  const first = stages[0]?.count ?? 0
  const columns: Column<Stage>[] = [
    { key: 'name', header: 'Step', cell: (stage) => <b>{stage.name}</b> },
    { key: 'what', header: 'What it means', cell: (stage) => stage.what },
    { key: 'count', header: 'People', kind: 'amount', cell: (stage) => stage.count.toLocaleString('en-US') },
    {
      key: 'part',
      header: 'Of those who began',
      kind: 'amount',
      cell: (stage) => (first === 0 ? '—' : `${Math.round((stage.count / first) * 100)} %`),
    },
  ]
  return (
    <DataTable
      caption="How far registrations come"
      captionHidden
      columns={columns}
      rows={stages}
      rowKey={(stage) => stage.name}
    />
  )
}
