import { planClockOf } from '@portico/core/forms/calendar-day'
import { type Context, systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import type { ScheduledJob } from '#platform/operations/scheduled-job.ts'
import { findSuppressedExcept, hasPractice } from '../../store/publishing/snapshot.ts'
import { refreshAllPublished, refreshPublished } from '../publishing/refresh.ts'
import { readSetState, type SetState } from './manifest.ts'
import { publishDirectory } from './publish-directory.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Publishes the directory once a night, and at once without providers whom plan staff have just withheld. */
export const publishJob: ScheduledJob = {
  name: 'publish-directory',
  run: (deps, now) => publishIfDue(systemContext(deps, now)),
}

async function publishIfDue(context: Context): Promise<number> {
  const { directoryPublishHour: hour, directoryFolder } = context.settings
  if (hour === undefined) return 0
  const state = await readSetState(directoryFolder)
  const isDue = state ? isNightOver(context.now, { state, hour }) : await hasPractice(context.db)
  if (isDue) await refreshAllPublished(context)
  else if (!(await unpublishWithheld(context, state))) return 0
  return (await publishDirectory(context, directoryFolder)) ? 1 : 0
}

/** True if the hour of publishing has passed since the set was published. */
function isNightOver(now: Date, { state, hour }: { state: SetState; hour: number }): boolean {
  const clock = planClockOf(now.getTime())
  const today = Math.floor(clock / DAY_MS) * DAY_MS + hour * HOUR_MS
  const last = today <= clock ? today : today - DAY_MS
  return planClockOf(new Date(state.publishedAt).getTime()) < last
}

/** True if the set can contain a provider whom plan staff withhold. */
async function unpublishWithheld(context: Context, state: SetState | undefined): Promise<boolean> {
  if (!state) return false
  const npis = await findSuppressedExcept(context.db, state.suppressed)
  if (npis.length === 0) return false
  await transact(context, (inside) => refreshPublished(inside, { npis }))
  return true
}
