import { ageOf } from '#kit/age-of.ts'
import { Tag } from '#kit/tag.tsx'

const SOON_MS = 8 * 3_600_000

/** Age of a pending item and its status against the plan's promise, as a color and as text. */
export function AgeAndDue({ since, dueOn, now = Date.now() }: { since: string; dueOn: string; now?: number }) {
  return (
    <>
      <span className="nowrap">{ageOf(since, now)}</span>{' '}
      {dueOn && (
        <span className="nowrap">
          <DueTag dueOn={dueOn} now={now} />
        </span>
      )}
    </>
  )
}

function DueTag({ dueOn, now }: { dueOn: string; now: number }) {
  const left = new Date(dueOn).getTime() - now
  if (left < 0) return <Tag tone="bad">Late</Tag>
  if (left < SOON_MS) return <Tag tone="warn">Due soon</Tag>
  return <Tag tone="ok">On time</Tag>
}
