import { now } from '#kit/clock.ts'
import { Tag } from '#kit/tag.tsx'

const SOON_MS = 8 * 3_600_000

/** Formats a waiting time in its largest useful unit. */
export function ageOf(iso: string): string {
  if (iso === '') return 'None'
  const hours = Math.floor((now() - new Date(iso).getTime()) / 3_600_000)
  if (hours < 1) return 'Under an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}

/** Age of a pending item and its status against the plan's promise, as a color and as text. */
export function AgeAndDue({ since, dueOn }: { since: string; dueOn: string }) {
  return (
    <>
      <span className="nowrap">{ageOf(since)}</span>{' '}
      {dueOn && (
        <span className="nowrap">
          <DueTag dueOn={dueOn} />
        </span>
      )}
    </>
  )
}

function DueTag({ dueOn }: { dueOn: string }) {
  const left = new Date(dueOn).getTime() - now()
  if (left < 0) return <Tag tone="bad">Late</Tag>
  if (left < SOON_MS) return <Tag tone="warn">Due soon</Tag>
  return <Tag tone="ok">On time</Tag>
}
