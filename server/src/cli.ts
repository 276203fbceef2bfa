import { STAFF_ROLES, type StaffRole } from '@portico/core/access/staff-roles'
import { DAY_S } from '@portico/core/forms/calendar-day'
import { openAnchorFile } from '#platform/audit/anchor.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { verifyAudit } from '#platform/audit/verify.ts'
import { type Migrated, migrateToLatest } from '#platform/database/migrate.ts'
import { transact } from '#platform/database/transaction.ts'
import { describeDatabaseFailure } from '#platform/database/unavailable.ts'
import { SettingsError } from '#platform/settings/read-values.ts'
import { readSettings, type Settings } from '#platform/settings/settings.ts'
import { inviteStaffByCommand } from './access/access.ts'
import { settleDeactivations } from './access/domain/people/deactivations.ts'
import { recordMissing, restoreReturned } from './access/domain/people/missing.ts'
import { parse, say } from './cli/arguments.ts'
import { CliError } from './cli/cli-error.ts'
import { listAccounts, listFactors, reopen, resetFactors, unlockAccount } from './cli/commands/account-commands.ts'
import { runBackup, runRestore } from './cli/commands/backup-commands.ts'
import {
  addApplication,
  disableApplication,
  listApplications,
  rotateApplication,
  showApplication,
} from './cli/commands/client-commands.ts'
import { rebuildCounts, verifyCounts } from './cli/commands/counter-commands.ts'
import { finish, rotate, rotateSigning, showKeys } from './cli/commands/key-commands.ts'
import { failMailPermanently, listMail, requeueMail } from './cli/commands/mail-commands.ts'
import { listNpis, unlockNpi } from './cli/commands/npi-commands.ts'
import { publishDirectoryByCommand } from './cli/commands/publish-command.ts'
import { addHold, erase, exportAccount, listHolds, releaseHold } from './cli/commands/retention-commands.ts'
import { openDoorByCommand, testDirectory } from './cli/commands/staff-commands.ts'
import { showJobs, showLimits, showSweeps } from './cli/commands/state-commands.ts'
import { describeDatabase, isInstalled, MissingEnvironment, requireEnvironment } from './cli/environment.ts'
import { type OpenDatabase, openDatabase } from './cli/open-database.ts'
import { readOperator } from './cli/operator.ts'
import { describeAuditProof, describeImport } from './cli/output/describe-results.ts'
import { describeSettings, writeSettings } from './cli/output/describe-settings.ts'
import { HELP } from './cli/output/help.ts'
import { ProgressLine, reportVerification } from './cli/output/progress-line.ts'
import { printResult } from './cli/output/write-rows.ts'
import { type CommandSettings, commandContext, connectApp, withContext } from './cli/with-context.ts'
import { importFile } from './plan-data/import/import-file.ts'
import { SuspensionsRefused } from './plan-data/import/merging/deactivations.ts'
import { RemovalsRefused } from './plan-data/import/merging/removals.ts'
import { FolderGiven, ImportError } from './plan-data/import/reading/import-error.ts'
import { IMPORT_KINDS, type ImportKindName } from './plan-data/import/staging/import-kind.ts'
import { refreshAfterImport, refreshPublished } from './provider-directory/provider-directory.ts'

type Command = (settings: CommandSettings, args: string[], env: NodeJS.ProcessEnv) => Promise<number>

const commands: Record<string, Command> = {
  import: runImport,
  'user add': addUser,
  'npis list': listNpis,
  'npis unlock': unlockNpi,
  'accounts list': listAccounts,
  'accounts unlock': unlockAccount,
  'accounts reopen': reopen,
  'factors list': listFactors,
  'factors reset': resetFactors,
  'export account': exportAccount,
  'erase account': erase,
  'holds add': addHold,
  'holds list': listHolds,
  'holds release': releaseHold,
  'mail list': listMail,
  'mail requeue': requeueMail,
  'mail give-up': failMailPermanently,
  jobs: showJobs,
  sweeps: showSweeps,
  limits: showLimits,
  'audit verify': verifyAuditTrail,
  'counts verify': verifyCounts,
  'counts rebuild': rebuildCounts,
  'clients add': addApplication,
  'clients list': listApplications,
  'clients show': showApplication,
  'clients rotate': rotateApplication,
  'clients disable': disableApplication,
  'publish directory': publishDirectoryByCommand,
  'staff open-door': openDoorByCommand,
  'staff oidc-test': testDirectory,
  'keys status': showKeys,
  'keys rotate': rotate,
  'keys finish': finish,
  'keys rotate-signing': rotateSigning,
  migrate,
  backup: runBackup,
  restore: runRestore,
  settings: showSettings,
}

export const COMMANDS = Object.keys(commands)

/** Runs `npm run portico -- …`, the operator's commands. Returns the exit code. */
export async function run(given: string[], env = process.env, installed = isInstalled): Promise<number> {
  const { operator, others: args } = readOperator(given, env)
  const [first = 'help', second = ''] = args
  if (['help', '--help', '-h'].includes(first)) {
    say(asCalled(HELP))
    return 0
  }
  const name = first in commands ? first : `${first} ${second}`
  const command = commands[name]
  if (!command) throw new CliError(`Unknown command '${name.trim()}'. 'npm run portico -- help' lists them all.`)
  if (installed) requireEnvironment(env)
  const settings = readSettings(env)
  announceDatabase(settings, args.includes('--json'))
  return command({ ...settings, operator }, args.slice(name.split(' ').length), env)
}

/** On standard error, where a command with --json prints JSON lines too. */
function announceDatabase(settings: Settings, json: boolean): void {
  const database = describeDatabase(settings)
  process.stderr.write(json ? `${JSON.stringify({ database })}\n` : `Database: ${database}\n`)
}

async function runImport(settings: CommandSettings, args: string[]): Promise<number> {
  const { values, positionals } = parse(args, {
    snapshot: { type: 'boolean' },
    'accept-removals': { type: 'string' },
    confirm: { type: 'boolean' },
    rejects: { type: 'string' },
    json: { type: 'boolean' },
  })
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

async function addUser(settings: CommandSettings, args: string[]): Promise<number> {
  const text = { type: 'string' } as const
  const { values, positionals } = parse(args, {
    ...{ kind: text, email: text, first: text, last: text, role: text },
    json: { type: 'boolean' },
  })
  if (values.kind !== 'internal') throw new CliError('This command adds only plan staff: use --kind internal.')
  const [email, firstName, lastName] = [values.email, values.first, values.last].map((value) =>
    String(value ?? '').trim(),
  )
  if (!email || !firstName || !lastName || positionals.length)
    throw new CliError('Give --email, --first and --last, for example --first Ana --last Silva.')
  const role = readStaffRole(values.role)
  return withContext(settings, async (context) => {
    const outcome = await transact(context, (inside) =>
      inviteStaffByCommand(inside, { firstName, lastName, email, role }),
    )
    if ('refusal' in outcome) throw new CliError(outcome.refusal.message)
    const days = Math.round(settings.lifetimes.activationLink / DAY_S)
    const { url } = outcome.entity
    const sentence = `${firstName} ${lastName} can complete the account within ${days} days at:\n${url}`
    return printResult(values.json, { email, role: role.toLowerCase(), url, days }, sentence)
  })
}

/** The first staff account must be able to add the others. */
function readStaffRole(given: string | boolean | undefined): StaffRole {
  const role = STAFF_ROLES.find((known) => known === String(given ?? 'administrator').toUpperCase())
  if (!role) throw new CliError(`--role is one of: ${STAFF_ROLES.join(', ').toLowerCase()}.`)
  return role
}

async function verifyAuditTrail(settings: CommandSettings, args: string[]): Promise<number> {
  const { values } = parse(args, { anchor: { type: 'string' }, json: { type: 'boolean' } })
  const file = typeof values.anchor === 'string' ? values.anchor : undefined
  return withContext(settings, async (context) => {
    const anchors = file === undefined ? undefined : await openAnchorFile(file).catch(refuseFile)
    const proof = await verifyAudit(context.db, {
      ...settings,
      anchors,
      onProgress: reportVerification(values.json === true),
    })
    say(values.json ? `${JSON.stringify(proof, null, 2)}\n` : describeAuditProof(proof))
    if (file !== undefined && proof.anchored.seals === 0)
      throw new CliError(`No line of ${file} was written by this portal, so the file proves nothing.`)
    if (proof.ok) await recordAudit(context, { action: 'command.audit-verified', details: { rows: proof.rows } })
    return proof.ok ? 0 : 1
  })
}

function refuseFile({ code, path }: NodeJS.ErrnoException): never {
  throw new CliError(`The file ${path} cannot be opened (${code}).`)
}

async function showSettings(settings: CommandSettings, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values } = parse(args, { json: { type: 'boolean' } })
  const shown = describeSettings(settings, env)
  say(values.json ? `${JSON.stringify(shown, null, 2)}\n` : writeSettings(shown))
  for (const sentence of [...settings.removed, ...settings.unknown]) process.stderr.write(`${sentence}\n`)
  return 0
}

async function migrate(settings: CommandSettings, args: string[]): Promise<number> {
  const { values } = parse(args, { json: { type: 'boolean' }, 'set-password': { type: 'boolean' } })
  const setPassword = values['set-password'] === true
  const database = await openDatabase(settings)
  try {
    const log = (line: string) => (values.json ? process.stderr : process.stdout).write(`${line}\n`)
    const done = await migrateToLatest({ ...database, log, setPassword })
    if (done.migrations.length > 0 || done.passwordSet) await recordMigration(settings, database, done)
    return printResult(values.json, { migrated: true }, 'The database is migrated to this release.')
  } finally {
    await database.close()
  }
}

async function recordMigration(settings: CommandSettings, database: OpenDatabase, done: Migrated): Promise<void> {
  const connection = connectApp(database, settings)
  const recording = recordAudit(commandContext(settings, connection), { action: 'command.migrated', details: done })
  await recording.finally(connection.close)
}

/** The archive calls the program by its own name, a checkout by npm. */
const asCalled = (text: string): string =>
  process.env.npm_lifecycle_event === 'portico' ? text : text.replaceAll('npm run portico --', 'portico')

/** A message for what the operator can fix, a stack trace for anything else. */
export function describeFailure(error: Error): string {
  const expected = [CliError, ImportError, SettingsError].some((kind) => error instanceof kind)
  if (expected) return `${asCalled(error.message)}\n`
  return `${describeDatabaseFailure(error) ?? error.stack ?? error.message}\n`
}

/** 2 for a command that was given nothing to work on: no settings, or a folder in place of a file. */
export const exitCodeOf = (error: Error): number =>
  error instanceof MissingEnvironment || error instanceof FolderGiven ? 2 : 1

if (import.meta.main) {
  process.exitCode = await run(process.argv.slice(2)).catch((error: Error) => {
    process.stderr.write(describeFailure(error))
    return exitCodeOf(error)
  })
}
