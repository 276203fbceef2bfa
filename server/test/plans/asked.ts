import * as access from '@portico/core/access/calls'
import type { Call } from '@portico/core/call'
import * as content from '@portico/core/content/calls'
import * as contracts from '@portico/core/contracts/calls'
import * as directory from '@portico/core/directory/calls'
import * as factors from '@portico/core/factors/calls'
import * as internal from '@portico/core/internal/calls'
import * as members from '@portico/core/members/calls'
import * as registration from '@portico/core/registration/calls'
import * as signon from '@portico/core/signon/calls'
import { type Caller, REGISTRABLE } from './callers.ts'
import { emailOf, LARGE, npiOf, SMALL } from './country.ts'

export type Input = Record<string, string | number | boolean>
/** `inVain`: the record may not exist, so the call may be refused after it has read. */
export type Asked = { who: Caller; call: Call; input: Input; name: string; inVain?: true }

const ask = (who: Caller, call: Call, ...inputs: Input[]): Asked[] =>
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

const askInVain = (who: Caller, call: Call, input: Input): Asked[] =>
  ask(who, call, input).map((asked) => ({ ...asked, inVain: true }))

const provider = npiOf(3)
const address = emailOf(123)
/** The part of the address that a user types. */
const beginning = address.slice(0, address.indexOf('@') + 4)
const lookups = [{}, { search: 'mar' }, { search: 'ma li' }, { search: '20000' }, { page: '1' }]

/** Provider and person 3 belong to the small office, 21 to the large one. */
const office = (who: 'office' | 'large', one = who === 'office' ? '3' : '21'): Asked[] => [
  ...ask(who, access.officeHome),
  ...ask(who, access.listScopes),
  ...ask(
    who,
    access.listPeople,
    {},
    { search: 'mar' },
    { sort: 'lastSignIn', descending: 'true' },
    { due: 'confirm' },
    { entity: `PO:${who === 'office' ? SMALL.org : LARGE.org}`, colleagues: 'true', search: 'mar' },
  ),
  ...ask(who, access.exportPeople),
  ...ask(who, access.listRequests, {}, { search: 'mar' }, { sort: 'who' }),
  ...ask(who, access.listDelayedDecisions),
  ...ask(who, access.listHistory, { accountId: `country${one}` }),
  ...ask(who, access.listControlledAccess),
  ...ask(who, access.listMyRequests),
  ...[directory.getNPIs, directory.getAllProviders, directory.providerlist].flatMap((call) =>
    ask(who, call, ...lookups.map((input) => ({ ...input, permId: 'CLAIM' }))),
  ),
  ...ask(who, directory.getCapeCodNpis),
  ...[directory.getClaimNpis, directory.getScoTrakkerNpis, directory.getScoInvoiceNpis].flatMap((call) =>
    ask(who, call),
  ),
  ...[directory.getIPAs, directory.getSGs].flatMap((call) => ask(who, call, { permId: 'CLAIM' })),
  ...ask(
    who,
    directory.findEligibility,
    { memberId: 'm8' },
    { firstName: 'Mary', lastName: 'Marmarmar', birthDate: '2015-01-01' },
  ),
  ...ask(
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
  ...ask(who, directory.claimStatuses),
  ...ask(who, directory.openClaim, { claimNumber: `C${one}-1` }),
  ...ask(who, directory.exportClaims),
  ...ask(who, directory.listRoster, {}, { search: 'mar' }, { search: 'ma li' }, { groupId: 'SMALL-1' }, { page: '1' }),
  ...ask(who, directory.listRosterGroups),
  ...ask(who, directory.listMyChanges),
  ...ask(who, directory.listScoCases, {}, { sort: 'nextReview' }, { npi: provider }),
  ...ask(who, directory.listScoInvoices, {}, { sort: 'amount' }, { npi: provider }),
  ...ask(who, directory.exportScoCases),
  ...ask(who, directory.exportScoInvoices),
]

/** Calls that list, count or sum everything that the caller can access. */
const service: Asked[] = [
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
].flatMap((call) => ask('service', call))

const ways = (reference: string) => ['NEXT', 'PREVIOUS', 'FREE'].map((way) => ({ reference, way }))

const everybody = (who: Caller): Asked[] =>
  [
    signon.me,
    signon.sessions,
    signon.isProviderUser,
    signon.isMemberUser,
    signon.isInternalUser,
    signon.getGTM,
    signon.securityQuestions,
    factors.myFactors,
    factors.factorChoices,
  ].flatMap((call) => ask(who, call))

/** Calls of mailed links, which find their row by token. */
const links: Asked[] = [
  ...askInVain('visitor', registration.getSaaActivePerms, { entityId: REGISTRABLE }),
  ...askInVain('visitor', registration.holdByLink, { holdId: 'none' }),
  ...askInVain('visitor', registration.profileByActivationId, { activationId: 'none' }),
  ...askInVain('visitor', registration.regByReqId, { reqId: 'none' }),
  ...askInVain('visitor', registration.quizForReqId, { reqId: 'none' }),
  ...askInVain('visitor', registration.receipt, {}),
  ...askInVain('visitor', registration.regContract, {}),
  ...askInVain('visitor', signon.resetQuestions, { resetId: 'none' }),
  ...askInVain('visitor', factors.factorNotice, { factorId: 'none' }),
  ...askInVain('visitor', contracts.openSigning, { signId: 'none' }),
  ...askInVain('visitor', contracts.signingDocument, { signId: 'none' }),
  ...askInVain('visitor', contracts.copyByLink, { copyId: 'none' }),
  ...askInVain('visitor', contracts.signedDocument, { copyId: 'none' }),
]

/** Calls that find an account by facts that its holder remembers. */
const forgotten: Asked[] = [
  ...askInVain('visitor', registration.resendActivation, { email: address }),
  ...askInVain('visitor', signon.forgotUsername, { email: address }),
  ...askInVain('visitor', signon.forgotPassword, { userName: 'country123' }),
  ...askInVain('visitor', members.beginRegistration, {
    memberId: 'M9',
    firstName: 'Max',
    lastName: 'Marmarmar',
    birthDate: '2015-01-01',
  }),
]

/** At least one call of every kind, with all sort and filter options of the lists. */
export const ASKED: readonly Asked[] = [
  ...ask(
    'visitor',
    registration.npiSearch,
    { search: npiOf(3) },
    { search: '2' },
    { search: 'mar' },
    { search: 'm l' },
    { search: 'mar smi' },
  ),
  ...ask('visitor', registration.valRegNpi, { npiId: REGISTRABLE }),
  ...ask('visitor', registration.checkPendingSaaRequestsForProvider, { providerId: REGISTRABLE }),
  ...[content.getBanners, content.getFAQs, content.getDesc].flatMap((call) =>
    ask('visitor', call, { categoryId: 'provider-home' }),
  ),
  ...ask('visitor', registration.nonSaaNpiProfile, { npiId: REGISTRABLE, role: 'AU' }),
  ...links,
  ...forgotten,
  ...office('office'),
  ...office('large'),
  ...service,
  ...everybody('office'),
  ...everybody('service'),
  ...everybody('member'),
  ...everybody('staff'),
  ...ask('office', signon.keepAliveProvider),
  ...askInVain('office', contracts.signedCopy, { reference: 'REF3' }),
  ...ask('member', signon.keepAliveMember),
  ...askInVain('member', members.idCardPdf, { person: 'M0' }),
  ...[members.memberHome, members.family, members.specialties].flatMap((call) => ask('member', call)),
  ...ask('member', members.memberClaims, {}, { year: '2025' }),
  ...ask('member', members.cities, {}, { search: 'town 1' }),
  ...ask('member', members.providerNames, { search: 'mar' }, { search: 'ma li' }),
  ...ask(
    'member',
    members.findProviders,
    { city: 'Town 3' },
    { name: 'mar' },
    { specialty: 'Family Medicine' },
    { specialty: 'Family Medicine', name: 'ma' },
  ),
  ...ask('staff', internal.home, { days: '30' }, { days: '90' }),
  ...ask('staff', internal.listProviders, {}, { search: 'mar' }, { search: npiOf(3) }),
  ...ask('staff', internal.openProvider, { npi: npiOf(3) }),
  ...ask(
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
  ...ask(
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
  ...ask('staff', internal.showPolicy),
  ...ask(
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
  ...ask('staff', access.openAccount, { accountId: 'country1' }),
  ...ask('staff', access.listPeople, {}, { search: 'mar' }),
  ...ask('staff', access.exportPeople, {}, { sort: 'lastSignIn', descending: 'true' }),
  ...ask('staff', access.listHistory, { accountId: 'country1' }),
  ...ask('staff', access.listRequests, {}, { search: 'mar' }, { assigned: 'NOBODY', sort: 'who' }),
  ...ask('staff', access.nextRequest, ...ways('WAIT2-7')),
  ...ask('staff', access.listStaff),
  ...ask('staff', access.listFourEyesApprovals),
  ...ask('staff', access.listDelayedDecisions),
  ...ask('staff', access.openStaffNotes, { reference: 'CONT-1' }),
  ...ask(
    'staff',
    contracts.listContracts,
    {},
    { search: 'mar' },
    { search: 'REF12' },
    { stage: 'VALIDATED' },
    { stage: 'AWAITED' },
    { stage: 'CLOSED', sort: 'registrant' },
  ),
  ...ask('staff', contracts.nextContract, ...ways('CONT-7')),
  ...ask('staff', contracts.countContracts),
  ...ask(
    'staff',
    contracts.listDecided,
    {},
    { search: 'mar' },
    { decision: 'RETURNED' },
    { from: '2026-02-20', to: '2026-02-21' },
  ),
  ...ask('staff', contracts.decidedFile, { from: '2026-02-20', to: '2026-02-21' }),
  ...ask('staff', contracts.contractWays, { days: '90' }),
  ...ask('staff', contracts.reviewContract, { reference: 'CONT-1' }),
  ...ask('staff', directory.listRosterChanges, {}, { answered: 'true' }),
  ...ask('staff', content.listContent),
  ...askInVain('staff', content.openContent, { kind: 'faq', id: '1' }),
  ...askInVain('staff', contracts.contractFile, { id: '1' }),
  ...askInVain('staff', contracts.contractView, { id: '1' }),
  ...askInVain('staff', internal.openMail, { id: '1' }),
]
