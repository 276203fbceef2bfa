import { type ReactNode, useEffect, useRef } from 'react'

type Tone = 'info' | 'ok' | 'warn' | 'bad'

/** A boxed remark that belongs to the page. */
export function Note({ tone = 'info', heading, children }: { tone?: Tone; heading?: string; children?: ReactNode }) {
  return (
    <div className={`note ${tone}`}>
      {heading && <h2>{heading}</h2>}
      {children}
    </div>
  )
}

/**
 * A remark that came as the answer to something: read out at once, and brought into sight when the button that was
 * pressed lies far below it. Mount it with its text.
 */
export function Alert({ tone = 'bad', children }: { tone?: Tone; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Braces matter: newer browsers answer with a promise, which React would take for a clean-up function.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className={`note ${tone}`} role="alert" ref={box}>
      {children}
    </div>
  )
}
