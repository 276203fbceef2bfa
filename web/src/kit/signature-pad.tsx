import { type PointerEvent, useRef } from 'react'

/** Points of each stroke as x, y, x, y… */
export type Strokes = number[][]

type SignaturePadProps = {
  id: string
  label: string
  width: number
  height: number
  strokes: Strokes
  /** Maximum numbers per stroke and maximum strokes. The rest is ignored. */
  limits: { points: number; strokes: number }
  onDraw: (strokes: Strokes) => void
  describedBy?: string | undefined
}

/** Draws a signature with a mouse, pen or finger. Callers must also offer typing. */
export function SignaturePad(props: SignaturePadProps) {
  const { id, label, width, height, strokes, limits, onDraw, describedBy } = props
  const drawing = useRef<number[] | null>(null)

  const pointOf = (event: PointerEvent<SVGSVGElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect()
    const within = (value: number, max: number) => Math.min(max, Math.max(0, Math.round(value)))
    return [
      within(((event.clientX - box.left) / box.width) * width, width),
      within(((event.clientY - box.top) / box.height) * height, height),
    ]
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (!event.isPrimary || event.button > 0 || strokes.length >= limits.strokes) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = pointOf(event)
    onDraw([...strokes, drawing.current])
  }
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    const stroke = drawing.current
    const [x, y] = pointOf(event)
    if (!stroke || stroke.length + 2 > limits.points || (stroke.at(-2) === x && stroke.at(-1) === y)) return
    drawing.current = [...stroke, x, y]
    onDraw([...strokes.slice(0, -1), drawing.current])
  }
  const end = () => {
    drawing.current = null
  }
  return (
    <svg
      id={id}
      className="signature-pad"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={strokes.length > 0 ? `${label}: drawn` : `${label}: empty`}
      aria-describedby={describedBy}
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <line className="base" x1={24} x2={width - 24} y1={height - 38} y2={height - 38} />
      {strokes.map((stroke, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only added at the end, or all taken away.
        <path key={index} className="stroke" d={pathOf(stroke)} />
      ))}
    </svg>
  )
}

/** A dot is a zero-length line, which a round line cap shows. */
function pathOf(stroke: number[]): string {
  const [x = 0, y = 0, ...rest] = stroke
  return `M ${x} ${y} L ${rest.length > 0 ? rest.join(' ') : `${x} ${y}`}`
}
