import { INVITE_MANY_COLUMNS } from '@portico/core/access/forms'
import { INVITE_MANY_MAX_ROWS } from '@portico/core/access/limits'
import { completePermissions, isPermissionId } from '@portico/core/access/permissions'
import type { InviteBody, InviteManyBody, InviteManyResult } from '@portico/core/access/shapes'
import { STATUS } from '@portico/core/constants'
import { mapPerson, PERSON_FIELDS } from '@portico/core/forms/person-fields'
import { transact } from '#platform/database/transaction.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { type Acting, findReach } from '../acting.ts'
import { type CsvRow, parseCsv } from './csv.ts'
import { checkInvitation, invitePerson, joinProblems } from './invite.ts'

/**
 * Invites people from a CSV file. A bad row is reported with its line and all its
 * problems, and does not stop the others. A preview reports
 * the same for each row but sends no invitations.
 */
export async function inviteMany(
  context: Acting,
  { entity, csv, preview = false }: InviteManyBody,
): Promise<Outcome<InviteManyResult>> {
  const reach = await findReach(context, entity)
  if ('refusal' in reach) return reach
  const parsed = readRows(csv)
  if ('refusal' in parsed) return parsed
  const check = (invitation: InviteBody): Promise<Outcome<unknown>> => checkInvitation(context, invitation)
  const send = (invitation: InviteBody): Promise<Outcome<unknown>> =>
    transact(context, (inside) => invitePerson(inside, invitation))
  const rows: InviteManyResult['rows'] = []
  const lines = new Map<string, number>()
  for (const row of parsed.entity) {
    const { invitation, problems } = readInvitation(row, entity)
    const earlier = lines.get(personOf(row))
    const take = preview || problems.length > 0 ? check : send
    const outcome = earlier ? refuseRepeated(earlier) : await take(invitation)
    if ('refusal' in outcome) problems.push(outcome.refusal.message)
    const invited = problems.length === 0
    if (invited) lines.set(personOf(row), row.line)
    const message = invited ? (preview ? 'Can be invited.' : 'Invited.') : joinProblems(problems)
    rows.push({ ...describeRow(row), invited, message })
  }
  return { entity: { invited: rows.filter((row) => row.invited).length, rows } }
}

/** The row as the page lists it. A wrong role stays as it was written. */
function describeRow({ line, cells }: NamedRow): Omit<InviteManyResult['rows'][number], 'invited' | 'message'> {
  const name = `${cells.first_name ?? ''} ${cells.last_name ?? ''}`.trim()
  const permissions = completePermissions(namedPermissions(cells))
  return { line, name, email: cells.email ?? '', role: roleOf(cells), permissions }
}

const roleOf = (cells: NamedRow['cells']): string => (cells.role ?? '').toUpperCase()

const namedPermissions = (cells: NamedRow['cells']): string[] =>
  (cells.permissions ?? '')
    .toUpperCase()
    .split(/[\s|;,]+/)
    .filter(Boolean)

const personOf = ({ cells }: NamedRow): string =>
  [cells.first_name, cells.last_name, cells.email].join('\n').toLowerCase()

const refuseRepeated = (line: number) => refuse(STATUS.pageMessage, `The same person is on line ${line}.`)

type NamedRow = { line: number; cells: Record<string, string> }

function readRows(csv: string): Outcome<NamedRow[]> {
  const parsed = parseCsv(csv)
  if ('refusal' in parsed) return parsed
  const [header, ...rows] = parsed.entity
  if (!header) return refuse(STATUS.pageMessage, 'The file is empty.')
  const names = header.cells.map((cell) => cell.trim().toLowerCase())
  const missing = ['first_name', 'last_name', 'email', 'role'].filter((name) => !names.includes(name))
  if (missing.length > 0)
    return refuse(
      STATUS.pageMessage,
      `The first line must name the columns ${INVITE_MANY_COLUMNS.join(', ')}. Missing: ${missing.join(', ')}.`,
    )
  if (rows.length > INVITE_MANY_MAX_ROWS)
    return refuse(STATUS.pageMessage, `Please send at most ${INVITE_MANY_MAX_ROWS} people at once.`)
  return { entity: rows.map((row) => nameCells(names, row)) }
}

function nameCells(names: string[], { line, cells }: CsvRow): NamedRow {
  return { line, cells: Object.fromEntries(names.map((name, index) => [name, (cells[index] ?? '').trim()])) }
}

/**
 * Without permissions the person gets only the least. An invitation with problems is never sent; it has a valid role
 * and known permissions, so that the rest of the row can be checked too.
 */
function readInvitation({ cells }: NamedRow, entity: string): { invitation: InviteBody; problems: string[] } {
  const role = roleOf(cells)
  const isRole = role === 'AA' || role === 'AU'
  const named = namedPermissions(cells)
  const unknown = named.filter((id) => !isPermissionId(id))
  return {
    invitation: {
      entity,
      role: isRole ? role : 'AU',
      permissions: completePermissions(named.filter(isPermissionId)),
      ...mapPerson((field) => cells[PERSON_FIELDS[field].column] ?? ''),
    },
    problems: [
      ...(isRole ? [] : ['Role must be AA or AU.']),
      ...unknown.map((id) => `There is no permission ${id.slice(0, 20)}.`),
    ],
  }
}
