import { numbersOf } from '#platform/settings/numbers.ts'
import { parse } from '../arguments.ts'
import { findCounters, findPendingWork, findSweepRuns } from '../operator-store.ts'
import { printRows } from '../output/write-rows.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

const isJson = (args: string[]): boolean => parse(args, { json: { type: 'boolean' } }).values.json === true

/** Pending work of each job, since when, and what failed. */
export async function showJobs(settings: CommandSettings, args: string[]): Promise<number> {
  const json = isJson(args)
  const rows = await withContext(settings, findPendingWork)
  const shown = rows.map(({ problem, ...row }) => ({ ...row, problem: row.stuck > 0 ? problem : '' }))
  return printRows(shown, { json, nothing: 'No pending work.' })
}

/** Each scheduled job: last run, what it did, last failure. */
export async function showSweeps(settings: CommandSettings, args: string[]): Promise<number> {
  const json = isJson(args)
  const rows = await withContext(settings, ({ db }) => findSweepRuns(db))
  return printRows(rows, { json, nothing: 'No scheduled job has run yet.' })
}

/** The configured limits; with --now the current counters, the highest first. */
export async function showLimits(settings: CommandSettings, args: string[]): Promise<number> {
  const { values } = parse(args, { json: { type: 'boolean' }, now: { type: 'boolean' } })
  const json = values.json === true
  if (values.now) {
    const rows = await withContext(settings, findCounters)
    return printRows(rows, { json, nothing: 'No limit has a count now.' })
  }
  const known = Object.entries(numbersOf('PORTICO_LIMIT_', settings.limits))
  const rows = known
    .filter(([setting]) => settings.names.includes(setting))
    .map(([setting, limit]) => ({ setting, limit }))
  return printRows(rows, { json, nothing: '' })
}
