import { NextQuery, NextReference } from '../access/request-shapes.ts'
import { staffOnly } from '../access/staff-roles.ts'
import { get, post } from '../call.ts'
import { Done } from '../shapes.ts'
import * as queue from './queue-shapes.ts'
import * as sheet from './roster-shapes.ts'
import * as verify from './verify-shapes.ts'

/** Calls of the provider directory: offices verify and change it, plan staff look after it. */

const byRoster = { kinds: ['provider'], permission: 'ROSTER' } as const
const byRosterSeen = { ...byRoster, seeAs: true } as const

// Verification by an office

export const listVerificationScopes = get('/rest/sec/directory/scopes', byRosterSeen, {
  says: 'Lists the scopes whose directory data the caller verifies, with due dates and progress.',
  entity: verify.VerificationScopes,
})

export const listToVerify = get('/rest/sec/directory/toVerify', byRosterSeen, {
  says: 'Returns the directory data of a scope beside the national file: filtered, sorted, in pages.',
  query: verify.VerifyQuery,
  entity: verify.VerifyList,
  statuses: [404],
})

export const selectToVerify = get('/rest/sec/directory/selectToVerify', byRoster, {
  says: 'Returns the ids and states of all rows of a filter, to select them together.',
  query: verify.VerifyFilter,
  entity: verify.VerifyReferences,
  statuses: [404],
})

export const openVerificationDraft = get('/rest/sec/directory/draft', byRosterSeen, {
  says: 'Returns the caller’s draft of a verification.',
  query: verify.ScopeQuery,
  entity: verify.VerificationDraft,
  statuses: [404],
})

export const saveVerificationDraft = post('/rest/sec/directory/saveDraft', byRoster, {
  says: 'Saves the caller’s draft of a verification. A draft without rows is deleted.',
  body: verify.SaveDraftBody,
  entity: verify.DraftSaved,
  statuses: [400, 404],
  bodyLimit: 1024 * 1024,
})

export const verifyDirectory = post(
  '/rest/sec/directory/verify',
  { ...byRoster, stepUp: { when: 'something changes, or more than 25 rows or all rows of a scope are confirmed' } },
  {
    says: 'Verifies directory data of a scope: rows that are still true, and changes. Repeatable by its key.',
    body: verify.VerifyBody,
    entity: verify.Verified,
    statuses: [400, 404, 407],
    bodyLimit: 1024 * 1024,
  },
)

export const openRosterHeadings = get('/rest/sec/directory/rosterHeadings', byRoster, {
  says: 'Returns the headings of the last spreadsheet of a scope, and what their columns hold.',
  query: verify.ScopeQuery,
  entity: sheet.RosterHeadings,
  statuses: [404],
})

export const previewRoster = post('/rest/sec/directory/previewRoster', byRoster, {
  says: 'Compares the rows of a spreadsheet with the directory. Changes nothing, but remembers the headings.',
  body: sheet.PreviewRosterBody,
  entity: sheet.RosterPreview,
  statuses: [404, 407],
  bodyLimit: 4 * 1024 * 1024,
})

export const applyRoster = post(
  '/rest/sec/directory/applyRoster',
  { ...byRoster, stepUp: true },
  {
    says: 'Verifies directory data of a scope as the preview of a spreadsheet showed it. Repeatable by its key.',
    body: sheet.ApplyRosterBody,
    entity: verify.Verified,
    statuses: [400, 404, 407],
    bodyLimit: 4 * 1024 * 1024,
  },
)

export const listReceipts = get('/rest/sec/directory/receipts', byRosterSeen, {
  says: 'Lists the verifications of a scope, newest first.',
  query: verify.ReceiptsQuery,
  entity: verify.Receipts,
  statuses: [404],
})

export const openReceipt = get('/rest/sec/directory/receipt', byRosterSeen, {
  says: 'Returns one verification with what each row said.',
  query: verify.ReceiptQuery,
  entity: verify.Receipt,
  statuses: [404],
})

// Changes of an office, in words and in fields

export const reportChange = post('/rest/sec/roster/reportChange', byRoster, {
  says: 'Reports a change about a provider to the plan, in words.',
  body: queue.ReportChangeBody,
  entity: Done,
  statuses: [400, 404],
})

export const listMyChanges = get('/rest/sec/roster/changes', byRosterSeen, {
  says: 'Returns the user’s changes and those of the covered providers, with the plan’s decisions.',
  query: queue.MyChangesQuery,
  entity: queue.OfficeChanges,
})

// The queue of plan staff

const reviewers = staffOnly('REVIEWER')
const deciding = { ...reviewers, stepUp: true } as const

export const listChanges = get('/rest/sec/internal/directoryChanges', reviewers, {
  says: 'Lists changes of the directory: those that wait by due date, decided ones newest first.',
  query: queue.ChangeQueueQuery,
  entity: queue.ChangeQueue,
})

export const exportChanges = get('/rest/sec/internal/exportDirectoryChanges', deciding, {
  says: 'Exports the list of changes with its filter as a file.',
  query: queue.ChangeQueueFilter,
  file: 'text/csv',
})

export const nextChange = get('/rest/sec/internal/nextDirectoryChange', reviewers, {
  says: 'Returns the next or previous change that waits.',
  query: NextQuery,
  entity: NextReference,
})

export const describeChangeRules = get('/rest/sec/internal/directoryChangeRules', reviewers, {
  says: 'Counts the changes that wait, and returns which fields the plan’s settings accept without staff.',
  entity: queue.ChangeRules,
})

export const reviewChange = get('/rest/sec/internal/directoryChange', reviewers, {
  says: 'Returns one change with the present value, the national file and other changes that wait.',
  query: queue.ChangeQuery,
  entity: queue.ReviewedChange,
  statuses: [404],
})

export const takeChange = post('/rest/sec/internal/takeDirectoryChange', reviewers, {
  says: 'Takes a change, or releases it.',
  body: queue.TakeChangeBody,
  entity: Done,
  statuses: [404, 407],
})

export const addChangeNote = post('/rest/sec/internal/addDirectoryChangeNote', reviewers, {
  says: 'Adds a note about a change that only plan staff can see.',
  body: queue.ChangeNoteBody,
  entity: Done,
  statuses: [400, 404],
})

export const acceptChanges = post('/rest/sec/internal/acceptDirectoryChanges', deciding, {
  says: 'Accepts changes of one submission and publishes them.',
  body: queue.AcceptChangesBody,
  entity: Done,
  statuses: [400, 404, 407],
})

export const returnChanges = post('/rest/sec/internal/returnDirectoryChanges', deciding, {
  says: 'Returns changes of one submission with a reason. A disputed change gets its earlier value back.',
  body: queue.ReturnChangesBody,
  entity: Done,
  statuses: [400, 404, 407],
})

// Suppression by plan staff

export const describeSuppression = get('/rest/sec/internal/suppression', reviewers, {
  says: 'Returns whether plan staff withhold a provider from the published directory.',
  query: queue.SuppressionQuery,
  entity: queue.Suppression,
})

export const suppressProvider = post('/rest/sec/internal/suppressProvider', deciding, {
  says: 'Withholds a provider from the published directory at once.',
  body: queue.SuppressBody,
  entity: Done,
  statuses: [400, 404, 407],
})

export const showProviderAgain = post('/rest/sec/internal/showProviderAgain', deciding, {
  says: 'Ends the suppression of a provider.',
  body: queue.ShowAgainBody,
  entity: Done,
  statuses: [407],
})

// The daily summary: a visitor with the mailed link, without an account

export const openChangeSummary = get('/rest/nonsec/directory/changeSummary', 'public', {
  says: 'Returns the changes of a daily summary, for a visitor with its link. Does not consume the link.',
  query: queue.SummaryQuery,
  entity: queue.ChangeSummary,
  statuses: [406, 407, 498],
})

export const disputeChanges = post('/rest/nonsec/directory/disputeChanges', 'public', {
  says: 'Sends accepted changes of a daily summary back to plan staff. Consumes the link.',
  body: queue.DisputeBody,
  entity: queue.Disputed,
  statuses: [400, 406, 407, 498],
})
