import { contractWays } from '@portico/core/contracts/calls'
import type { WayStep, ContractWays as Ways } from '@portico/core/contracts/shapes'
import { writeCount } from '@portico/core/forms/amounts'
import { type Column, DataTable } from '#kit/data-table.tsx'
import { FoldedCard } from '#kit/folded-card.tsx'
import { optionsOf, SelectField } from '#kit/select-field.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { oneOfLabels } from '#shell/lists/list-declaration.ts'

const DAYS = { '30': 'the last 30 days', '90': 'the last 90 days', '365': 'the last year' } as const
const WAYS = { fields: { days: oneOfLabels(DAYS, '90') }, prefix: 'ways' } as const

const STEP_NAMES: Record<WayStep['step'], string> = {
  REGISTERED: 'Registered',
  RECEIVED: 'Paper received',
  ASKED: 'Signature requested',
  OPENED: 'Contract opened',
  CONFIRMED: 'Code confirmed',
  SIGNED: 'Signed',
  VALIDATED: 'Validated',
}

/** Duration of each step and drop-offs, on paper and online, as charts and tables. */
export function ContractWays() {
  return (
    <FoldedCard heading="How contracts get signed">
      <Numbers />
    </FoldedCard>
  )
}

function Numbers() {
  const address = useListAddress(WAYS)
  const ways = useCall(contractWays, { query: { days: address.filter.days }, keepPrevious: true })
  return (
    <>
      <SelectField label="Requests from" {...address.selectProps('days')} options={optionsOf(DAYS)} />
      <Loading of={ways} label="Loading the numbers">
        {(found) => (
          <>
            <Times ways={found} />
            <div className="two-ways">
              <Way name="Online" steps={found.online} />
              <Way name="On paper" steps={found.paper} />
            </div>
          </>
        )}
      </Loading>
    </>
  )
}

const totalOf = (steps: WayStep[]): number => steps.reduce((sum, { medianSeconds = 0 }) => sum + medianSeconds, 0)

/** Total time from registration to access, on one scale for both ways. */
function Times({ ways }: { ways: Ways }) {
  const rows = [
    { name: 'Online', steps: ways.online },
    { name: 'On paper', steps: ways.paper },
  ]
  const longest = Math.max(1, ...rows.map(({ steps }) => totalOf(steps)))
  const words = rows.map(({ name, steps }) => `${name} ${lengthOf(totalOf(steps))}`).join(', ')
  return (
    <>
      <h3>From registration to access</h3>
      <div className="funnel" role="img" aria-label={`Bars of median times: ${words}`}>
        {rows.map(({ name, steps }) => (
          <TimeBar key={name} name={name} steps={steps} longest={longest} />
        ))}
      </div>
    </>
  )
}

function TimeBar({ name, steps, longest }: { name: string; steps: WayStep[]; longest: number }) {
  let from = 0
  return (
    <>
      <span>{name}</span>
      <svg width="100%" height={32} aria-hidden="true">
        <rect className="track" width="100%" height="100%" rx={4} />
        {steps.map(({ step, medianSeconds = 0 }, index) => {
          const part = (medianSeconds / longest) * 100
          const x = from
          from += part
          return (
            <rect
              key={step}
              className={index % 2 ? 'bar' : 'bar other'}
              x={`${x}%`}
              width={`${part}%`}
              height="100%"
              rx={2}
            />
          )
        })}
      </svg>
      <span className="num">{lengthOf(totalOf(steps))}</span>
    </>
  )
}

type Row = WayStep & { stopped: number }

function Way({ name, steps }: { name: string; steps: WayStep[] }) {
  const rows = steps.map((step, index): Row => {
    const next = steps[index + 1]
    return { ...step, stopped: next ? Math.max(0, step.reached - next.reached) : 0 }
  })
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <Reached name={name} rows={rows} />
      <DataTable
        caption={`${name}: requests that reached each step, and median times`}
        captionHidden
        asCards
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.step}
      />
    </section>
  )
}

function Reached({ name, rows }: { name: string; rows: Row[] }) {
  const most = Math.max(1, ...rows.map((row) => row.reached))
  const words = rows.map((row) => `${STEP_NAMES[row.step]} ${row.reached}`).join(', ')
  return (
    <div className="funnel" role="img" aria-label={`${name}, bars: ${words}`}>
      {rows.map((row) => (
        <Bar key={row.step} row={row} most={most} />
      ))}
    </div>
  )
}

const Bar = ({ row, most }: { row: Row; most: number }) => (
  <>
    <span>{STEP_NAMES[row.step]}</span>
    <svg width="100%" height={24} aria-hidden="true">
      <rect className="track" width="100%" height="100%" rx={4} />
      <rect className="bar" width={`${(row.reached / most) * 100}%`} height="100%" rx={4} />
    </svg>
    <span className="num">{writeCount(row.reached)}</span>
  </>
)

const COLUMNS: Column<Row>[] = [
  { key: 'step', header: 'Step', cell: (row) => <b>{STEP_NAMES[row.step]}</b> },
  { key: 'reached', header: 'Reached', kind: 'amount', cell: (row) => writeCount(row.reached) },
  {
    key: 'median',
    header: 'Median time',
    kind: 'amount',
    cell: (row) => (row.medianSeconds === undefined ? '—' : lengthOf(row.medianSeconds)),
  },
  {
    key: 'stopped',
    header: 'Stopped here',
    kind: 'amount',
    cell: (row) => (row.stopped === 0 ? '—' : writeCount(row.stopped)),
  },
]

/** Formats a duration in its largest useful unit. */
function lengthOf(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  const hours = seconds / 3600
  return hours < 48 ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} days`
}
