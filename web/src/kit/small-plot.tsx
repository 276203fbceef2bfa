import { writeCount } from '@portico/core/forms/amounts'
import type { ReactNode } from 'react'

type PlotTexts = {
  heading: string
  summary: string
  rowHeader: string
  /** What the values count. */
  valueHeader?: string
  /** Header of the column with marks. Without it there is no such column. */
  marksHeader?: string
}
type PlotProps = PlotTexts & { rows: readonly PlotRow[]; children: ReactNode }
/** `marks` are events of the row: points in the picture, and text in the table. */
export type PlotRow = { label: string; value: number; marks?: readonly string[] }

/** A small chart. Its summary and table give the same information as text. */
function Plot({ heading, summary, rowHeader, valueHeader = 'Claims', marksHeader, rows, children }: PlotProps) {
  return (
    <figure className="plot">
      <figcaption>
        <b>{heading}</b>
        <span className="soft small">{summary}</span>
      </figcaption>
      {children}
      {marksHeader && (
        <ul className="legend">
          <li>
            <span className="key part-1" aria-hidden="true" />
            {marksHeader}
          </li>
        </ul>
      )}
      <details>
        <summary>Show as a table</summary>
        <table>
          <caption className="visually-hidden">{heading}</caption>
          <thead>
            <tr>
              <th scope="col">{rowHeader}</th>
              <th scope="col" className="amount">
                {valueHeader}
              </th>
              {marksHeader && <th scope="col">{marksHeader}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                <td className="amount">{writeCount(row.value)}</td>
                {marksHeader && <td>{row.marks?.join('. ')}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

const WIDTH = 320
const HEIGHT = 96
const AXIS = 18
/** Radius of a mark with its outline. */
const MARK = 4
/** Of a bar's slot. */
const GAP_MAX = 6

/** `short` is the label below the bar; empty if there is no room. */
type BarsProps = PlotTexts & {
  rows: readonly (PlotRow & { short: string })[]
  /** The value at the top of the chart, by default the largest one. */
  highest?: number
}

/** A bar chart with the labels below. */
export function BarPlot({ rows, highest, ...texts }: BarsProps) {
  const largest = highest ?? Math.max(1, ...rows.map((row) => row.value))
  const slot = WIDTH / rows.length
  const gap = Math.min(GAP_MAX, slot / 3)
  const plot = HEIGHT - AXIS
  return (
    <Plot rows={rows} {...texts}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {rows.map(({ label, value }, index) => {
          const height = (value / largest) * (plot - 2)
          return (
            <rect
              key={label}
              className="bar"
              x={index * slot + gap / 2}
              y={plot - height}
              width={slot - gap}
              height={height}
            />
          )
        })}
        {rows.map(({ label, marks = [] }, index) =>
          marks.length === 0 ? null : (
            <circle key={label} className="mark" cx={(index + 0.5) * slot} cy={MARK} r={MARK - 1} />
          ),
        )}
        <line className="axis" x1={0} x2={WIDTH} y1={plot} y2={plot} />
        {rows.map(({ label, short }, index) => (
          <text key={label} className="name" x={(index + 0.5) * slot} y={HEIGHT - 4} textAnchor="middle">
            {short}
          </text>
        ))}
      </svg>
    </Plot>
  )
}

type PartsProps = PlotTexts & { rows: readonly PlotRow[] }

/** A stacked bar with a legend. Parts differ by shade and by gaps. */
export function PartsPlot({ rows, ...texts }: PartsProps) {
  const total = Math.max(
    1,
    rows.reduce((sum, row) => sum + row.value, 0),
  )
  let from = 0
  return (
    <Plot rows={rows} {...texts}>
      <svg viewBox={`0 0 ${WIDTH} 20`} preserveAspectRatio="none" className="parts" aria-hidden="true">
        {rows.map(({ label, value }, index) => {
          const x = from
          const width = (value / total) * WIDTH
          from += width
          return (
            <rect
              key={label}
              className={`part part-${index % 6}`}
              x={x}
              y={1}
              width={Math.max(0, width - 2)}
              height={18}
            />
          )
        })}
      </svg>
      <ul className="legend">
        {rows.map(({ label, value }, index) => (
          <li key={label}>
            <span className={`key part-${index % 6}`} aria-hidden="true" />
            {label} {writeCount(value)}
          </li>
        ))}
      </ul>
    </Plot>
  )
}
