import { Tag } from '../kit/tag.tsx'

const GOOD = new Set(['PAID', 'APPROVED', 'CLOSED', 'COVERED'])
const BAD = new Set(['DENIED', 'REJECTED', 'OVERDUE', 'NOT COVERED'])

/** The plan's own word for a state, written as people read it. */
export function StatusTag({ status }: { status: string }) {
  const known = status.trim().toUpperCase()
  const tone = GOOD.has(known) ? 'ok' : BAD.has(known) ? 'bad' : 'warn'
  const text = known === status ? `${status.slice(0, 1)}${status.slice(1).toLowerCase()}` : status
  return status === '' ? '—' : <Tag tone={tone}>{text}</Tag>
}
