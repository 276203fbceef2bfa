import { STAFF_ROLES, type StaffRole } from '@portico/core/access/staff-roles'
import { DAY_S } from '@portico/core/forms/calendar-day'
import { transact } from '#platform/database/transaction.ts'
import { inviteStaffByCommand } from '../../access/access.ts'
import { CliError } from '../cli-error.ts'
import { type Command, type Given, text } from '../command.ts'
import { printResult } from '../output/write-rows.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

export const userCommands: readonly Command[] = [
  {
    name: 'user add',
    options: {
      kind: { ...text('internal'), isRequired: true },
      email: { ...text('E'), isRequired: true },
      first: { ...text('F'), isRequired: true },
      last: { ...text('L'), isRequired: true },
      role: text('R'),
    },
    help: `Invites a member of the plan's staff: prints the activation link, and mails it.
The person chooses a user name and password there. R is their role:
administrator (everything; also without --role), reviewer, editor, auditor
or support.`,
    run: addUser,
  },
]

async function addUser(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
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
