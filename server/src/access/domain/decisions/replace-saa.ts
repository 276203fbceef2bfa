import { recordAudit } from '#platform/audit/audit.ts'
import { bySystem, type InTransaction } from '#platform/context.ts'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import type { RequestFacts } from '../../store/decisions/requests.ts'
import { findAccount } from '../../store/people/accounts.ts'
import { type Grant, updateGrantMerged, updateGrantToAa } from '../../store/people/grants.ts'
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
    await updateGrantMerged(context, own.id)
  if (formers.length === 0) return []
  await stepDown(bySystem(context), formers, fullName(request.requester), request)
  return formers.map((grant) => grant.account_id)
}

type About = { requestId?: string | undefined; npi: string | null }

/** Turns SAA grants into AA grants and sends one mail per person. A user replaced by a request can object. */
export async function stepDown(
  context: InTransaction,
  formers: Grant[],
  successor: string,
  { requestId, npi }: About,
): Promise<void> {
  const about = { requestId, npi }
  await narrowAccess(context, {
    accountIds: formers.map(({ account_id }) => account_id),
    async take() {
      for (const { id } of formers) await updateGrantToAa(context, id, confirmDue(context, 'AA'))
    },
    ends: 'TOKENS',
    async record() {
      for (const { id, entity, account_id: subjectAccountId } of formers) {
        const details = { entity, grantId: id }
        const act = { ...about, action: 'grant.saa-replaced', subjectAccountId, details } as const
        await recordAudit({ ...context, address: null }, act)
      }
    },
    async notify() {
      for (const own of Map.groupBy(formers, ({ account_id }) => account_id).values())
        await queueReplacedMail(context, own, successor, about)
    },
  })
}

async function queueReplacedMail(
  context: InTransaction,
  own: Grant[],
  successor: string,
  { requestId, npi }: About,
): Promise<void> {
  const account = own[0] && (await findAccount(context.db, own[0].account_id))
  if (!account) return
  const found = await findScopes(
    context.db,
    own.map(({ entity }) => entity),
  )
  const scopes = [...found.values()].map(({ name }) => name).join(', ')
  const to = recipientOf(account)
  const link = { npi: npi ?? '', brand: to.brand, event: 'NEW_SAA', at: context.now } as const
  const action =
    npi && requestId
      ? await objectAction(context, { ...link, objection: { accountId: account.id, requestId } })
      : undefined
  const content = replacedMail(context, to, { scopes, successor, objectAction: action })
  await queueMailTo(context, { kind: 'saa.replaced', to, content, requestId })
}
