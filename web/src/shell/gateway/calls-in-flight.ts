import { HTTP_TIMEOUT_MS, SLOW_CALL_MS } from '@portico/core/constants'
import { runAfter } from '#kit/clock.ts'

/** The calls that wait for a reply. */
export function createCallsInFlight() {
  const calls = new Set<AbortController>()
  const slow = new Set<AbortController>()
  const listeners = new Set<(isSlow: boolean) => void>()
  const report = () => {
    for (const listener of listeners) listener(slow.size > 0)
  }

  return {
    /** Aborts the call at its time limit, or with all others. */
    run: async <Result>(send: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
      const call = new AbortController()
      calls.add(call)
      const cancelTimeout = runAfter(HTTP_TIMEOUT_MS, () => call.abort(new DOMException('', 'TimeoutError')))
      const cancelSlowness = runAfter(SLOW_CALL_MS, () => {
        slow.add(call)
        report()
      })
      try {
        return await send(call.signal)
      } finally {
        cancelTimeout()
        cancelSlowness()
        calls.delete(call)
        if (slow.delete(call)) report()
      }
    },
    abort: () => {
      for (const call of calls) call.abort()
    },
    onSlow: (listener: (isSlow: boolean) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type CallsInFlight = ReturnType<typeof createCallsInFlight>
