import type { Deps } from '../deps.ts'
import { hit } from '../limits/limits.ts'
import { checkClock } from './database-conditions.ts'

/**
 * Work that outlives a request. Pending work is rows with a due date, written by the business transaction; each job
 * polls for due rows. Every handler is safe in several processes and after a crash.
 */
export type JobHandlers = {
  sendDueMail(): Promise<unknown>
  deliverLogouts(): Promise<unknown>
  carryOutDecisions(): Promise<unknown>
  sealAudit(): Promise<unknown>
  /** Takes minutes in a large directory, so it does not wait for the sweep, nor the sweep for it. */
  publishDirectory(): Promise<unknown>
  sweep(): Promise<unknown>
}

export type RunningJobs = { stop(): Promise<void> }

/** Seconds between two polls. */
const looks = { mail: 1, logouts: 1, decisions: 1, seal: 5, directory: 20, sweep: 15 }

/** Starts the jobs. If the database is unavailable, they wait for it. */
export function startJobs(deps: Deps, handlers: JobHandlers, every = looks): RunningJobs {
  // Once a minute across all processes. A missed minute needs no catching up, because due dates are columns.
  const sweepInTurn = async () => {
    // A wrong clock would end sessions, links and access too early.
    const wrongClock = await checkClock(deps)
    if (wrongClock) return deps.log.error(wrongClock)
    const turn = { key: 'job:sweep', limit: 1, windowSeconds: 60 } as const
    if (await hit({ db: deps.db, now: deps.clock.now() }, turn)) await handlers.sweep()
  }
  const jobs = [
    repeat(deps, 'send due mail', every.mail, handlers.sendDueMail),
    repeat(deps, 'deliver logouts', every.logouts, handlers.deliverLogouts),
    repeat(deps, 'carry out decisions', every.decisions, handlers.carryOutDecisions),
    repeat(deps, 'seal audit', every.seal, handlers.sealAudit),
    repeat(deps, 'publish directory', every.directory, handlers.publishDirectory),
    repeat(deps, 'sweep', every.sweep, sweepInTurn),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

/**
 * Repeats a job, never twice at once in this process. A failure is logged, and the job runs again at its next interval.
 */
function repeat(deps: Deps, name: string, seconds: number, run: () => Promise<unknown>): RunningJobs {
  let stopped = false
  let turn: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    timer = setTimeout(() => {
      turn = run()
        .catch((error: { code?: string }) =>
          deps.log.warn({ job: name, code: error.code }, 'job failed, will run again'),
        )
        .finally(() => stopped || next())
    }, seconds * 1000)
    timer.unref()
  }
  next()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await turn
    },
  }
}
