import { completePermissions, PERMISSION_IDS } from '@portico/core/access/permissions'
import type { InviteBody } from '@portico/core/access/shapes'
import type { BrandId } from '@portico/core/brand'
import { STATUS } from '@portico/core/constants'
import { stripPhone } from '@portico/core/forms/formats'
import { checkEmail, checkExtension, checkName, checkPhone } from '@portico/core/forms/rules'
import type { Db, RequestedScope, Trx } from '../../platform/access-ports.ts'
import { legacyRecordAudit } from '../../platform/audit.ts'
import { legacyEndLinks } from '../../platform/links.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import type { AccountKind, Role } from '../../platform/schema.ts'
import type { Settings } from '../../platform/settings.ts'
import { findAccount, findAccountByPublicId, updateAccountClosed } from '../store/accounts.ts'
import { findGrantsOfAccount, type Grant } from '../store/grants.ts'
import { hasPersonAt } from '../store/people.ts'
import { insertRequestRows, updateRequestDecided } from '../store/requests.ts'
import { findScopes, lockEntities, type ScopeFacts } from '../store/scopes.ts'
import { createAccount, sendActivationLink } from './accounts.ts'
import { type Acting, findReach, NOT_ALLOWED, PERSON_UNKNOWN } from './actor.ts'
import { ALREADY_HERE, NOT_GIVABLE } from './administer-sentences.ts'
import { givablePermissions, mayActOn, mayInvite, standingOver } from './authority.ts'

/** Administrators create accounts by inviting: the invited person alone chooses user name and password. */

export type Invitation = InviteBody
export type Invited = { accountId: string; reference: string }

/** Whether somebody may be invited so, and with what; nothing is written. */
export async function checkInvitation(
  db: Db,
  actor: Acting,
  body: Invitation,
): Promise<Outcome<{ scope: ScopeFacts; permissions: string[] }>> {
  const problem = checkContact(body)
  if (problem) return refuse(STATUS.pageMessage, problem)
  const reach = await findReach(db, actor, body.entity)
  if ('refusal' in reach) return reach
  const { scope, standing } = reach.entity
  if (!mayInvite(standing, body.role)) return refuse(STATUS.pageMessage, NOT_ALLOWED)
  const permissions = completePermissions(body.permissions)
  const givable = givablePermissions(actor, scope, PERMISSION_IDS)
  if (
    !permissions.every((id) => givable.includes(id)) ||
    !body.permissions.every((id) => PERMISSION_IDS.some((known) => known === id))
  )
    return refuse(STATUS.pageMessage, NOT_GIVABLE)
  if (await hasPersonAt(db, scope.entity, body)) return refuse(STATUS.pageMessage, ALREADY_HERE)
  return { entity: { scope, permissions } }
}

export async function invitePerson(
  settings: Settings,
  trx: Trx,
  actor: Acting,
  body: Invitation,
): Promise<Outcome<Invited>> {
  // One after the other: sent twice at once, the second finds the first one's invitation.
  await lockEntities(trx, [body.entity])
  const checked = await checkInvitation(trx, actor, body)
  if ('refusal' in checked) return checked
  const { scope, permissions } = checked.entity
  const { now, brand } = actor
  const contact = { ...body, phone: body.phone && stripPhone(body.phone) }
  const created = await createAccount(trx, { kind: 'provider', brand, contact, state: 'INVITED', now })
  if ('refusal' in created) return created
  const { accountId, publicId } = created.entity
  const { requestId, reference } = await insertInvitation(trx, accountId, { ...body, permissions }, scope, brand, now)
  await legacyRecordAudit(trx, {
    at: now,
    actorKind: actor.kind,
    actorAccountId: actor.accountId,
    action: 'account.invited',
    npi: scope.kind === 'NPI' ? scope.id : null,
    subjectAccountId: accountId,
    requestId,
    address: actor.address,
    details: { entity: scope.entity, role: body.role, permissions },
  })
  const sent = await sendActivationLink(settings, trx, { accountId, now, invitedBy: actor.name })
  return 'refusal' in sent ? sent : { entity: { accountId: publicId, reference } }
}

async function insertInvitation(
  trx: Trx,
  accountId: string,
  { role, permissions }: { role: Role; permissions: string[] },
  scope: ScopeFacts,
  brand: BrandId,
  now: Date,
) {
  const requested: RequestedScope = { kind: scope.kind, id: scope.id }
  return insertRequestRows(trx, {
    accountId,
    role,
    regType: scope.kind === 'NPI' ? 'NPI' : scope.kind === 'PO' ? 'PO' : 'PG',
    npi: scope.kind === 'NPI' ? scope.id : undefined,
    orgId: scope.kind === 'PO' ? scope.id : undefined,
    path: 'INVITATION',
    replaceSaa: role === 'SAA',
    brand,
    scopes: [requested],
    permissions,
    state: 'PENDING_APPROVAL',
    remindAt: null,
    expiresAt: null,
    now,
  })
}

function checkContact(body: Invitation): string | undefined {
  const named = {
    'First name': checkName(body.firstName),
    'Last name': checkName(body.lastName),
    Email: checkEmail(body.email),
  }
  const optional = {
    Phone: body.phone ? checkPhone(body.phone) : undefined,
    Extension: body.phoneExt ? checkExtension(body.phoneExt) : undefined,
  }
  const [field, problem] = Object.entries({ ...named, ...optional }).find(([, found]) => found !== undefined) ?? []
  return problem === undefined ? undefined : `${field}: ${problem.trim()}`
}

/** The invited person gets a new link; the older one ends. */
export async function resendInvitation(
  settings: Settings,
  trx: Trx,
  actor: Acting,
  publicId: string,
): Promise<Outcome<true>> {
  const account = await findAccountByPublicId(trx, publicId)
  const found = account && (await findWhatToResend(trx, actor, account))
  if (!account || !found) return refuse(STATUS.notFound, PERSON_UNKNOWN)
  if ('refusal' in found) return found
  const sent = await sendActivationLink(settings, trx, { accountId: account.id, now: actor.now, invitedBy: actor.name })
  if ('refusal' in sent) return sent
  await legacyRecordAudit(trx, {
    at: actor.now,
    actorKind: actor.kind,
    actorAccountId: actor.accountId,
    action: 'account.invitation-sent-again',
    subjectAccountId: account.id,
    address: actor.address,
    ...found.entity,
  })
  return { entity: true }
}

type Resent = { requestId?: string; details?: { entity: string } }

/** Plan staff were invited to no provider, and only plan staff may know of them. */
async function findWhatToResend(
  trx: Trx,
  actor: Acting,
  account: { id: string; kind: AccountKind },
): Promise<Outcome<Resent> | undefined> {
  if (account.kind === 'internal') return actor.kind === 'internal' ? { entity: {} } : undefined
  const invitation = await findOpenInvitation(trx, account.id)
  const scope = invitation && (await findScopes(trx, [invitation.entity])).get(invitation.entity)
  const standing = scope ? standingOver(actor, scope) : 'NONE'
  if (!invitation || standing === 'NONE') return undefined
  const target = { accountId: account.id, role: invitation.role }
  if (!mayActOn(actor, standing, 'resend', target)) return refuse(STATUS.pageMessage, NOT_ALLOWED)
  return { entity: { requestId: invitation.request_id, details: { entity: invitation.entity } } }
}

async function findOpenInvitation(trx: Trx, accountId: string): Promise<Grant | undefined> {
  return (await findGrantsOfAccount(trx, accountId)).find((grant) => grant.state === 'PENDING_APPROVAL')
}

/** An invitation taken back: its link ends, and an account that has nothing else is closed. */
export async function endInvitation(trx: Trx, grant: Grant, now: Date): Promise<void> {
  await updateRequestDecided(trx, grant.request_id, { state: 'REVOKED', decidedAs: 'ADMINISTRATOR', now })
  const account = await findAccount(trx, grant.account_id)
  if (account?.state !== 'INVITED') return
  await legacyEndLinks(trx, { purpose: 'ACTIVATION', accountId: grant.account_id, now })
  await updateAccountClosed(trx, grant.account_id)
}
