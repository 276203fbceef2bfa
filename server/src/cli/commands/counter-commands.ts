import { recordAudit } from '#platform/audit/audit.ts'
import { type CounterReport, rebuildCounters, verifyCounters } from '#platform/operations/counters.ts'
import { maintainedCounters } from '../../scheduled-jobs.ts'
import type { Command, Given } from '../command.ts'
import { printRows } from '../output/write-rows.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

export const counterCommands: readonly Command[] = [
  {
    name: 'counts verify',
    help: 'Compares every maintained counter with a recount. Exit code 1 if one differs.',
    run: verifyCounts,
  },
  { name: 'counts rebuild', help: 'Recomputes the counters that differ.', run: rebuildCounts },
]

/** Compares every maintained counter with a recount. The exit code is 1 if one differs. */
async function verifyCounts(settings: CommandSettings, { values }: Given): Promise<number> {
  const reports = await withContext(settings, ({ db }) => verifyCounters(db, maintainedCounters))
  printRows(reports, { json: values.json === true, nothing: '' })
  return reports.some(({ differences }) => differences > 0) ? 1 : 0
}

/** Recomputes the counters that differ, and reports the differences it found. */
async function rebuildCounts(settings: CommandSettings, { values }: Given): Promise<number> {
  const reports = await withContext(settings, async (context) => {
    const found = await rebuildCounters(context.db, maintainedCounters)
    await recordAudit(context, { action: 'command.counters-rebuilt', details: { counters: wrongNames(found) } })
    return found
  })
  return printRows(
    reports.map(({ name, differences }) => ({ name, rebuilt: differences > 0, differences })),
    { json: values.json === true, nothing: '' },
  )
}

const wrongNames = (reports: readonly CounterReport[]): string[] =>
  reports.filter(({ differences }) => differences > 0).map(({ name }) => name)
