import { INSPECTION_BUSY } from '@portico/core/contracts/sentences'
import type { SignedIn } from '#platform/context.ts'
import { createFairQueue, refuseBusy } from '#platform/limits/fair-queue.ts'
import { networkOf } from '#platform/limits/limits.ts'

/** Each process can use 512 MB, so two run at a time. A few uploads wait briefly; the others get a busy reply. */
const waiting = { perClient: 4, total: 8, patienceMs: 1_500, sentence: INSPECTION_BUSY }

export type Asking = Pick<SignedIn, 'address' | 'settings'>
type Work<Finding> = (withinMs: number) => Promise<Finding | undefined>
export type InspectInTime = <Finding>(asking: Asking, work: Work<Finding>) => Promise<Finding>

/** Runs an inspection, or refuses as busy at the time limit. The fair queue makes a network wait only for its own. */
export function createInspectionQueue(): InspectInTime {
  const enqueue = createFairQueue(2, waiting)
  return async ({ address, settings }, work) => {
    // The time limit includes the wait in the queue, so every upload gets a timely reply.
    const { inspectionMs } = settings.limits
    const endsAt = performance.now() + inspectionMs
    const inspected = enqueue(networkOf(address), () => work(endsAt - performance.now()))
    const finding = await withinTime(inspected, inspectionMs)
    if (!finding) throw refuseBusy(INSPECTION_BUSY)
    return finding
  }
}

/** Documents and pictures share the two processes. */
export const inspectInTime = createInspectionQueue()

/** Returns at the time limit without waiting for the killed process to exit. Its queue slot frees up on exit. */
async function withinTime<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // Ignores an error that arrives after the reply.
    work.catch(() => {})
  }
}
