import { numbersOf } from '#platform/settings/numbers.ts'
import { type Command, flag, type Given, say } from '../command.ts'
import { findCounters, findPendingWork, findSweepRuns } from '../operator-store.ts'
import { describeSettings, writeSettings } from '../output/describe-settings.ts'
import { printRows } from '../output/write-rows.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

export const stateCommands: readonly Command[] = [
  { name: 'jobs', help: "Pending work of the server's jobs, and since when.", run: showJobs },
  { name: 'sweeps', help: 'Scheduled jobs: when each last ran, did something, failed.', run: showSweeps },
  {
    name: 'limits',
    options: { now: flag },
    help: 'The configured limits; with --now the current counts.',
    run: showLimits,
  },
  { name: 'settings', help: 'Every setting with its value and source. Secrets are not shown.', run: showSettings },
]

/** Pending work of each job, since when, and what failed. */
async function showJobs(settings: CommandSettings, { values }: Given): Promise<number> {
  const json = values.json === true
  const rows = await withContext(settings, findPendingWork)
  const shown = rows.map(({ problem, ...row }) => ({ ...row, problem: row.stuck > 0 ? problem : '' }))
  return printRows(shown, { json, nothing: 'No pending work.' })
}

/** Each scheduled job: last run, what it did, last failure. */
async function showSweeps(settings: CommandSettings, { values }: Given): Promise<number> {
  const json = values.json === true
  const rows = await withContext(settings, ({ db }) => findSweepRuns(db))
  return printRows(rows, { json, nothing: 'No scheduled job has run yet.' })
}

/** The configured limits; with --now the current counters, the highest first. */
async function showLimits(settings: CommandSettings, { values }: Given): Promise<number> {
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

async function showSettings(settings: CommandSettings, { values, env }: Given): Promise<number> {
  const shown = describeSettings(settings, env)
  say(values.json ? `${JSON.stringify(shown, null, 2)}\n` : writeSettings(shown))
  for (const sentence of [...settings.removed, ...settings.unknown]) process.stderr.write(`${sentence}\n`)
  return 0
}
