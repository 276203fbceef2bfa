import { STAFF_ROLES, type StaffRole } from '@portico/core/access/staff-roles'
import { ALL_CALLS, type NamedCall } from '@portico/core/all-calls'
import { showPolicy } from '@portico/core/internal/calls'
import type { Policy } from '@portico/core/internal/shapes'
import * as signon from '@portico/core/signon/calls'
import type { Me } from '@portico/core/signon/shapes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../test/accounts.ts'
import type { TestBrowser } from '../test/browser.ts'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'

/** Which staff role can use which call (behaviour 15.10), written by hand: a new call fails until it is listed. */
const REVIEWER = ['REVIEWER', 'ADMINISTRATOR']
const EDITOR = ['EDITOR', 'ADMINISTRATOR']
const AUDITOR = ['AUDITOR', 'ADMINISTRATOR']
const READER = ['REVIEWER', 'AUDITOR', 'ADMINISTRATOR']
const ADMINISTRATOR = ['ADMINISTRATOR']
const SUPPORT = ['SUPPORT']
const EVERYBODY = [...STAFF_ROLES]
const MATRIX: Record<string, readonly string[]> = {
  'signon keepAliveProvider': EVERYBODY,
  'signon saveShortcuts': EVERYBODY,
  'internal home': EVERYBODY,
  'access listRequests': REVIEWER,
  'access decideRequest': REVIEWER,
  'access listDelayedDecisions': REVIEWER,
  'access undoDecision': REVIEWER,
  'access forgetDecision': REVIEWER,
  'access openStaffNotes': REVIEWER,
  'access nextRequest': REVIEWER,
  'access assignRequest': REVIEWER,
  'access addNote': REVIEWER,
  'contracts listContracts': REVIEWER,
  'contracts nextContract': REVIEWER,
  'contracts countContracts': REVIEWER,
  'contracts listDecided': REVIEWER,
  'contracts decidedFile': REVIEWER,
  'contracts contractWays': REVIEWER,
  'contracts reviewContract': REVIEWER,
  'contracts contractView': REVIEWER,
  'contracts contractFile': REVIEWER,
  'contracts recordContract': REVIEWER,
  'contracts validateContract': REVIEWER,
  'contracts returnContract': REVIEWER,
  'provider-directory listChanges': REVIEWER,
  'provider-directory exportChanges': REVIEWER,
  'provider-directory nextChange': REVIEWER,
  'provider-directory describeChangeRules': REVIEWER,
  'provider-directory reviewChange': REVIEWER,
  'provider-directory takeChange': REVIEWER,
  'provider-directory addChangeNote': REVIEWER,
  'provider-directory acceptChanges': REVIEWER,
  'provider-directory returnChanges': REVIEWER,
  'provider-directory describeSuppression': REVIEWER,
  'provider-directory suppressProvider': REVIEWER,
  'provider-directory showProviderAgain': REVIEWER,
  'internal listProviders': REVIEWER,
  'internal openProvider': REVIEWER,
  'attestation describeReadiness': READER,
  'attestation listFindings': READER,
  'attestation exportFindings': READER,
  'attestation recheckDirectory': REVIEWER,
  'attestation listSamples': READER,
  'attestation openSample': READER,
  'attestation drawSample': ADMINISTRATOR,
  'attestation saveSampleResult': REVIEWER,
  'attestation finishSample': ADMINISTRATOR,
  'attestation redrawSample': READER,
  'attestation exportSample': READER,
  'attestation exportSampleFrame': READER,
  'attestation listAttestations': READER,
  'attestation exportAttestations': READER,
  'attestation recordAttestation': ADMINISTRATOR,
  'attestation withdrawAttestation': ADMINISTRATOR,
  'content listContent': EDITOR,
  'content openContent': EDITOR,
  'content saveBanner': EDITOR,
  'content saveFaq': EDITOR,
  'content saveDescription': EDITOR,
  'content removeContent': EDITOR,
  'content previewContent': EDITOR,
  'access listAccounts': AUDITOR,
  'access openAccount': AUDITOR,
  'access listHistory': AUDITOR,
  'access listActiveAgain': AUDITOR,
  'internal listAudit': AUDITOR,
  'internal verifyAudit': AUDITOR,
  'internal showPolicy': AUDITOR,
  'internal listImports': READER,
  'staff-views findPeopleToView': SUPPORT,
  'staff-views listViews': SUPPORT,
  'staff-views describeView': SUPPORT,
  'staff-views openView': SUPPORT,
  'staff-views endView': SUPPORT,
  'staff-views askToUnmask': SUPPORT,
  'staff-views listUnmaskRequests': REVIEWER,
  'staff-views decideUnmasking': REVIEWER,
  'access listScopes': ADMINISTRATOR,
  'access listPeople': ADMINISTRATOR,
  'access exportPeople': ADMINISTRATOR,
  'access invite': ADMINISTRATOR,
  'access inviteMany': ADMINISTRATOR,
  'access resendInvitation': ADMINISTRATOR,
  'access changeGrant': ADMINISTRATOR,
  'access suspendGrant': ADMINISTRATOR,
  'access reactivateGrant': ADMINISTRATOR,
  'access restoreAccess': ADMINISTRATOR,
  'access removeGrant': ADMINISTRATOR,
  'access handOver': ADMINISTRATOR,
  'factors resetFactors': ADMINISTRATOR,
  'factors confirmOwner': ADMINISTRATOR,
  'access confirmPeople': ADMINISTRATOR,
  'access suspendAccount': ADMINISTRATOR,
  'access reopenAccount': ADMINISTRATOR,
  'access listStaff': ADMINISTRATOR,
  'access addStaff': ADMINISTRATOR,
  'access changeStaffRole': ADMINISTRATOR,
  'access listFourEyesApprovals': ADMINISTRATOR,
  'access decideFourEyesApproval': ADMINISTRATOR,
  'internal unlockProvider': ADMINISTRATOR,
  'internal liftHold': ADMINISTRATOR,
  'hub listApplications': ADMINISTRATOR,
  'hub openApplication': ADMINISTRATOR,
  'hub addApplication': ADMINISTRATOR,
  'hub changeApplication': ADMINISTRATOR,
  'hub rotateApplicationSecret': ADMINISTRATOR,
  'hub disableApplication': ADMINISTRATOR,
  'hub enableApplication': ADMINISTRATOR,
  'internal listMail': ADMINISTRATOR,
  'internal openMail': ADMINISTRATOR,
  'successors listTakeovers': REVIEWER,
  'successors decideTakeover': REVIEWER,
}

const PAGES: Record<StaffRole, string[]> = {
  ADMINISTRATOR: [
    'contracts',
    'requests',
    'successors',
    'people',
    'providers',
    'directory',
    'changes',
    'content',
    'audit',
    'mail',
    'imports',
    'unmasking',
    'applications',
    'staff',
  ],
  REVIEWER: ['contracts', 'requests', 'successors', 'providers', 'directory', 'changes', 'imports', 'unmasking'],
  EDITOR: ['content'],
  AUDITOR: ['people', 'directory', 'audit', 'imports'],
  SUPPORT: ['views'],
}

const AREA_NAMES: Record<string, string> = {
  'Sign-on, session and profile': 'signon',
  'Access: people, requests and grants': 'access',
  'Portal functions and look-ups': 'plan-data',
  'Provider directory': 'provider-directory',
  Contracts: 'contracts',
  Content: 'content',
  'Plan staff': 'internal',
  'Second factors': 'factors',
  'Sign-on to applications': 'hub',
  'Directory readiness and attestation': 'attestation',
  'Views by support agents': 'staff-views',
  'Successors of administrators': 'successors',
}
const nameOf = ({ area, name }: NamedCall) => `${AREA_NAMES[area] ?? area} ${name}`
const forStaff = ALL_CALLS.filter(({ call: { access } }) => access !== 'public' && access.kinds?.includes('internal'))

let site: TestApp
const browsers = new Map<StaffRole | 'NONE', TestBrowser>()
beforeAll(async () => {
  site = await buildTestApp({ settings: { limits: { signInsPerMinutePerAddress: 1000 } } })
  for (const role of [...STAFF_ROLES, 'NONE'] as const) {
    const username = `role${role.slice(0, 6)}`
    const staffRole = role === 'NONE' ? 'AUDITOR' : role
    const { id } = await insertTestAccount(site.db, { username, kind: 'internal', staffRole })
    if (role === 'NONE') await site.db.updateTable('account').set({ staff_role: null }).where('id', '=', id).execute()
    const browser = site.openBrowser()
    await browser.signIn(username, testPassword)
    browsers.set(role, browser)
  }
})
afterAll(() => site?.close())

const browserOf = (role: StaffRole | 'NONE'): TestBrowser => browsers.get(role) ?? site.openBrowser()

/** An empty call: refused by its role before the body is validated. */
async function isRefused(role: StaffRole | 'NONE', { call }: NamedCall): Promise<boolean> {
  const browser = browserOf(role)
  const address = `/Provider${call.path}`
  const reply = call.method === 'GET' ? await browser.get(address) : await browser.post(address)
  if (reply.statusCode !== 403) return false
  expect(reply.json().entity.messageCode).toBe('staff-role')
  return true
}

test('lists every staff call in the matrix', () => {
  expect(forStaff.map(nameOf).sort()).toEqual(Object.keys(MATRIX).sort())
})

test.each([...STAFF_ROLES, 'NONE'] as const)('lets %s reach the calls of the role and no others', async (role) => {
  for (const named of forStaff)
    expect(await isRefused(role, named), nameOf(named)).toBe(!MATRIX[nameOf(named)]?.includes(role))
})

test.each(STAFF_ROLES)('returns to %s the pages they can open and the counts on their home page', async (role) => {
  const me = await browserOf(role).getCall<Me>(signon.me.path)
  expect(me.entity).toMatchObject({ staffRole: role, opens: PAGES[role] })
  const home = await browserOf(role).getCall<object>('/rest/sec/internal/home')
  const counted = [
    'requests',
    'fraudReports',
    'objections',
    'lockedProviders',
    'directoryChanges',
    ...(role === 'ADMINISTRATOR' ? ['mail', 'ownerChecks', 'activeAgain'] : []),
  ]
  const sees = role === 'ADMINISTRATOR' || role === 'REVIEWER' ? counted : []
  const imports = role === 'EDITOR' || role === 'SUPPORT' ? [] : ['overdueImports']
  expect(Object.keys(home.entity).sort()).toEqual([...sees, ...imports, 'funnel'].sort())
})

test('shows the policy of the settings, which no call changes', async () => {
  const { factorPolicies } = site.deps.settings
  site.deps.settings.factorPolicies = { ...factorPolicies, SAA: { kind: 'required', days: 14 } }
  const before = structuredClone(site.deps.settings.factorPolicies)
  for (const role of ['EDITOR', 'REVIEWER', 'AUDITOR', 'ADMINISTRATOR'] as const)
    for (const { call } of ALL_CALLS.filter(({ call: { method } }) => method === 'POST'))
      if (call.path !== signon.logout.path)
        await browserOf(role).post(`/Provider${call.path}`, { group: 'SAA', kind: 'off', policy: 'off', SAA: 'off' })
  expect(site.deps.settings.factorPolicies).toEqual(before)
  const shown = await browserOf('AUDITOR').getCall<Policy>(showPolicy.path)
  expect(shown.entity.fourEyes).toBe(false)
  expect(shown.entity.factors).toContainEqual({
    group: 'SAA',
    kind: 'required',
    days: 14,
    setting: 'PORTICO_FACTOR_POLICY_SAA',
  })
  site.deps.settings.factorPolicies = factorPolicies
})

test('returns no console to a provider', async () => {
  await insertTestAccount(site.db, { username: 'nostaff1', grants: [{}] })
  const browser = site.openBrowser()
  await browser.signIn('nostaff1', testPassword)
  expect((await browser.getCall<Me>(signon.me.path)).entity).toMatchObject({ staffRole: '', opens: [] })
})
