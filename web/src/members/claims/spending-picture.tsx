import { MONTH_NAMES } from '@portico/core/forms/moments'
import type { ClaimMonth } from '@portico/core/members/shapes'
import { formatAmount, formatShortAmount } from '#kit/format-amount.ts'

const WIDTH = 720
const HEIGHT = 270
/** Space for the amounts, which are larger on a phone. */
const LEFT = 100
const BOTTOM = 44
const TOP = 20
const PLOT = HEIGHT - BOTTOM - TOP
const SLOT = (WIDTH - LEFT) / 12
const BAR = 20

/** Rounds up to a simple number times a power of ten. */
export function roundUp(amount: number): number {
  if (amount <= 0) return 100
  const power = 10 ** Math.floor(Math.log10(amount))
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= amount) ?? 10
  return step * power
}

/** Chart of billed and paid amounts by month, also as a table. */
export function SpendingPicture({ year, months }: { year: number; months: ClaimMonth[] }) {
  const largest = roundUp(Math.max(...months.map((month) => Math.max(Number(month.billed), Number(month.paid)))))
  return (
    <figure className="spending">
      <figcaption>
        <b>Spending by month, {year}</b>
        <span className="legend billed">Billed</span>
        <span className="legend paid">Plan paid</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {[0, 0.5, 1].map((part) => (
          <Gridline key={part} y={TOP + PLOT * (1 - part)} label={formatShortAmount(largest * part)} />
        ))}
        {months.map((month) => (
          <MonthBars key={month.month} month={month} largest={largest} />
        ))}
      </svg>
      <details>
        <summary>Show as a table</summary>
        <MonthTable year={year} months={months} />
      </details>
    </figure>
  )
}

function Gridline({ y, label }: { y: number; label: string }) {
  return (
    <>
      <line className="grid" x1={LEFT} x2={WIDTH} y1={y} y2={y} />
      <text className="axis" x={LEFT - 10} y={y + 5} textAnchor="end">
        {label}
      </text>
    </>
  )
}

function MonthBars({ month, largest }: { month: ClaimMonth; largest: number }) {
  const middle = LEFT + SLOT * (month.month - 0.5)
  return (
    <>
      <Bar className="billed" x={middle - BAR - 1} height={(Number(month.billed) / largest) * PLOT} />
      <Bar className="paid" x={middle + 1} height={(Number(month.paid) / largest) * PLOT} />
      {/* A phone shows only the first letter. */}
      {[3, 1].map((letters) => (
        <text
          key={letters}
          className={letters === 1 ? 'axis initial' : 'axis month'}
          x={middle}
          y={HEIGHT - 12}
          textAnchor="middle"
        >
          {MONTH_NAMES[month.month - 1]?.slice(0, letters)}
        </text>
      ))}
    </>
  )
}

function Bar({ className, x, height }: { className: string; x: number; height: number }) {
  return (
    <rect className={className} x={x} y={TOP + PLOT - height} width={BAR} height={height} rx={Math.min(3, height)} />
  )
}

function MonthTable({ year, months }: { year: number; months: ClaimMonth[] }) {
  return (
    <table>
      <caption className="visually-hidden">Spending by month, {year}</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col" className="amount">
            Billed
          </th>
          <th scope="col" className="amount">
            Plan paid
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month}>
            <th scope="row">{MONTH_NAMES[month.month - 1]}</th>
            <td className="amount">{formatAmount(month.billed)}</td>
            <td className="amount">{formatAmount(month.paid)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
