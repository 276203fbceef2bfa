import { setTimeout as sleep } from 'node:timers/promises'

/** The result, or undefined if the work fails or takes too long. It is not canceled. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const timer = new AbortController()
  const late = sleep(ms, undefined, { signal: timer.signal, ref: false }).catch(() => undefined)
  return Promise.race([work.catch(() => undefined), late]).finally(() => timer.abort())
}
