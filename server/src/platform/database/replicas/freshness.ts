/** A WAL position on one timeline; a promoted standby starts the next timeline. */
export type Position = { timeline: number; bytes: bigint }

/** Everything committed on the primary before `at` (by this process's clock) lies before the position. */
export type Mark = Position & { at: number }

/**
 * The latest time before which the replica has replayed every commit. It depends only on WAL positions and one clock,
 * so an idle primary causes no apparent lag, and clocks of two machines are never compared.
 */
export function freshAsOf(marks: readonly Mark[], replayed: Position): number {
  const reached = marks.findLast(({ timeline, bytes }) => timeline === replayed.timeline && bytes <= replayed.bytes)
  return reached?.at ?? Number.NEGATIVE_INFINITY
}
