import type { ReactNode } from 'react'

type Tone = 'ok' | 'warn' | 'bad'

export function Tag({ tone, children }: { tone?: Tone | undefined; children: ReactNode }) {
  return <span className={tone ? `tag ${tone}` : 'tag'}>{children}</span>
}

/** Label and tone of a status. */
export type StatusLabel = { label: string; tone?: Tone }

export function LabelTag({ of: { label, tone } }: { of: StatusLabel }) {
  return <Tag tone={tone}>{label}</Tag>
}
