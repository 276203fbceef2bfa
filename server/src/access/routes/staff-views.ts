import * as calls from '@portico/core/staff-views/calls'
import type { Mount } from '#platform/calls/mount.ts'
import { reading } from '#platform/outcome.ts'
import { acting } from '../domain/acting.ts'
import { askToUnmask, decideUnmasking, listUnmaskRequests } from '../domain/staff-views/unmasking.ts'
import {
  describeView,
  endView,
  findPeopleToView,
  listViews,
  listViewsOfMe,
  openView,
} from '../domain/staff-views/views.ts'

/** Views by support agents (behaviour 23.20). What a view shows is checked by platform/identity/staff-view.ts. */
export function staffViewRoutes(mount: Mount): void {
  mount(calls.findPeopleToView, reading(findPeopleToView))
  mount(calls.listViews, reading(listViews))
  mount(calls.describeView, describeView)
  mount(calls.openView, acting(openView))
  mount(calls.endView, acting(endView))
  mount(calls.askToUnmask, acting(askToUnmask))
  mount(calls.listUnmaskRequests, reading(listUnmaskRequests))
  mount(calls.decideUnmasking, acting(decideUnmasking))
  mount(calls.listViewsOfMe, reading(listViewsOfMe))
}
