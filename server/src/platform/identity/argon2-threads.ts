import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { currentClient } from '../limits/client-network.ts'
import { createFairQueue, type QueueLimits } from '../limits/fair-queue.ts'
import type { Limits } from '../settings/numbers.ts'

export type Argon2Work = {
  message: string
  nonce: Uint8Array
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}

type Answer = { tag: Uint8Array } | { error: Error }

/** How many hashes can wait for a thread; set by `limitHashing`. */
export const hashingLimits: QueueLimits = { perClient: 10, total: 40 }
const enqueue = createFairQueue(availableParallelism(), hashingLimits)
const idle: Worker[] = []

/** The limits are per process, because the threads are. */
export function limitHashing(
  limits: Pick<Limits, 'hashesWaiting' | 'hashesWaitingPerAddress'>,
  onRefused = hashingLimits.onRefused,
): void {
  hashingLimits.total = limits.hashesWaiting
  hashingLimits.perClient = limits.hashesWaitingPerAddress
  if (onRefused) hashingLimits.onRefused = onRefused
}

/**
 * Runs argon2id on one thread per core. Threads start on first use, do not keep the process alive, and run at a lower
 * priority, so that a rush of sign-ins slows only sign-ins. A rush from one address slows only that address; beyond the
 * limits it is refused.
 */
export function runArgon2(work: Argon2Work): Promise<Buffer> {
  return enqueue(currentClient(), async () => {
    const thread = idle.pop() ?? new Worker(new URL('./argon2-thread.ts', import.meta.url))
    const answer = await ask(thread, work)
    idle.push(thread)
    if ('error' in answer) throw answer.error
    return Buffer.from(answer.tag)
  })
}

/** Rejects if the thread itself exits; the thread is not used again. */
function ask(thread: Worker, work: Argon2Work): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const end = (code: number) => reject(new Error(`A hashing thread ended with code ${code}.`))
    thread.once('error', reject).once('exit', end)
    thread.once('message', (answer: Answer) => {
      thread.off('error', reject).off('exit', end)
      thread.unref()
      resolve(answer)
    })
    thread.ref()
    thread.postMessage(work)
  })
}
