import * as calls from '@portico/core/calendar/calls'
import type { Mount } from '#platform/calls/mount.ts'
import { listDueDates } from '../domain/calendar/due-dates.ts'
import { makeFeed, withdrawFeed } from '../domain/calendar/feed.ts'

/** What is due for an SAA, and the feed of it for calendars (behaviour 23.3). */
export function calendarRoutes(mount: Mount): void {
  mount(calls.dueDates, listDueDates)
  mount(calls.makeFeed, makeFeed)
  mount(calls.withdrawFeed, withdrawFeed)
}
