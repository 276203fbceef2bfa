/** A part of the console's providers page. */
export const rosterChanges = async () => (await import('./roster-changes.tsx')).RosterChangeQueue
