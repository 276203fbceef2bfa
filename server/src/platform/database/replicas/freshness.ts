/** Up to where something is written, in the history of one primary: a promoted standby begins the next timeline. */
export type Position = { timeline: number; bytes: bigint }

/** Everything committed on the primary before the moment `at` (of this process's own clock) lies before the position. */
export type Mark = Position & { at: number }

/**
 * The last moment known before which nothing was committed that the replica has not replayed. It rests on positions
 * and on one clock alone: a primary with nothing to do does not look like a replica that lags, and no two machines'
 * clocks are held against each other.
 */
export function freshAsOf(marks: readonly Mark[], replayed: Position): number {
  const reached = marks.findLast(({ timeline, bytes }) => timeline === replayed.timeline && bytes <= replayed.bytes)
  return reached?.at ?? Number.NEGATIVE_INFINITY
}
