import type { Trx } from '../../platform/access-ports.ts'
import { legacyRecordAudit } from '../../platform/audit.ts'
import type { Settings } from '../../platform/settings.ts'
import { findAccount } from '../store/accounts.ts'
import { type Grant, lockCurrentSaas, updateGrantEnded, updateGrantRole } from '../store/grants.ts'
import type { LockedRequest } from '../store/requests.ts'
import { findScopes } from '../store/scopes.ts'
import * as mails from './mails.ts'
import * as personLetters from './person-letters.ts'

export const SAA_EXISTS =
  'Somebody else became the Senior Access Administrator in the meantime. Please start again if you want to replace them.'

/**
 * Frees the place of the SAA of these entities: whoever held it becomes an AA there, keeps the permissions, and is
 * told. Inside the one transaction that makes the new SAA active. False when nobody agreed to a replacement: a
 * provider who registers alone must have confirmed it (behaviour 7.16); other paths have a second person deciding.
 */
export async function replaceCurrentSaas(
  settings: Settings,
  trx: Trx,
  request: LockedRequest,
  entities: string[],
  now: Date,
): Promise<boolean> {
  const current = await lockCurrentSaas(trx, entities)
  const formers = current.filter((grant) => grant.account_id !== request.account_id)
  const isTaken = formers.some((grant) => grant.state === 'ACTIVE')
  if (isTaken && request.path === 'SELF' && !request.replace_saa) return false
  for (const own of current.filter((grant) => grant.account_id === request.account_id))
    await updateGrantEnded(trx, own.id, now)
  const successor = await findAccount(trx, request.account_id)
  if (!successor) throw new Error(`account ${request.account_id} does not exist`)
  const name = mails.fullName({ firstName: successor.first_name, lastName: successor.last_name })
  await stepDown(settings, trx, formers, name, { requestId: request.id, npi: request.npi, now })
  return true
}

type Occasion = { requestId?: string | undefined; npi: string | null; now: Date; actorAccountId?: string | undefined }

/** Turns SAA grants into AA grants and tells their holders, one mail for each person. */
export async function stepDown(
  settings: Settings,
  trx: Trx,
  formers: Grant[],
  successor: string,
  occasion: Occasion,
): Promise<void> {
  const { now, requestId } = occasion
  const confirmDueAt = new Date(now.getTime() + settings.lifetimes.recertification * 1000)
  for (const grant of formers) {
    await updateGrantRole(trx, grant.id, 'AA', confirmDueAt)
    await legacyRecordAudit(trx, {
      at: now,
      actorKind: occasion.actorAccountId ? 'provider' : 'system',
      actorAccountId: occasion.actorAccountId,
      action: 'grant.saa-replaced',
      npi: occasion.npi,
      subjectAccountId: grant.account_id,
      requestId,
      details: { entity: grant.entity, grantId: grant.id },
    })
  }
  for (const accountId of new Set(formers.map((grant) => grant.account_id))) {
    const account = await findAccount(trx, accountId)
    if (!account) continue
    const own = formers.filter((grant) => grant.account_id === accountId).map((grant) => grant.entity)
    const scopes = [...(await findScopes(trx, own)).values()].map((scope) => scope.name).join(', ')
    const name = mails.fullName({ firstName: account.first_name, lastName: account.last_name })
    const former = { accountId, email: account.email, name, brand: account.brand }
    const letter = personLetters.replacedLetter(settings, former, scopes, successor)
    await mails.sendLetter(trx, { settings, now }, 'saa.replaced', former, letter, { requestId })
  }
}
