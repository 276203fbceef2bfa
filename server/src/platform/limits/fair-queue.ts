import { HttpFailure } from '../http/errors.ts'

/** How much work may wait: for one asker, and for all of them together; how long, where that has an end; what is said. */
export type WaitingBounds = { perAsker: number; inAll: number; patienceMs?: number; sentence?: string }

type Waiting = { start: () => void; refuse: (busy: HttpFailure) => void }

const RETRY_AFTER_SECONDS = 5

const VERY_BUSY = 'The portal is very busy. Please wait a few seconds and try again.'

export const refuseBusy = (sentence = VERY_BUSY) => new HttpFailure(503, 'busy', sentence, RETRY_AFTER_SECONDS)

/**
 * Lets at most `places` pieces of work run at once. The askers who wait take turns with one piece each, so that whoever
 * asks for much waits for it alone. What would wait beyond the bounds is refused at once. Where all places to wait are
 * taken, the asker with the most gives one up to somebody with fewer. Work nobody asked for is the server's own and
 * always waits.
 */
export function createFairTurns(places: number, bounds: WaitingBounds) {
  const line = new WaitingLine(bounds)
  let free = places
  return async <Result>(asker: string | undefined, work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1
    else await line.join(asker)
    try {
      return await work()
    } finally {
      if (!line.startNext()) free += 1
    }
  }
}

class WaitingLine {
  readonly #bounds: WaitingBounds
  /** In the order of their next turn. */
  readonly #queues = new Map<string, Waiting[]>()
  #waiting = 0

  constructor(bounds: WaitingBounds) {
    this.#bounds = bounds
  }

  #busy = () => refuseBusy(this.#bounds.sentence)

  join(asker: string | undefined): Promise<void> {
    const { perAsker, inAll, patienceMs } = this.#bounds
    const queue = this.#queues.get(asker ?? '') ?? []
    if (asker !== undefined) {
      if (queue.length >= perAsker) throw this.#busy()
      if (this.#waiting >= inAll) this.#takePlaceOfLongest(queue.length)
    }
    return new Promise((start, refuse) => {
      const waiter = { start, refuse }
      queue.push(waiter)
      this.#queues.set(asker ?? '', queue)
      this.#waiting += 1
      if (patienceMs !== undefined) setTimeout(() => this.#giveUp(asker ?? '', waiter), patienceMs).unref()
    })
  }

  /** False when nobody waits. */
  startNext(): boolean {
    const [next] = this.#queues
    if (!next) return false
    const [asker, queue] = next
    this.#queues.delete(asker)
    queue.shift()?.start()
    this.#waiting -= 1
    if (queue.length > 0) this.#queues.set(asker, queue)
    return true
  }

  /** Whoever has waited too long; nobody where the turn has come meanwhile. */
  #giveUp(asker: string, waiter: Waiting): void {
    const queue = this.#queues.get(asker) ?? []
    const place = queue.indexOf(waiter)
    if (place < 0) return
    queue.splice(place, 1)
    if (queue.length === 0) this.#queues.delete(asker)
    this.#waiting -= 1
    waiter.refuse(this.#busy())
  }

  #takePlaceOfLongest(own: number): void {
    const asked = [...this.#queues].filter(([asker]) => asker !== '').map(([, queue]) => queue)
    const [longest] = asked.sort((a, b) => b.length - a.length)
    if (!longest || longest.length <= own + 1) throw this.#busy()
    longest.pop()?.refuse(this.#busy())
    this.#waiting -= 1
  }
}
