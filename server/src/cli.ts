import { describeDatabaseFailure } from '#platform/database/unavailable.ts'
import { SettingsError } from '#platform/settings/read-values.ts'
import { readSettings, type Settings } from '#platform/settings/settings.ts'
import { CliError } from './cli/cli-error.ts'
import { parse, say } from './cli/command.ts'
import { accountCommands } from './cli/commands/account-commands.ts'
import { auditCommands } from './cli/commands/audit-command.ts'
import { backupCommands } from './cli/commands/backup-commands.ts'
import { clientCommands } from './cli/commands/client-commands.ts'
import { counterCommands } from './cli/commands/counter-commands.ts'
import { importCommands } from './cli/commands/import-command.ts'
import { keyCommands } from './cli/commands/key-commands.ts'
import { mailCommands } from './cli/commands/mail-commands.ts'
import { migrateCommands } from './cli/commands/migrate-command.ts'
import { npiCommands } from './cli/commands/npi-commands.ts'
import { publishCommands } from './cli/commands/publish-command.ts'
import { retentionCommands } from './cli/commands/retention-commands.ts'
import { staffCommands } from './cli/commands/staff-commands.ts'
import { stateCommands } from './cli/commands/state-commands.ts'
import { userCommands } from './cli/commands/user-commands.ts'
import { describeDatabase, isInstalled, MissingEnvironment, requireEnvironment } from './cli/environment.ts'
import { readOperator } from './cli/operator.ts'
import { renderHelp } from './cli/output/help.ts'
import { FolderGiven, ImportError } from './plan-data/import/reading/import-error.ts'

/** Every command, in the order and groups of help. */
const GROUPS = [
  importCommands,
  publishCommands,
  userCommands,
  npiCommands,
  accountCommands,
  retentionCommands,
  mailCommands,
  stateCommands,
  auditCommands,
  counterCommands,
  clientCommands,
  staffCommands,
  keyCommands,
  migrateCommands,
  backupCommands,
]

const commands = new Map(GROUPS.flat().map((command) => [command.name, command]))

export const COMMANDS = [...commands.keys()]

/** Runs `npm run portico -- …`, the operator's commands. Returns the exit code. */
export async function run(given: string[], env = process.env, installed = isInstalled): Promise<number> {
  const { operator, others: args } = readOperator(given, env)
  const [first = 'help', second = ''] = args
  if (['help', '--help', '-h'].includes(first)) {
    say(asCalled(renderHelp(GROUPS)))
    return 0
  }
  const name = commands.has(first) ? first : `${first} ${second}`
  const command = commands.get(name)
  if (!command) throw new CliError(`Unknown command '${name.trim()}'. 'npm run portico -- help' lists them all.`)
  if (installed) requireEnvironment(env)
  const settings = readSettings(env)
  announceDatabase(settings, args.includes('--json'))
  return command.run({ ...settings, operator }, { ...parse(command, args.slice(name.split(' ').length)), env })
}

/** On standard error, where a command with --json prints JSON lines too. */
function announceDatabase(settings: Settings, json: boolean): void {
  const database = describeDatabase(settings)
  process.stderr.write(json ? `${JSON.stringify({ database })}\n` : `Database: ${database}\n`)
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
