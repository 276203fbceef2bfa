import { writeCount } from '@portico/core/forms/amounts'
import type { ReactNode } from 'react'

type PlotTexts = {
  heading: string
  summary: string
  rowHeader: string
  /** What the values count. */
  valueHeader?: string
}
type PlotProps = PlotTexts & { rows: readonly PlotRow[]; children: ReactNode }
export type PlotRow = { label: string; value: number }

/** A small chart. Its summary and table give the same information as text. */
function Plot({ heading, summary, rowHeader, valueHeader = 'Claims', rows, children }: PlotProps) {
  return (
    <figure className="plot">
      <figcaption>
        <b>{heading}</b>
        <span className="soft small">{summary}</span>
      </figcaption>
      {children}
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
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                <td className="amount">{writeCount(row.value)}</td>
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
/** Of a bar's slot. */
const GAP_MAX = 6

/** `short` is the label below the bar; empty if there is no room. */
type BarsProps = PlotTexts & { rows: readonly (PlotRow & { short: string })[] }

/** A bar chart with the labels below. */
export function BarPlot({ rows, ...texts }: BarsProps) {
  const largest = Math.max(1, ...rows.map((row) => row.value))
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
