/**
 * Lets identical work that is still running be shared instead of started again: fifty clicks on one button hash one
 * password. Only a saving; that nothing is done twice is the database's promise, in any number of processes.
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
