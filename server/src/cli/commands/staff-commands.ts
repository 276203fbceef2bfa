import { transact } from '#platform/database/transaction.ts'
import { checkDirectory, openDoor } from '../../staff-sign-in/staff-sign-in.ts'
import { CliError } from '../cli-error.ts'
import { type Command, type Given, text } from '../command.ts'
import { printResult } from '../output/write-rows.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

export const staffCommands: readonly Command[] = [
  {
    name: 'staff open-door',
    takes: 'ACCOUNT',
    options: { reason: { ...text('TEXT'), isRequired: true } },
    help: `Prints a one-time link for an administrator, for when the plan's directory is away.
It works for 15 minutes, asks for the administrator's second factor and notifies the others.`,
    run: openDoorByCommand,
  },
  {
    name: 'staff oidc-test',
    help: "Says what is wrong with the settings of the plan's directory. Exit code 1 if something is.",
    run: testDirectory,
  },
]

const REASON_MAX = 500

/** Prints a one-time link for an administrator, for when the directory is away. */
async function openDoorByCommand(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
  const [account, ...more] = positionals
  const reason = String(values.reason ?? '').trim()
  if (!account || more.length > 0 || !reason || reason.length > REASON_MAX)
    throw new CliError('Name one administrator and give --reason, for example --reason "The directory is down".')
  const outcome = await withContext(settings, (context) =>
    transact(context, (inside) => openDoor(inside, { account, reason })),
  )
  if ('refusal' in outcome) throw new CliError(outcome.refusal.message)
  const { url, minutes } = outcome.entity
  return printResult(
    values.json,
    outcome.entity,
    `The link works once, within ${minutes} minutes. Every other administrator is notified.\n${url}`,
  )
}

/** Exit code 1 if something is wrong. */
async function testDirectory(settings: CommandSettings, { values }: Given): Promise<number> {
  const checked = await checkDirectory(settings)
  const { problems, notes } = checked
  const result = problems.length > 0 ? problems : ['Staff can sign in through the directory with these settings.']
  printResult(values.json, checked, [...result, ...notes].join('\n'))
  return problems.length > 0 ? 1 : 0
}
