import { recordAudit } from '#platform/audit/audit.ts'
import { bySystem, type InTransaction } from '#platform/context.ts'
import { revokeTokens } from '#platform/identity/revoke-tokens.ts'
import type { RequestFacts } from '../../store/decisions/requests.ts'
import { findAccount } from '../../store/people/accounts.ts'
import { type Grant, updateGrantEnded, updateGrantRole } from '../../store/people/grants.ts'
import { findScopes } from '../../store/people/scopes.ts'
import { confirmDue } from '../due-days.ts'
import { objectAction } from '../holds/registration-hold.ts'
import { fullName, queueMailTo, recipientOf } from '../mail/mails.ts'
import { replacedMail } from '../mail/person-mails.ts'

export const SAA_EXISTS =
  'Someone else has become the Senior Access Administrator. To replace them, please start again.'

/**
 * Turns these SAAs into AAs with the same permissions and notifies them, in the transaction that activates the new SAA.
 * The caller has locked their grants. Returns the replaced accounts, or undefined if the replacement was not confirmed.
 * Path SELF requires a confirmation (behaviour 7.16); on other paths a second person decides.
 */
export async function replaceCurrentSaas(
  context: InTransaction,
  request: RequestFacts,
  current: Grant[],
): Promise<string[] | undefined> {
  const formers = current.filter((grant) => grant.account_id !== request.accountId)
  const isTaken = formers.some((grant) => grant.state === 'ACTIVE')
  if (isTaken && request.path === 'SELF' && !request.replaceSaa) return undefined
  for (const own of current.filter((grant) => grant.account_id === request.accountId))
    await updateGrantEnded(context, own.id)
  if (formers.length === 0) return []
  await stepDown(bySystem(context), formers, fullName(request.requester), request)
  return formers.map((grant) => grant.account_id)
}

/** Turns SAA grants into AA grants and sends one mail per person. A user replaced by a request can object. */
export async function stepDown(
  context: InTransaction,
  formers: Grant[],
  successor: string,
  about: { requestId?: string | undefined; npi: string | null },
): Promise<void> {
  const { db } = context
  for (const grant of formers) {
    await updateGrantRole(context, grant.id, 'AA', confirmDue(context, 'AA'))
    await revokeTokens(context, { accountId: grant.account_id })
    const details = { entity: grant.entity, grantId: grant.id }
    const subjectAccountId = grant.account_id
    await recordAudit(
      { ...context, address: null },
      { ...about, action: 'grant.saa-replaced', subjectAccountId, details },
    )
  }
  for (const accountId of new Set(formers.map((grant) => grant.account_id))) {
    const account = await findAccount(db, accountId)
    if (!account) continue
    const own = formers.filter((grant) => grant.account_id === accountId).map((grant) => grant.entity)
    const scopes = [...(await findScopes(db, own)).values()].map((scope) => scope.name).join(', ')
    const to = recipientOf(account)
    const { npi, requestId } = about
    const action =
      npi && requestId
        ? await objectAction(context, {
            ...{ npi, brand: to.brand, event: 'NEW_SAA', at: context.now },
            objection: { accountId, requestId },
          })
        : undefined
    const content = replacedMail(context, to, { scopes, successor, objectAction: action })
    await queueMailTo(context, { kind: 'saa.replaced', to, content, requestId })
  }
}
