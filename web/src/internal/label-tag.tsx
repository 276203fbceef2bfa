import { Tag } from '../kit/tag.tsx'
import type { Labelled } from './labels.ts'

export function LabelTag({ of: { label, tone } }: { of: Labelled }) {
  return <Tag {...(tone ? { tone } : {})}>{label}</Tag>
}
