import { Tag } from './tag.tsx'

/** How a state reads, and how well it stands. */
export type Labelled = { label: string; tone?: 'ok' | 'warn' | 'bad' }

export function LabelTag({ of: { label, tone } }: { of: Labelled }) {
  return <Tag {...(tone ? { tone } : {})}>{label}</Tag>
}
