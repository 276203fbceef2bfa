import { DAY_MS } from '@portico/core/forms/calendar-day'
import type { Deps } from '../deps.ts'

/** Safe to repeat and safe in several processes. Returns how much it did. */
export type ScheduledJob = { name: string; run(deps: Deps, now: Date): Promise<number> }

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)
