import type { AddStaffBody, StaffRoleBody, StaffRow } from '@portico/core/access/account-shapes'
import { STAFF_ROLE_NAMES, type StaffRole } from '@portico/core/access/staff-roles'
import { STATUS } from '@portico/core/constants'
import { invitedProblems } from '@portico/core/forms/rules'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { standardBrand } from '../../../platform/brands/brands.ts'
import type { InTransaction } from '../../../platform/context.ts'
import { isoTime } from '../../../platform/database/paged-list.ts'
import { type Outcome, refuse } from '../../../platform/outcome.ts'
import { findAccountByPublicId } from '../../store/people/accounts.ts'
import { findStaff, hasStaffAt, lockAdministrators, updateStaffRole } from '../../store/people/staff-accounts.ts'
import type { Acting, ActingInside } from '../acting.ts'
import { createAccount, queueActivationLink } from '../people/accounts.ts'
import { queueMailToPerson } from '../people/suspension.ts'
import { ACCOUNT_UNKNOWN, NO_LONGER_ADMINISTRATOR, STAFF_OWN_ROLE, STAFF_THERE } from './staff-sentences.ts'

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

/** Called by an administrator in the console, or by the operator on the command line. */
export async function inviteStaff(
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

export async function addStaff(context: ActingInside, body: AddStaffBody): Promise<Outcome<{ accountId: string }>> {
  const problem = Object.values(invitedProblems(body)).find(Boolean)
  if (problem) return refuse(STATUS.pageMessage, problem.trim())
  const refused = await refuseFormerAdministrator(context)
  if (refused) return refused
  if (await hasStaffAt(context.db, body.email)) return refuse(STATUS.pageMessage, STAFF_THERE)
  const invited = await inviteStaff(context, { ...body, invitedBy: context.caller.accountId })
  return 'refusal' in invited ? invited : { entity: { accountId: invited.entity.accountId } }
}

/** Takes effect at once, because every call reads the role again. */
export async function changeStaffRole(context: ActingInside, body: StaffRoleBody): Promise<Outcome<true>> {
  const refused = await refuseFormerAdministrator(context)
  if (refused) return refused
  const account = await findAccountByPublicId(context.db, body.accountId)
  if (account?.kind !== 'internal') return refuse(STATUS.notFound, ACCOUNT_UNKNOWN)
  if (account.id === context.caller.accountId) return refuse(STATUS.pageMessage, STAFF_OWN_ROLE)
  if (account.staff_role === body.role) return { entity: true }
  await updateStaffRole(context.db, account.id, body.role)
  const details = { from: account.staff_role ?? 'none', to: body.role }
  await recordAudit(context, { action: 'staff.role-changed', subjectAccountId: account.id, details })
  await queueMailToPerson(context, account.id, 'staff.role-changed', {
    subject: 'Your role in the portal changed',
    sentence: `${context.caller.name} changed your role in the plan’s console, and you don’t need to do anything.`,
    more: [`Your role is now: ${STAFF_ROLE_NAMES[body.role]}.`],
  })
  return { entity: true }
}

/**
 * Staff cannot act on themselves, so the acting administrator keeps the role. This check under lock ensures that one
 * administrator always remains.
 */
export async function refuseFormerAdministrator({ db, caller }: ActingInside) {
  const administrators = await lockAdministrators(db)
  return administrators.includes(caller.accountId) ? undefined : refuse(STATUS.pageMessage, NO_LONGER_ADMINISTRATOR)
}
