import { randomUUID } from 'node:crypto'
import * as access from '@portico/core/access/calls'
import * as successors from '@portico/core/access/successor-calls'
import * as bell from '@portico/core/bell/calls'
import type { Call } from '@portico/core/call'
import * as content from '@portico/core/content/calls'
import * as contracts from '@portico/core/contracts/calls'
import * as internal from '@portico/core/internal/calls'
import * as members from '@portico/core/members/calls'
import * as directory from '@portico/core/plan-data/calls'
import * as attestation from '@portico/core/provider-directory/attestation/calls'
import * as providerDirectory from '@portico/core/provider-directory/calls'
import type { Receipts, VerifyReferences } from '@portico/core/provider-directory/verify-shapes'
import * as registration from '@portico/core/registration/calls'
import * as signOnHub from '@portico/core/sign-on-hub/calls'
import * as calendar from '@portico/core/signon/calendar/calls'
import * as signon from '@portico/core/signon/calls'
import * as factors from '@portico/core/signon/factors/calls'
import * as staffViews from '@portico/core/staff-views/calls'
import type { TestBrowser } from '../browser.ts'
import { type Caller, REGISTRABLE } from './callers.ts'
import { emailOf, LARGE, npiOf, SMALL, zipOf } from './country.ts'

export type Input = Record<string, string | number | boolean | object[]>
/** Finds an input in earlier replies. */
type FindInput = (browser: TestBrowser) => Promise<Input>
/** `mayBeRefused`: the record may not exist, so the call may be refused after it has read. */
export type MeasuredCall = { who: Caller; call: Call; input: Input | FindInput; name: string; mayBeRefused?: true }

const measure = (who: Caller, call: Call, ...inputs: (Input | FindInput)[]): MeasuredCall[] =>
  (inputs.length > 0 ? inputs : [{}]).map((input) => ({
    who,
    call,
    input,
    name: [
      who,
      call.path.replace('/rest/', ''),
      ...Object.entries(input).map(([key, value]) => `${key}=${value}`),
    ].join(' '),
  }))

const measureRefused = (who: Caller, call: Call, input: Input): MeasuredCall[] =>
  measure(who, call, input).map((measured) => ({ ...measured, mayBeRefused: true }))

const provider = npiOf(3)
const address = emailOf(123)
/** The part of the address that a user types. */
const beginning = address.slice(0, address.indexOf('@') + 4)
const lookups = [{}, { search: 'mar' }, { search: 'ma li' }, { search: '20000' }, { page: '1' }]

/** The office verifies some rows, so that no proof of identity is asked for. */
const VERIFIED_ROWS = 5

const verification = (who: 'office' | 'large'): MeasuredCall[] => {
  const scope = { scopeKind: 'PO', scopeId: who === 'office' ? SMALL.org : LARGE.org }
  return [
    ...measure(who, providerDirectory.listVerificationScopes),
    ...measure(
      who,
      providerDirectory.listToVerify,
      scope,
      { ...scope, page: '1' },
      { ...scope, view: 'TO_VERIFY', sort: 'due' },
      { ...scope, view: 'DIFFERENT', sort: 'location', descending: 'true' },
      { ...scope, view: 'PENDING' },
      { ...scope, search: 'ma li' },
    ),
    ...measure(who, providerDirectory.selectToVerify, scope, { ...scope, search: 'mar' }),
    ...measure(who, providerDirectory.saveVerificationDraft, {
      ...scope,
      items: [{ npi: provider, seen: '', changes: [{ field: 'phone', value: '9785550187' }] }],
    }),
    ...measure(who, providerDirectory.openVerificationDraft, scope),
    ...measure(who, providerDirectory.verifyDirectory, async (browser) => {
      const { entity } = await browser.getCall<VerifyReferences>(providerDirectory.selectToVerify.path, scope)
      const items = entity.rows.slice(0, VERIFIED_ROWS).map((row) => ({ ...row, changes: [] }))
      return { ...scope, requestKey: randomUUID(), items }
    }),
    ...measure(who, providerDirectory.listReceipts, scope),
    ...measure(who, providerDirectory.openReceipt, async (browser) => {
      const { entity } = await browser.getCall<Receipts>(providerDirectory.listReceipts.path, scope)
      return { id: entity.rows[0]?.id ?? '' }
    }),
  ]
}

/** Provider and person 3 belong to the small office, 21 to the large one. */
const office = (who: 'office' | 'large', one = who === 'office' ? '3' : '21'): MeasuredCall[] => [
  ...measure(who, access.officeHome),
  ...measure(who, calendar.dueDates),
  ...measure(who, access.listScopes),
  ...measure(
    who,
    access.listPeople,
    {},
    { search: 'mar' },
    { sort: 'lastSignIn', descending: 'true' },
    { due: 'confirm' },
    { entity: `PO:${who === 'office' ? SMALL.org : LARGE.org}`, colleagues: 'true', search: 'mar' },
  ),
  ...measure(who, access.exportPeople),
  ...measure(who, access.listActiveAgain),
  ...measure(who, access.listRequests, {}, { search: 'mar' }, { sort: 'who' }),
  ...measure(who, access.listDelayedDecisions),
  ...measure(who, access.listHistory, { accountId: `country${one}` }),
  ...measure(who, access.listControlledAccess),
  ...measure(who, successors.listSuccessors),
  ...measure(who, access.listMyRequests),
  ...[directory.getNPIs, directory.getAllProviders, directory.providerlist].flatMap((call) =>
    measure(who, call, ...lookups.map((input) => ({ ...input, permId: 'CLAIM' }))),
  ),
  ...measure(who, directory.getCapeCodNpis),
  ...[directory.getClaimNpis, directory.getScoTrakkerNpis, directory.getScoInvoiceNpis].flatMap((call) =>
    measure(who, call),
  ),
  ...[directory.getIPAs, directory.getSGs].flatMap((call) => measure(who, call, { permId: 'CLAIM' })),
  ...measure(
    who,
    directory.findEligibility,
    { memberId: 'm8' },
    { firstName: 'Mary', lastName: 'Marmarmar', birthDate: '2015-01-01' },
  ),
  ...measure(who, directory.findManyEligibility, {
    rows: [{ memberId: 'm8' }, { firstName: 'Mary', lastName: 'Marmarmar', birthDate: '2015-01-01' }],
  }),
  ...measure(who, directory.lastManyEligibility),
  ...measure(who, directory.exportManyEligibility),
  ...measure(
    who,
    directory.searchClaims,
    {},
    { status: 'PAID' },
    { npi: provider },
    { from: '2025-03-10', to: '2025-12-20' },
    { memberId: 'M8' },
    { descending: false },
    { descending: false, page: 2 },
    { page: 45 },
  ),
  ...measure(who, directory.claimStatuses),
  ...measure(who, directory.openClaim, { claimNumber: `C${one}-1` }),
  ...measure(who, directory.exportClaims),
  ...measure(
    who,
    directory.listRoster,
    {},
    { search: 'mar' },
    { search: 'ma li' },
    { groupId: 'SMALL-1' },
    { page: '1' },
    { descending: 'true' },
    { sort: 'address' },
    { sort: 'organization', descending: 'true' },
  ),
  ...measure(who, directory.exportRoster),
  ...measure(who, directory.listRosterGroups),
  ...measure(who, providerDirectory.listMyChanges),
  ...measure(who, directory.listScoCases, {}, { sort: 'nextReview' }, { npi: provider }),
  ...measure(who, directory.listScoInvoices, {}, { sort: 'amount' }, { npi: provider }),
  ...measure(who, directory.exportScoCases),
  ...measure(who, directory.exportScoInvoices),
  ...verification(who),
]

/** Calls that list, count or sum everything that the caller can access. */
const service: MeasuredCall[] = [
  access.officeHome,
  access.listScopes,
  access.listPeople,
  access.exportPeople,
  access.listRequests,
  access.listControlledAccess,
  access.listMyRequests,
  directory.getNPIs,
  directory.getClaimNpis,
  directory.searchClaims,
  directory.claimStatuses,
  directory.exportClaims,
  directory.listRoster,
  directory.listRosterGroups,
  directory.listScoCases,
  directory.listScoInvoices,
  providerDirectory.listVerificationScopes,
].flatMap((call) => measure('service', call))

const ways = (reference: string) => ['NEXT', 'PREVIOUS', 'FREE'].map((way) => ({ reference, way }))

const ofEveryUser = (who: Caller): MeasuredCall[] =>
  [
    signon.me,
    bell.bellEntries,
    bell.bellPreferences,
    signon.sessions,
    signon.isProviderUser,
    signon.isMemberUser,
    signon.isInternalUser,
    signon.getGTM,
    signon.staffSignIn,
    signon.securityQuestions,
    signOnHub.applicationTiles,
    signOnHub.connectedApplications,
    factors.myFactors,
    factors.factorChoices,
  ].flatMap((call) => measure(who, call))

/** Calls of mailed links, which find their row by token. */
const links: MeasuredCall[] = [
  ...measureRefused('visitor', registration.getSaaActivePerms, { entityId: REGISTRABLE }),
  ...measureRefused('visitor', registration.holdByLink, { holdId: 'none' }),
  ...measureRefused('visitor', successors.takeoverByLink, { takeoverId: 'none' }),
  ...measureRefused('visitor', registration.profileByActivationId, { activationId: 'none' }),
  ...measureRefused('visitor', registration.regByReqId, { reqId: 'none' }),
  ...measureRefused('visitor', registration.quizForReqId, { reqId: 'none' }),
  ...measureRefused('visitor', registration.receipt, {}),
  ...measureRefused('visitor', registration.regContract, {}),
  ...measureRefused('visitor', signon.resetQuestions, { resetId: 'none' }),
  ...measureRefused('visitor', factors.factorNotice, { factorId: 'none' }),
  ...measureRefused('visitor', contracts.openSigning, { signId: 'none' }),
  ...measureRefused('visitor', contracts.signingDocument, { signId: 'none' }),
  ...measureRefused('visitor', contracts.copyByLink, { copyId: 'none' }),
  ...measureRefused('visitor', contracts.signedDocument, { copyId: 'none' }),
]

/** Calls that find an account by facts that its holder remembers. */
const forgotten: MeasuredCall[] = [
  ...measureRefused('visitor', registration.resendActivation, { email: address }),
  ...measureRefused('visitor', signon.forgotUsername, { email: address }),
  ...measureRefused('visitor', signon.forgotPassword, { userName: 'country123' }),
  ...measureRefused('visitor', members.beginRegistration, {
    memberId: 'M9',
    firstName: 'Max',
    lastName: 'Marmarmar',
    birthDate: '2015-01-01',
  }),
]

/** At least one call of every kind, with all sort and filter options of the lists. */
export const MEASURED: readonly MeasuredCall[] = [
  ...measure(
    'visitor',
    registration.npiSearch,
    { search: npiOf(3) },
    { search: '2' },
    { search: 'mar' },
    { search: 'm l' },
    { search: 'mar smi' },
  ),
  ...measure('visitor', registration.valRegNpi, { npiId: REGISTRABLE }),
  ...measure('visitor', registration.checkPendingSaaRequestsForProvider, { providerId: REGISTRABLE }),
  ...[content.getBanners, content.getFAQs, content.getDesc].flatMap((call) =>
    measure('visitor', call, { categoryId: 'provider-home' }),
  ),
  ...measure('visitor', registration.nonSaaNpiProfile, { npiId: REGISTRABLE, role: 'AU' }),
  ...links,
  ...forgotten,
  ...office('office'),
  ...office('large'),
  ...service,
  ...ofEveryUser('office'),
  ...ofEveryUser('service'),
  ...ofEveryUser('member'),
  ...ofEveryUser('staff'),
  ...measure('office', signon.keepAliveProvider),
  ...measure('office', staffViews.listViewsOfMe),
  ...measure('support', staffViews.findPeopleToView, {}, { search: 'martinson' }, { search: npiOf(22) }),
  ...measure('support', staffViews.listViews),
  ...measureRefused('support', staffViews.describeView, { viewId: 'none' }),
  ...measure('staff', staffViews.listUnmaskRequests),
  ...measureRefused('office', contracts.signedCopy, { reference: 'REF3' }),
  ...measure('member', signon.keepAliveMember),
  ...measureRefused('member', members.idCardPdf, { person: 'M0' }),
  ...[members.memberHome, members.family, members.searchOptions].flatMap((call) => measure('member', call)),
  ...measure('member', members.memberClaims, {}, { year: '2025' }),
  ...measure('member', members.providerNames, { search: 'mar' }, { search: 'ma li' }),
  ...measure(
    'member',
    members.findProviders,
    { name: 'mar' },
    { zip: zipOf(3) },
    { zip: zipOf(3), miles: '5', specialty: 'Internal Medicine', accepting: 'true', plan: 'ANY' },
    { zip: zipOf(3), name: 'mar' },
    { zip: '00099' },
    { specialty: 'Family Medicine' },
    { specialty: 'Family Medicine', name: 'ma' },
    { specialty: 'Urology' },
    { specialty: 'Urology', zip: zipOf(3) },
    { specialty: 'Family Medicine', language: 'es', telehealth: 'true', plan: 'PLAN' },
  ),
  ...measure('member', members.openListedProvider, { npi: npiOf(3) }),
  ...measure('staff', internal.home, { days: '30' }, { days: '90' }),
  ...measure('staff', internal.listProviders, {}, { search: 'mar' }, { search: npiOf(3) }),
  ...measure('staff', internal.openProvider, { npi: npiOf(3) }),
  ...[attestation.describeReadiness, attestation.listSamples, attestation.listAttestations].flatMap((call) =>
    measure('staff', call),
  ),
  ...measure(
    'staff',
    attestation.listFindings,
    { kind: 'NEVER_VERIFIED' },
    { kind: 'NEVER_VERIFIED', page: '1' },
    { kind: 'NEVER_VERIFIED', search: npiOf(3) },
    { kind: 'NEVER_VERIFIED', search: 'mar' },
  ),
  ...measure('staff', attestation.exportFindings, { kind: 'NEVER_VERIFIED' }),
  ...measure(
    'staff',
    internal.listAudit,
    {},
    { descending: 'true' },
    { person: address },
    { npi: npiOf(21) },
    { area: 'grant', descending: 'true' },
    { area: 'staff', descending: 'true' },
    { from: '2026-02-20T00:00:00Z', to: '2026-02-21T00:00:00Z', descending: 'true' },
    { accountId: 'country1', descending: 'true' },
    { person: 'mary martinson', area: 'request' },
  ),
  ...measure('staff', internal.listImports),
  ...measure(
    'staff',
    internal.listMail,
    { descending: 'true' },
    { state: 'WAITING' },
    { state: 'GIVEN_UP' },
    { search: address },
    { search: beginning, descending: 'true' },
    { search: 'example', descending: 'true' },
    { state: 'SENT', descending: 'true', page: '3' },
  ),
  ...measure('staff', internal.showPolicy),
  ...measure('staff', signOnHub.listApplications),
  ...measure('staff', signOnHub.openApplication, { clientId: 'country' }),
  ...measure(
    'staff',
    access.listAccounts,
    {},
    { search: 'martinson' },
    { search: address },
    { search: 'example' },
    { search: npiOf(22) },
    { sort: 'lastSignIn', descending: 'true' },
    { sort: 'created', descending: 'true' },
    { kind: 'internal' },
    { state: 'SUSPENDED' },
    { kind: 'member', state: 'ACTIVE' },
  ),
  ...measure('staff', access.openAccount, { accountId: 'country1' }),
  ...measure('staff', access.listPeople, {}, { search: 'mar' }),
  ...measure('staff', access.exportPeople, {}, { sort: 'lastSignIn', descending: 'true' }),
  ...measure('staff', access.listActiveAgain),
  ...measure('staff', access.listHistory, { accountId: 'country1' }),
  ...measure('staff', access.listRequests, {}, { search: 'mar' }, { assigned: 'NOBODY', sort: 'who' }),
  ...measure('staff', access.nextRequest, ...ways('WAIT2-7')),
  ...measure('staff', access.listStaff),
  ...measure('staff', access.listFourEyesApprovals),
  ...measure('staff', successors.listTakeovers),
  ...measure('staff', access.listDelayedDecisions),
  ...measure('staff', access.openStaffNotes, { reference: 'CONT-1' }),
  ...measure(
    'staff',
    contracts.listContracts,
    {},
    { search: 'mar' },
    { search: 'REF12' },
    { stage: 'VALIDATED' },
    { stage: 'AWAITED' },
    { stage: 'CLOSED', sort: 'registrant' },
  ),
  ...measure('staff', contracts.nextContract, ...ways('CONT-7')),
  ...measure('staff', contracts.countContracts),
  ...measure(
    'staff',
    contracts.listDecided,
    {},
    { search: 'mar' },
    { decision: 'RETURNED' },
    { from: '2026-02-20', to: '2026-02-21' },
  ),
  ...measure('staff', contracts.decidedFile, { from: '2026-02-20', to: '2026-02-21' }),
  ...measure('staff', contracts.contractWays, { days: '90' }),
  ...measure('staff', contracts.reviewContract, { reference: 'CONT-1' }),
  ...measure(
    'staff',
    providerDirectory.listChanges,
    {},
    { view: 'OVERDUE', search: 'mar' },
    { view: 'DECIDED' },
    { view: 'AUTOMATIC' },
  ),
  ...measure('staff', providerDirectory.exportChanges, { view: 'DECIDED' }, { search: 'mar' }),
  ...measure('staff', providerDirectory.nextChange, { reference: 'CH-1', way: 'FREE' }),
  ...measure('staff', providerDirectory.describeChangeRules),
  ...measureRefused('staff', providerDirectory.reviewChange, { reference: 'CH-1' }),
  ...measure('staff', providerDirectory.describeSuppression, { npi: provider }),
  ...measure('staff', content.listContent),
  ...measureRefused('staff', content.openContent, { kind: 'faq', id: '1' }),
  ...measureRefused('staff', contracts.contractFile, { id: '1' }),
  ...measureRefused('staff', contracts.contractView, { id: '1' }),
  ...measureRefused('staff', internal.openMail, { id: '1' }),
]
