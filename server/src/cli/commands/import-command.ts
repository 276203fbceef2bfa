import { recordAudit } from '#platform/audit/audit.ts'
import { settleDeactivations } from '../../access/domain/people/deactivations.ts'
import { recordMissing, restoreReturned } from '../../access/domain/people/missing.ts'
import { importFile } from '../../plan-data/import/import-file.ts'
import { SuspensionsRefused } from '../../plan-data/import/merging/deactivations.ts'
import { RemovalsRefused } from '../../plan-data/import/merging/removals.ts'
import { IMPORT_KINDS, type ImportKindName } from '../../plan-data/import/staging/import-kind.ts'
import { refreshAfterImport, refreshPublished } from '../../provider-directory/provider-directory.ts'
import { CliError } from '../cli-error.ts'
import { type Command, flag, type Given, say, text } from '../command.ts'
import { describeImport } from '../output/describe-results.ts'
import { ProgressLine } from '../output/progress-line.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

export const importCommands: readonly Command[] = [
  {
    name: 'import',
    takes: 'KIND FILE',
    options: { snapshot: flag, 'accept-removals': text('N'), confirm: flag, rejects: text('FILE') },
    help: `Imports a CSV file (also compressed: .gz) as plan data. KIND is one of:
  nppes         the national provider file as CMS publishes it, complete or weekly,
                or its monthly file of deactivations (XLSX or CSV)
  network       the plan's network: one row per NPI and group
  claims        claims
  members       members
  sco-cases     Senior Care Options cases
  sco-invoices  Senior Care Options invoices
  plans         the plan's products, each with its network
  locations     where providers practice: address, phone, hours
  practices     who practices where: one row per NPI, location, group and network
The first line names the columns, in any order; unknown columns are ignored.
A column that is not in the file keeps its stored values.
Bad rows are listed with line number and reason in FILE.rejects.csv (or where
--rejects says) and do not stop the others. Importing a file again changes nothing.
--snapshot (network, members, plans, locations, practices): the file is complete.
What is missing leaves. Access based on missing providers or members is suspended
with notice a day later.
An import that would remove more than a tenth, or an entity with an active SAA,
changes nothing unless --accept-removals names the number of missing ones.
Deactivated NPIs suspend access. If that is more than one percent of the grants for
single NPIs, nothing changes without --confirm.`,
    run: runImport,
  },
]

async function runImport(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
  const [kind, file, ...more] = positionals
  if (!isImportKind(kind)) throw new CliError(`Unknown kind of file. Use one of: ${IMPORT_KINDS.join(', ')}.`)
  if (!file || more.length) throw new CliError(`Name one file: npm run portico -- import ${kind} FILE`)
  const snapshot = values.snapshot === true
  if (values.confirm && kind !== 'nppes') throw new CliError('--confirm belongs to nppes.')
  const acceptedRemovals = readAccepted(values['accept-removals'], snapshot)
  const line = new ProgressLine(process.stderr, { json: values.json === true })
  const startedAt = performance.now()
  return withContext(settings, async (context, database) => {
    const report = await importFile({
      kind,
      file,
      snapshot,
      ...(typeof values.rejects === 'string' ? { rejectsFile: values.rejects } : {}),
      config: database.owner,
      secretKey: settings.secretKey,
      now: new Date(),
      onProgress: (progress) => line.show(progress),
      removalsPercent: settings.importRemovalsPercent,
      ...(acceptedRemovals === undefined ? {} : { acceptedRemovals }),
      onSuspended: (trx, { now, ...suspended }) => recordMissing({ ...context, now, db: trx }, suspended),
      restoreReturned: (trx, now) => restoreReturned({ ...context, now, db: trx }),
      suspensionsPercent: settings.importSuspensionsPercent,
      confirmed: values.confirm === true,
      settleDeactivations: (trx, { now, ...settle }) => settleDeactivations({ ...context, now, db: trx }, settle),
      publish: (trx, npis, now) => refreshPublished({ ...context, now, db: trx }, { npis }),
    })
      .catch((error) => {
        if (values.json) sayRefused(error)
        throw error
      })
      .finally(() => line.end())
    await refreshAfterImport(context, kind)
    const { rejectsFile: _, ...counts } = report
    await recordAudit(context, { action: 'command.imported', details: { kind, snapshot, ...counts } })
    const text = describeImport(kind, file, report, (performance.now() - startedAt) / 1000)
    say(values.json ? `${JSON.stringify(report, null, 2)}\n` : text)
    return 0
  })
}

/** The figures of an import that needs consent, for programs. */
function sayRefused(error: unknown): void {
  const refused =
    error instanceof RemovalsRefused
      ? error.removals
      : error instanceof SuspensionsRefused
        ? error.suspensions
        : undefined
  if (refused) say(`${JSON.stringify({ refused }, null, 2)}\n`)
}

function readAccepted(given: string | boolean | undefined, snapshot: boolean): number | undefined {
  if (given === undefined) return undefined
  if (!snapshot) throw new CliError('--accept-removals belongs to --snapshot.')
  if (!/^\d{1,9}$/.test(String(given))) throw new CliError('--accept-removals takes the number of missing rows.')
  return Number(given)
}

function isImportKind(text: string | undefined): text is ImportKindName {
  return IMPORT_KINDS.some((kind) => kind === text)
}
