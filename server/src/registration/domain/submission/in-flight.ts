/**
 * Shares identical work that is still running: fifty clicks on one button hash one password. This only saves time; the
 * database prevents duplicates across processes.
 */
export function createInFlight<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>()
  return (key, work) => {
    const shared = running.get(key)
    if (shared) return shared
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
