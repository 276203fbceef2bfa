import * as calls from '@portico/core/bell/calls'
import type { Mount } from '#platform/calls/mount.ts'
import { listEntries, readAllEntries, readEntry } from '../domain/bell/entries.ts'
import { listPreferences, savePreferences } from '../domain/bell/preferences.ts'

/** The bell of the current user, and how this person wants to hear of its entries (behaviour 23.2). */
export function bellRoutes(mount: Mount): void {
  mount(calls.bellEntries, listEntries)
  mount(calls.readBellEntry, readEntry)
  mount(calls.readAllBellEntries, readAllEntries)
  mount(calls.bellPreferences, listPreferences)
  mount(calls.saveBellPreferences, savePreferences)
}
