import { transact } from '#platform/database/transaction.ts'
import { checkDirectory, openDoor } from '../../staff-sign-in/staff-sign-in.ts'
import { parse } from '../arguments.ts'
import { CliError } from '../cli-error.ts'
import { printResult } from '../output/write-rows.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

const REASON_MAX = 500

/** Prints a one-time link for an administrator, for when the directory is away. */
export async function openDoorByCommand(settings: CommandSettings, args: string[]): Promise<number> {
  const { values, positionals } = parse(args, { reason: text, json: flag })
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
export async function testDirectory(settings: CommandSettings, args: string[]): Promise<number> {
  const { values } = parse(args, { json: flag })
  const checked = await checkDirectory(settings)
  const { problems, notes } = checked
  const result = problems.length > 0 ? problems : ['Staff can sign in through the directory with these settings.']
  printResult(values.json, checked, [...result, ...notes].join('\n'))
  return problems.length > 0 ? 1 : 0
}
