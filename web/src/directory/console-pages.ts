import type { Load } from '../shell/pages.ts'

/** A part of the console's page about providers. */
export const rosterChanges: Load = async () => (await import('./roster-changes.tsx')).RosterChangeQueue
