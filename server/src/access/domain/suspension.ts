import type { AuditAct } from '@portico/core/internal/audit-acts'
import type { Trx } from '../../platform/access-ports.ts'
import { legacyRecordAudit } from '../../platform/audit.ts'
import { legacyEndSessions } from '../../platform/session.ts'
import type { Settings } from '../../platform/settings.ts'
import { findAccount } from '../store/accounts.ts'
import { findGrant, type Grant } from '../store/grants.ts'
import { findScopes } from '../store/scopes.ts'
import * as mails from './mails.ts'
import * as personLetters from './person-letters.ts'

/** Taking access away, for now or for good: the person's sessions end at once, and the person is told why. */

export type SuspendedAs = 'ADMINISTRATOR' | 'STAFF' | 'SYSTEM'
export type Occasion = {
  now: Date
  by?: string | undefined
  as: SuspendedAs
  reason: string
  address?: string | undefined
}

const actorKinds = { ADMINISTRATOR: 'provider', STAFF: 'internal', SYSTEM: 'system' } as const

export async function suspendGrant(settings: Settings, trx: Trx, grant: Grant, occasion: Occasion): Promise<void> {
  await trx
    .updateTable('access_grant')
    .set({ state: 'SUSPENDED', suspended_reason: occasion.reason, suspended_as: occasion.as })
    .where('id', '=', grant.id)
    .execute()
  await legacyEndSessions(trx, grant.account_id, occasion.now)
  await recordGrantAct(trx, grant, 'grant.suspended', occasion)
  const sentence = `Your access to ${await scopeName(trx, grant)} was suspended.`
  await tellPerson(settings, trx, grant.account_id, 'grant.suspended', 'Your access was suspended', sentence, occasion)
}

/** The whole account: nobody can sign in to it, and none of its grants opens anything. */
export async function suspendAccount(
  settings: Settings,
  trx: Trx,
  accountId: string,
  occasion: Occasion & { as: 'STAFF' | 'SYSTEM' },
): Promise<boolean> {
  const { now, reason, as } = occasion
  const updated = await trx
    .updateTable('account')
    .set({ state: 'SUSPENDED', suspended_reason: reason, suspended_as: as })
    .where('id', '=', accountId)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return false
  await trx
    .updateTable('access_grant')
    .set({ state: 'SUSPENDED', suspended_reason: reason, suspended_as: as })
    .where('account_id', '=', accountId)
    .where('state', '=', 'ACTIVE')
    .execute()
  await legacyEndSessions(trx, accountId, now)
  await legacyRecordAudit(trx, {
    ...actor(occasion),
    action: 'account.suspended',
    subjectAccountId: accountId,
    details: { reason },
  })
  await tellAccountSuspended(settings, trx, accountId, occasion)
  return true
}

async function tellAccountSuspended(
  settings: Settings,
  trx: Trx,
  accountId: string,
  occasion: Occasion,
): Promise<void> {
  const sentence = 'Your portal account was suspended.'
  await tellPerson(settings, trx, accountId, 'account.suspended', 'Your account was suspended', sentence, occasion)
}

/** Opens an account again; each of its grants is given back by whoever looks after it. */
export async function reopenAccount(
  settings: Settings,
  trx: Trx,
  accountId: string,
  occasion: Occasion,
): Promise<boolean> {
  const updated = await trx
    .updateTable('account')
    .set({ state: 'ACTIVE', suspended_reason: null, suspended_as: null, inactivity_warned_at: null })
    .where('id', '=', accountId)
    .where('state', '=', 'SUSPENDED')
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return false
  await legacyRecordAudit(trx, { ...actor(occasion), action: 'account.reopened', subjectAccountId: accountId })
  const sentence = 'Your portal account is open again.'
  await tellPerson(settings, trx, accountId, 'account.reopened', 'Your account is open again', sentence, occasion)
  return true
}

/** Notice to everybody whose access another part suspended, such as a network file without their provider. */
export async function tellSuspended(
  settings: Settings,
  trx: Trx,
  suspended: { grantIds: string[]; accountIds: string[]; reason: string; now: Date },
): Promise<void> {
  const occasion: Occasion = { now: suspended.now, as: 'SYSTEM', reason: suspended.reason }
  for (const grantId of suspended.grantIds) {
    const grant = await findGrant(trx, grantId)
    if (grant) await suspendGrant(settings, trx, grant, occasion)
  }
  for (const accountId of suspended.accountIds) {
    await legacyEndSessions(trx, accountId, suspended.now)
    await tellAccountSuspended(settings, trx, accountId, occasion)
  }
}

export async function scopeName(trx: Trx, grant: Grant): Promise<string> {
  return (await findScopes(trx, [grant.entity])).get(grant.entity)?.name ?? grant.scope_id
}

export async function tellPerson(
  settings: Settings,
  trx: Trx,
  accountId: string,
  kind: string,
  subject: string,
  sentence: string,
  occasion: { now: Date; reason?: string },
): Promise<void> {
  const account = await findAccount(trx, accountId)
  if (!account) return
  const name = mails.fullName({ firstName: account.first_name, lastName: account.last_name })
  const person = { accountId, email: account.email, name, brand: account.brand }
  const letter = personLetters.accessChangedLetter(settings, person, subject, sentence, occasion.reason)
  await mails.sendLetter(trx, { settings, now: occasion.now }, kind, person, letter)
}

export async function recordGrantAct(
  trx: Trx,
  grant: Grant,
  action: AuditAct,
  occasion: Omit<Occasion, 'reason'> & { reason?: string },
  details: Record<string, unknown> = {},
): Promise<void> {
  await legacyRecordAudit(trx, {
    ...actor(occasion),
    action,
    npi: grant.scope_kind === 'NPI' ? grant.scope_id : null,
    subjectAccountId: grant.account_id,
    requestId: grant.request_id,
    details: {
      entity: grant.entity,
      role: grant.role,
      ...(occasion.reason ? { reason: occasion.reason } : {}),
      ...details,
    },
  })
}

function actor(occasion: Omit<Occasion, 'reason'>) {
  return {
    at: occasion.now,
    actorKind: actorKinds[occasion.as],
    actorAccountId: occasion.by,
    address: occasion.address,
  }
}
