import { planDayOf } from '@portico/core/forms/calendar-day'
import { FIELD_LABELS } from '@portico/core/provider-directory/change-fields'
import { readChange } from '@portico/core/provider-directory/change-rules'
import { NOT_YOUR_SCOPE, UNKNOWN_RECEIPT } from '@portico/core/provider-directory/sentences'
import type {
  Receipt,
  ReceiptQuery,
  Receipts,
  ReceiptsQuery,
  SaveDraftBody,
  ScopeQuery,
  VerificationDraft,
  VerificationScope,
  VerifyFilter,
  VerifyList,
  VerifyQuery,
  VerifyReferences,
} from '@portico/core/provider-directory/verify-shapes'
import type { SignedIn } from '#platform/context.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findAsOf } from '../../../plan-data/plan-data.ts'
import { hasScope, type Scope } from '../../store/scope.ts'
import { findDraft, saveDraft } from '../../store/verification/drafts.ts'
import { findScopeName, findVerificationScopes } from '../../store/verification/scopes.ts'
import { findReferences, findToVerify } from '../../store/verification/to-verify.ts'
import { findReceipt, findReceipts } from '../../store/verification/verifications.ts'
import { scopeOf } from './verify.ts'

/** Reads for the page of a scope. Each checks that the scope is the caller's. */

async function inScope<Entity>(
  { db, session }: SignedIn,
  scope: Scope,
  read: () => Promise<Entity>,
): Promise<Outcome<Entity>> {
  if (!(await hasScope(db, session.accountId, scope))) return refuse(404, NOT_YOUR_SCOPE)
  return { entity: await read() }
}

export const listVerificationScopes = (context: SignedIn): Promise<VerificationScope[]> =>
  findVerificationScopes(context, context.session.accountId)

export const listToVerify = (context: SignedIn, query: VerifyQuery): Promise<Outcome<VerifyList>> =>
  inScope(context, scopeOf(query), async () => ({
    ...(await findToVerify(context, query)),
    ...(await findAsOf(context.db, 'practices')),
  }))

export const selectToVerify = (context: SignedIn, filter: VerifyFilter): Promise<Outcome<VerifyReferences>> =>
  inScope(context, scopeOf(filter), () => findReferences(context, filter))

export const openDraft = (context: SignedIn, query: ScopeQuery): Promise<Outcome<VerificationDraft>> =>
  inScope(context, scopeOf(query), async () => {
    const draft = await findDraft(context.db, context.session.accountId, scopeOf(query))
    return { savedAt: draft?.saved_at.toISOString() ?? '', items: draft?.items ?? [] }
  })

/** A draft has only values that a verification would take. */
export async function keepDraft(context: SignedIn, body: SaveDraftBody): Promise<Outcome<{ savedAt: string }>> {
  const today = planDayOf(context.now)
  for (const { field, value } of body.items.flatMap(({ changes }) => changes)) {
    const read = readChange(field, value, today)
    if ('problem' in read) return refuse(400, `${FIELD_LABELS[field]}: ${read.problem}`)
  }
  const { accountId } = context.session
  const scope = scopeOf(body)
  return inScope(context, scope, async () => {
    await saveDraft(context.db, { accountId, scope, now: context.now }, body.items)
    return { savedAt: body.items.length === 0 ? '' : context.now.toISOString() }
  })
}

export const listReceipts = (context: SignedIn, query: ReceiptsQuery): Promise<Outcome<Receipts>> =>
  inScope(context, scopeOf(query), () => findReceipts(context.db, scopeOf(query), query.page ?? 0))

export async function openReceipt({ db, session }: SignedIn, { id }: ReceiptQuery): Promise<Outcome<Receipt>> {
  const receipt = await findReceipt(db, id)
  if (!receipt || !(await hasScope(db, session.accountId, scopeOf(receipt)))) return refuse(404, UNKNOWN_RECEIPT)
  return { entity: { ...receipt, name: await findScopeName(db, scopeOf(receipt)) } }
}
