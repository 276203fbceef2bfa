import { type ReactNode, useEffect, useRef } from 'react'

type Tone = 'info' | 'ok' | 'warn' | 'bad'

/** A boxed note. */
export function Note({ tone = 'info', heading, children }: { tone?: Tone; heading?: string; children?: ReactNode }) {
  return (
    <div className={`note ${tone}`}>
      {heading && <h2>{heading}</h2>}
      {children}
    </div>
  )
}

/** A note in response to an action: read out at once and scrolled into view. Mount it with its text. */
export function Alert({ tone = 'bad', children }: { tone?: Tone; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Braces matter: newer browsers return a promise, which React would take for a clean-up function.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className={`note ${tone}`} role="alert" ref={box}>
      {children}
    </div>
  )
}
