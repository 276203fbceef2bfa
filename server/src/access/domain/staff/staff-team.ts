import type { AddStaffBody, StaffRoleBody, StaffRow } from '@portico/core/access/account-shapes'
import { STAFF_ROLE_NAMES, type StaffRole } from '@portico/core/access/staff-roles'
import { STATUS } from '@portico/core/constants'
import { invitedProblems } from '@portico/core/forms/rules'
import { recordAudit } from '#platform/audit/audit.ts'
import { standardBrand } from '#platform/brands/brands.ts'
import type { InTransaction } from '#platform/context.ts'
import { isoTime } from '#platform/database/paged-list.ts'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import { plainName } from '#platform/mail/mail-body.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import type { Asked } from '../../store/decisions/four-eyes.ts'
import { type Account, findAccountByPublicId } from '../../store/people/accounts.ts'
import {
  findStaff,
  findStaffAdministrators,
  hasStaffAt,
  lockAdministrators,
  updateStaffRole,
} from '../../store/people/staff-accounts.ts'
import { createAccount, queueActivationLink } from '../accounts/accounts.ts'
import type { Acting, ActingInside } from '../acting.ts'
import { needsFourEyesApproval, refuseWithoutApprover, requestFourEyesApproval } from '../four-eyes.ts'
import { queueMailToPerson } from '../mail/person-mails.ts'
import { ACCOUNT_UNKNOWN, NO_LONGER_ADMINISTRATOR, STAFF_OWN_ROLE, STAFF_THERE } from '../sentences.ts'

/** Staff accounts and their roles (behaviour 15.10). */

export async function listStaff({ db, caller }: Acting): Promise<Outcome<StaffRow[]>> {
  const rows = await findStaff(db)
  return {
    entity: rows.map((row) => ({
      accountId: row.public_id,
      name: `${row.first_name} ${row.last_name}`.trim(),
      userName: row.username ?? '',
      email: row.email,
      role: row.staff_role ?? '',
      state: row.state,
      lastSignIn: isoTime(row.last_sign_in_at),
      isMe: row.id === caller.accountId,
    })),
  }
}

type NewStaff = Omit<AddStaffBody, 'role'> & { role: StaffRole; invitedBy: string | null }

/** The operator's command needs no four-eyes approval, so every administrator is notified of a new one. */
export async function inviteStaffByCommand(context: InTransaction, person: Omit<NewStaff, 'invitedBy'>) {
  const invited = await inviteStaff(context, { ...person, invitedBy: null })
  if ('refusal' in invited || person.role !== 'ADMINISTRATOR') return invited
  const name = `${person.firstName} ${person.lastName}`
  for (const id of await findStaffAdministrators(context.db))
    await queueMailToPerson(context, id, 'staff.administrator-added', {
      subject: 'An administrator was added on the server',
      sentence: `${plainName(name)} (${person.email}) was invited as an administrator by a command on the server. If you did not expect this, please contact your operator.`,
    })
  return invited
}

async function inviteStaff(
  context: InTransaction,
  { role, invitedBy, ...contact }: NewStaff,
): Promise<Outcome<{ accountId: string; url: string }>> {
  const staff = { role, invitedBy }
  const account = { kind: 'internal', brand: standardBrand.id, contact, state: 'INVITED', staff } as const
  const created = await createAccount(context, account)
  if ('refusal' in created) return created
  const { accountId, publicId } = created.entity
  await recordAudit(context, { action: 'staff.added', subjectAccountId: accountId, details: { role } })
  const sent = await queueActivationLink(context, { accountId })
  return 'refusal' in sent ? sent : { entity: { accountId: publicId, url: sent.entity.url } }
}

type Added = { accountId: string; waiting: boolean }

export async function addStaff(context: ActingInside, body: AddStaffBody): Promise<Outcome<Added>> {
  const problem = Object.values(invitedProblems(body)).find(Boolean)
  if (problem) return refuse(STATUS.pageMessage, problem.trim())
  const refused = await refuseFormerAdministrator(context)
  if (refused) return refused
  if (await hasStaffAt(context.db, body.email)) return refuse(STATUS.pageMessage, STAFF_THERE)
  if (body.role === 'ADMINISTRATOR' && needsFourEyesApproval(context)) {
    const { firstName, lastName, email } = body
    const person = { firstName, lastName, email }
    const asked = await requestAdministrator(context, { kind: 'INVITE_ADMINISTRATOR', person })
    return asked ?? { entity: { accountId: '', waiting: true } }
  }
  return inviteBy(context, body, context.caller.accountId)
}

async function inviteBy(context: InTransaction, body: AddStaffBody, invitedBy: string): Promise<Outcome<Added>> {
  const invited = await inviteStaff(context, { ...body, invitedBy })
  return 'refusal' in invited ? invited : { entity: { accountId: invited.entity.accountId, waiting: false } }
}

/** Returns a refusal if no administrator could approve. */
async function requestAdministrator(context: ActingInside, asked: Asked) {
  const refused = await refuseWithoutApprover(context)
  if (!refused) await requestFourEyesApproval(context, asked)
  return refused
}

/** After four-eyes approval. The requester is the inviter; the audit trail names the approver. */
export async function addAdministrator(
  context: ActingInside,
  person: Omit<AddStaffBody, 'role'>,
  requestedBy: string,
): Promise<Outcome<Added>> {
  if (await hasStaffAt(context.db, person.email)) return refuse(STATUS.pageMessage, STAFF_THERE)
  return inviteBy(context, { ...person, role: 'ADMINISTRATOR' }, requestedBy)
}

/** Takes effect at once, because every call reads the role again. A new administrator may need four-eyes approval. */
export async function changeStaffRole(
  context: ActingInside,
  body: StaffRoleBody,
): Promise<Outcome<{ waiting: boolean }>> {
  const refused = await refuseFormerAdministrator(context)
  if (refused) return refused
  const account = await findAccountByPublicId(context.db, body.accountId)
  if (account?.kind !== 'internal') return refuse(STATUS.notFound, ACCOUNT_UNKNOWN)
  if (account.id === context.caller.accountId) return refuse(STATUS.pageMessage, STAFF_OWN_ROLE)
  if (account.staff_role === body.role) return { entity: { waiting: false } }
  if (body.role === 'ADMINISTRATOR' && needsFourEyesApproval(context)) {
    const person = { firstName: account.first_name, lastName: account.last_name, email: account.email }
    const asked = { kind: 'MAKE_ADMINISTRATOR', accountId: account.public_id, person } as const
    return (await requestAdministrator(context, asked)) ?? { entity: { waiting: true } }
  }
  await setStaffRole(context, account, body.role)
  return { entity: { waiting: false } }
}

/** After four-eyes approval. */
export async function makeAdministrator(context: ActingInside, accountId: string): Promise<Outcome<true>> {
  const account = await findAccountByPublicId(context.db, accountId)
  if (account?.kind !== 'internal' || account.state === 'CLOSED') return refuse(STATUS.notFound, ACCOUNT_UNKNOWN)
  await setStaffRole(context, account, 'ADMINISTRATOR')
  return { entity: true }
}

async function setStaffRole(context: ActingInside, account: Account, role: StaffRole): Promise<void> {
  const details = { from: account.staff_role ?? 'none', to: role }
  await narrowAccess(context, {
    accountIds: [account.id],
    take: () => updateStaffRole(context, account.id, role),
    // Administrators can do everything, so any other change takes something away.
    ends: role === 'ADMINISTRATOR' ? 'NOTHING' : 'TOKENS',
    record: () => recordAudit(context, { action: 'staff.role-changed', subjectAccountId: account.id, details }),
    notify: () =>
      queueMailToPerson(context, account.id, 'staff.role-changed', {
        subject: 'Your role in the portal changed',
        sentence: `${context.caller.name} changed your role in the plan’s console, and you don’t need to do anything.`,
        more: [`Your role is now: ${STAFF_ROLE_NAMES[role]}.`],
      }),
  })
}

/**
 * Staff cannot act on themselves, so the acting administrator keeps the role. This check under lock ensures that one
 * administrator always remains.
 */
export async function refuseFormerAdministrator({ db, caller }: ActingInside) {
  const administrators = await lockAdministrators(db)
  return administrators.includes(caller.accountId) ? undefined : refuse(STATUS.pageMessage, NO_LONGER_ADMINISTRATOR)
}
