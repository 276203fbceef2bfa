import type { ReactNode } from 'react'

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

/** A remark that came as the answer to something: read out at once. Mount it with its text. */
export function Alert({ tone = 'bad', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div className={`note ${tone}`} role="alert">
      {children}
    </div>
  )
}
