import { createHash } from 'node:crypto'
import { shownName } from '@portico/core/plan-data/shown-name'
import { isLocationField } from '@portico/core/provider-directory/change-fields'
import { NOT_YOUR_SCOPE, OTHER_VERIFICATION } from '@portico/core/provider-directory/sentences'
import {
  type ScopeQuery,
  VERIFY_ROWS_WITHOUT_PROOF,
  type Verified,
  type VerifyBody,
  type VerifyItem,
} from '@portico/core/provider-directory/verify-shapes'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { requireRecentProof } from '#platform/identity/step-up.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { hasScope, type Scope } from '../../store/scope.ts'
import { findDraft, saveDraft } from '../../store/verification/drafts.ts'
import { countToVerify } from '../../store/verification/to-verify.ts'
import {
  findProviderNames,
  findRequest,
  insertVerification,
  insertVerifiedRows,
  lockRequest,
  type NewVerification,
  type StoredRequest,
  updateResult,
} from '../../store/verification/verifications.ts'
import { type SubmittedChange, submitChanges } from '../changes/submit-changes.ts'
import { verified } from '../events.ts'
import { refreshPublished } from '../publishing/refresh.ts'
import { type CheckedItems, checkItems, type TakenItem } from './check-items.ts'
import { describeRow } from './describe-row.ts'

export type Verification = {
  scope: Scope
  source: NewVerification['source']
  /** The same key and content again return the stored result. */
  requestKey: string
  /** Hash of what was sent, by default of the items. */
  requestHash?: Buffer
  items: VerifyItem[]
}

export const scopeOf = ({ scopeKind, scopeId }: ScopeQuery): Scope => ({ kind: scopeKind, id: scopeId })

/** An office verifies rows of a scope on the page. */
export async function verifyDirectory(
  context: SignedIn,
  { requestKey, items, ...scope }: VerifyBody,
): Promise<Outcome<Verified>> {
  const verification: Verification = { scope: scopeOf(scope), source: 'PAGE', requestKey, items }
  const stored = await findStoredResult(context, requestKey, hashOf(verification))
  if (stored) return stored
  if (await needsProof(context, verification)) await requireRecentProof(context)
  return transact(context, (inside) => verifyRows(inside, verification))
}

/** The result of a post that was taken before; undefined for a new one. */
export async function findStoredResult(
  { db, session }: SignedIn,
  requestKey: string,
  requestHash: Buffer,
): Promise<Outcome<Verified> | undefined> {
  const stored = await findRequest(db, session.accountId, requestKey)
  return stored && storedResult(stored, requestHash)
}

/** Changes need a proof, and so does confirming all rows or more than fit on a screen. */
async function needsProof(context: SignedIn, { scope, items }: Verification): Promise<boolean> {
  if (items.length > VERIFY_ROWS_WITHOUT_PROOF || items.some(({ changes }) => changes.length > 0)) return true
  if (items.length < 2) return false
  return items.length >= (await countToVerify(context, { scopeKind: scope.kind, scopeId: scope.id }))
}

/**
 * Verifies all rows in one transaction, with a number of statements that does not grow with the rows. Rows that are not
 * as the office saw them are returned, and the others are taken.
 */
export async function verifyRows(
  inside: InTransaction<SignedIn>,
  verification: Verification,
): Promise<Outcome<Verified>> {
  const { scope, requestKey } = verification
  const { accountId } = inside.session
  await lockRequest(inside.db, accountId, requestKey)
  const requestHash = hashOf(verification)
  const stored = await findStoredResult(inside, requestKey, requestHash)
  if (stored) return stored
  if (!(await hasScope(inside.db, accountId, scope))) return refuse(404, NOT_YOUR_SCOPE)
  const items = [...new Map(verification.items.map((item) => [item.id ?? `provider ${item.npi}`, item])).values()]
  const checked = await checkItems(inside, scope, items)
  if (checked.taken.length === 0) return { entity: describeResult(checked, { accepted: 0, waiting: 0 }) }
  const { source } = verification
  const id = await insertVerification(inside.db, {
    ...{ accountId, scope, source, requestKey, requestHash },
    now: inside.now,
  })
  return takeItems(inside, { ...verification, id }, checked)
}

async function takeItems(
  inside: InTransaction<SignedIn>,
  { id, scope, source }: Verification & { id: string },
  checked: CheckedItems,
): Promise<Outcome<Verified>> {
  const { accountId } = inside.session
  const changes = checked.taken.flatMap(changesOf)
  const submitted = await submitChanges(inside, { scope, source, verificationId: id, changes })
  if ('refusal' in submitted) return submitted
  const { accepted, waiting, touched } = submitted.entity
  const rows = await describeRows(inside, checked.taken)
  await insertVerifiedRows(inside.db, rows, { verificationId: id, accountId, now: inside.now })
  await endDraft(inside, scope, checked.taken)
  await announce(inside, verified, {
    npi: scope.kind === 'NPI' ? scope.id : null,
    details: { receipt: id, scope: `${scope.kind} ${scope.id}`, source, rows: rows.length, changes: changes.length },
  })
  const result = describeResult(checked, { receipt: id, accepted: accepted.length, waiting: waiting.length })
  await updateResult(inside.db, id, result)
  await refreshPublished(inside, touched)
  return { entity: result }
}

const changesOf = ({ npi, id, row, changes }: TakenItem): SubmittedChange[] =>
  changes.map(({ field, value }) => ({
    npi,
    field,
    value,
    ...(id === undefined ? {} : { practiceId: id }),
    ...(row && isLocationField(field) ? { locationId: row.location.location_id } : {}),
  }))

async function describeRows({ db }: InTransaction, taken: TakenItem[]) {
  const names = await findProviderNames(
    db,
    taken.map(({ npi }) => npi),
  )
  return taken.flatMap((item) => {
    if (item.row === undefined) return []
    const { npi, id } = item.row.practice
    return [{ practiceId: id, shown: describeRow(item.row, item, shownName(names.get(npi) ?? `NPI ${npi}`)) }]
  })
}

/** What was taken leaves the draft; the rest of it stays. */
async function endDraft(inside: InTransaction<SignedIn>, scope: Scope, taken: TakenItem[]): Promise<void> {
  const { accountId } = inside.session
  const draft = await findDraft(inside.db, accountId, scope)
  if (!draft) return
  const keyOf = ({ id, npi }: VerifyItem) => id ?? `provider ${npi}`
  const sent = new Set(taken.map(keyOf))
  const left = draft.items.filter((item) => !sent.has(keyOf(item)))
  await saveDraft(inside.db, { accountId, scope, now: draft.saved_at }, left)
}

const describeResult = (
  { taken, moved, incomplete }: CheckedItems,
  sent: Pick<Verified, 'receipt' | 'accepted' | 'waiting'>,
): Verified => ({
  ...sent,
  verified: taken.length,
  moved,
  incomplete: incomplete.map(({ id, npi }) => ({ npi, ...(id === undefined ? {} : { id }) })),
})

const hashOf = ({ scope, source, items, requestHash }: Verification): Buffer =>
  requestHash ??
  createHash('sha256')
    .update(JSON.stringify([scope, source, items]))
    .digest()

function storedResult({ request_hash, result }: StoredRequest, hash: Buffer): Outcome<Verified> {
  return request_hash?.equals(hash) && isVerified(result) ? { entity: result } : refuse(407, OTHER_VERIFICATION)
}

const isVerified = (result: unknown): result is Verified => typeof result === 'object' && result !== null
