/** A part of the console's page about providers. */
export const rosterChanges = async () => (await import('./roster-changes.tsx')).RosterChangeQueue
