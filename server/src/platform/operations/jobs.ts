import type { Deps } from '../deps.ts'
import { hit } from '../limits/limits.ts'

/**
 * Work that outlives a request. What waits is rows with a due date, written by the business transaction itself; a job
 * asks again and again what is due. Every handler is safe in several processes and after a process died.
 */
export type JobHandlers = {
  sendDueMail(): Promise<unknown>
  carryOutDecisions(): Promise<unknown>
  sealAudit(): Promise<unknown>
  sweep(): Promise<unknown>
}

export type RunningJobs = { stop(): Promise<void> }

/** Seconds between two looks at what is due. */
const looks = { mail: 1, decisions: 1, seal: 5, sweep: 15 }

/** Starts working. A database that goes away is waited for. */
export function startJobs(deps: Deps, handlers: JobHandlers, every = looks): RunningJobs {
  // Once a minute for all processes together; a missed minute needs no catching up, due dates are columns.
  const sweepInTurn = async () => {
    const turn = { key: 'job:sweep', limit: 1, windowSeconds: 60 }
    if (await hit({ db: deps.db, now: deps.clock.now() }, turn)) await handlers.sweep()
  }
  const jobs = [
    repeat(deps, 'send due mail', every.mail, handlers.sendDueMail),
    repeat(deps, 'carry out decisions', every.decisions, handlers.carryOutDecisions),
    repeat(deps, 'seal audit', every.seal, handlers.sealAudit),
    repeat(deps, 'sweep', every.sweep, sweepInTurn),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

/** Runs a job again and again, never twice at once in this process; a failure is noted and the next turn comes. */
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
