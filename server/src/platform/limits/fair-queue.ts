import { HttpFailure } from '../http/errors.ts'

/** Limits of a queue: per client, in total, the maximum wait if any, and the refusal message. */
export type QueueLimits = {
  perClient: number
  total: number
  patienceMs?: number
  sentence?: string
  onRefused?: () => void
}

type Waiting = { start: () => void; refuse: (busy: HttpFailure) => void }

const RETRY_AFTER_SECONDS = 5

const VERY_BUSY = 'The portal is very busy. Please wait a few seconds and try again.'

export const refuseBusy = (sentence = VERY_BUSY) => new HttpFailure(503, 'busy', sentence, RETRY_AFTER_SECONDS)

/**
 * Runs at most `slots` tasks at once. Waiting clients are served round-robin, one task each, so that a client with
 * many tasks delays only itself. Tasks beyond the limits are refused at once. If the queue is full, the client with the
 * most tasks gives one up to a client with fewer. The server's own tasks have no client and are never refused.
 */
export function createFairQueue(slots: number, bounds: QueueLimits) {
  const line = new WaitingQueue(bounds)
  let free = slots
  return async <Result>(client: string | undefined, work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1
    else await line.join(client)
    try {
      return await work()
    } finally {
      if (!line.startNext()) free += 1
    }
  }
}

class WaitingQueue {
  readonly #bounds: QueueLimits
  /** In round-robin order. */
  readonly #queues = new Map<string, Waiting[]>()
  #waiting = 0

  constructor(bounds: QueueLimits) {
    this.#bounds = bounds
  }

  #busy = () => {
    this.#bounds.onRefused?.()
    return refuseBusy(this.#bounds.sentence)
  }

  join(client: string | undefined): Promise<void> {
    const { perClient, total, patienceMs } = this.#bounds
    const queue = this.#queues.get(client ?? '') ?? []
    if (client !== undefined) {
      if (queue.length >= perClient) throw this.#busy()
      if (this.#waiting >= total) this.#takePlaceOfLongest(queue.length)
    }
    return new Promise((start, refuse) => {
      const waiter = { start, refuse }
      queue.push(waiter)
      this.#queues.set(client ?? '', queue)
      this.#waiting += 1
      if (patienceMs !== undefined) setTimeout(() => this.#giveUp(client ?? '', waiter), patienceMs).unref()
    })
  }

  /** False if no task is waiting. */
  startNext(): boolean {
    const [next] = this.#queues
    if (!next) return false
    const [client, queue] = next
    this.#queues.delete(client)
    queue.shift()?.start()
    this.#waiting -= 1
    if (queue.length > 0) this.#queues.set(client, queue)
    return true
  }

  /** Refuses a task that waited too long, unless it has started meanwhile. */
  #giveUp(client: string, waiter: Waiting): void {
    const queue = this.#queues.get(client) ?? []
    const place = queue.indexOf(waiter)
    if (place < 0) return
    queue.splice(place, 1)
    if (queue.length === 0) this.#queues.delete(client)
    this.#waiting -= 1
    waiter.refuse(this.#busy())
  }

  #takePlaceOfLongest(own: number): void {
    const ofClients = [...this.#queues].filter(([client]) => client !== '').map(([, queue]) => queue)
    const [longest] = ofClients.sort((a, b) => b.length - a.length)
    if (!longest || longest.length <= own + 1) throw this.#busy()
    longest.pop()?.refuse(this.#busy())
    this.#waiting -= 1
  }
}
