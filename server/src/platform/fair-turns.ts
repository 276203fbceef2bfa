import { HttpFailure } from './errors.ts'

/** How much work may wait: for one asker, and for all of them together; and how long, where that has an end. */
export type WaitingBounds = { perAsker: number; inAll: number; patienceMs?: number }

type Waiting = { start: () => void; refuse: (busy: HttpFailure) => void }

const RETRY_AFTER_SECONDS = 5

const busy = () =>
  new HttpFailure(503, 'busy', 'The portal is very busy. Please wait a few seconds and try again.', RETRY_AFTER_SECONDS)

/**
 * Lets at most `places` pieces of work run at once. The askers who wait take turns with one piece each, so that whoever
 * asks for much waits for it alone. What would wait beyond the bounds is refused at once. Where all places to wait are
 * taken, the asker with the most gives one up to somebody with fewer. Work nobody asked for is the server's own and
 * always waits.
 */
export function createFairTurns(places: number, bounds: WaitingBounds) {
  let free = places
  let waiting = 0
  /** In the order of their next turn. */
  const queues = new Map<string, Waiting[]>()

  function wait(asker: string | undefined): Promise<void> {
    const queue = queues.get(asker ?? '') ?? []
    if (asker !== undefined) {
      if (queue.length >= bounds.perAsker) throw busy()
      if (waiting >= bounds.inAll) takePlaceOfLongest(queue.length)
    }
    return new Promise((start, refuse) => {
      const waiter = { start, refuse }
      queue.push(waiter)
      queues.set(asker ?? '', queue)
      waiting += 1
      if (bounds.patienceMs !== undefined) setTimeout(() => giveUp(asker ?? '', waiter), bounds.patienceMs).unref()
    })
  }

  /** Whoever has waited too long; nobody where the turn has come meanwhile. */
  function giveUp(asker: string, waiter: Waiting): void {
    const queue = queues.get(asker) ?? []
    const place = queue.indexOf(waiter)
    if (place < 0) return
    queue.splice(place, 1)
    if (queue.length === 0) queues.delete(asker)
    waiting -= 1
    waiter.refuse(busy())
  }

  function takePlaceOfLongest(own: number): void {
    const asked = [...queues].filter(([asker]) => asker !== '').map(([, queue]) => queue)
    const [longest] = asked.sort((a, b) => b.length - a.length)
    if (!longest || longest.length <= own + 1) throw busy()
    longest.pop()?.refuse(busy())
    waiting -= 1
  }

  function startNext(): void {
    const [next] = queues
    if (!next) {
      free += 1
      return
    }
    const [asker, queue] = next
    queues.delete(asker)
    queue.shift()?.start()
    waiting -= 1
    if (queue.length > 0) queues.set(asker, queue)
  }

  return async <Result>(asker: string | undefined, work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1
    else await wait(asker)
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}
