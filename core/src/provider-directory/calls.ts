import { get, post } from '../call.ts'
import * as verify from './verify-shapes.ts'

/** Calls of the provider directory: offices verify and change it, plan staff look after it. */

const roster = { kinds: ['provider'], permission: 'ROSTER' } as const

// Verification by an office

export const listVerificationScopes = get('/rest/sec/directory/scopes', roster, {
  says: 'Lists the scopes whose directory data the caller verifies, with due dates and progress.',
  entity: verify.VerificationScopes,
})

export const listToVerify = get('/rest/sec/directory/toVerify', roster, {
  says: 'Returns the directory data of a scope beside the national file: filtered, sorted, in pages.',
  query: verify.VerifyQuery,
  entity: verify.VerifyList,
  statuses: [404],
})

export const selectToVerify = get('/rest/sec/directory/selectToVerify', roster, {
  says: 'Returns the ids and states of all rows of a filter, to select them together.',
  query: verify.VerifyFilter,
  entity: verify.VerifyReferences,
  statuses: [404],
})

export const openVerificationDraft = get('/rest/sec/directory/draft', roster, {
  says: 'Returns the caller’s draft of a verification.',
  query: verify.ScopeQuery,
  entity: verify.VerificationDraft,
  statuses: [404],
})

export const saveVerificationDraft = post('/rest/sec/directory/saveDraft', roster, {
  says: 'Saves the caller’s draft of a verification. A draft without rows is deleted.',
  body: verify.SaveDraftBody,
  entity: verify.DraftSaved,
  statuses: [400, 404],
  bodyLimit: 1024 * 1024,
})

export const verifyDirectory = post(
  '/rest/sec/directory/verify',
  { ...roster, stepUp: { when: 'something changes, or more than 25 rows or all rows of a scope are confirmed' } },
  {
    says: 'Verifies directory data of a scope: rows that are still true, and changes. Repeatable by its key.',
    body: verify.VerifyBody,
    entity: verify.Verified,
    statuses: [400, 404, 407],
    bodyLimit: 1024 * 1024,
  },
)

export const listReceipts = get('/rest/sec/directory/receipts', roster, {
  says: 'Lists the verifications of a scope, newest first.',
  query: verify.ReceiptsQuery,
  entity: verify.Receipts,
  statuses: [404],
})

export const openReceipt = get('/rest/sec/directory/receipt', roster, {
  says: 'Returns one verification with what each row said.',
  query: verify.ReceiptQuery,
  entity: verify.Receipt,
  statuses: [404],
})
