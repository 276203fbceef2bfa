import type { FourEyesApproval } from '@portico/core/access/account-shapes'
import * as calls from '@portico/core/access/calls'
import { liftHold, showPolicy } from '@portico/core/internal/calls'
import type { Policy } from '@portico/core/internal/shapes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { insertSmallPlan, north } from '../../test/small-plan.ts'
import * as sentence from './domain/sentences.ts'
import { accessJobs } from './scheduled-jobs.ts'
import { findApprovers } from './store/decisions/four-eyes.ts'
import { findHold } from './store/decisions/registration-holds.ts'

let site: TestApp
let counter = 0
beforeAll(async () => {
  site = await buildTestApp({ settings: { fourEyes: true, limits: { signInsPerMinutePerAddress: 1000 } } })
  await insertSmallPlan(site.db)
})
beforeEach(() => site.reset())
afterAll(() => site?.close())

async function administrator() {
  counter += 1
  const username = `foureyes${counter}`
  const account = await insertTestAccount(site.db, { username, kind: 'internal' })
  const signIn = async () => {
    const browser = site.openBrowser()
    await browser.signIn(username, testPassword)
    return browser
  }
  return { ...account, browser: await signIn(), signIn }
}
type Person = Awaited<ReturnType<typeof administrator>>

const invitation = (email: string) => ({
  entity: `NPI:${north.solo}`,
  role: 'SAA',
  permissions: ['HOME', 'CLAIM'],
  firstName: 'Ines',
  lastName: 'Head',
  email,
})
const invite = ({ browser }: Person, email: string) => browser.postCall(calls.invite.path, invitation(email))
const waiting = async ({ browser }: Person) =>
  (await browser.getCall<FourEyesApproval[]>(calls.listFourEyesApprovals.path)).entity
const decide = ({ browser }: Person, askId: string, agree = true) =>
  browser.postCall(calls.decideFourEyesApproval.path, { askId, agree })
const invited = (email: string) => site.db.selectFrom('account').select('state').where('email', '=', email).execute()
const acts = async (like: string) =>
  (
    await site.db
      .selectFrom('audit_event')
      .select(['action', 'actor_account_id'])
      .where('action', 'like', like)
      .orderBy('id')
      .execute()
  ).map(({ action, actor_account_id }) => [action, actor_account_id])

async function askedFor(person: Person, email: string): Promise<string> {
  expect(await invite(person, email)).toMatchObject({ status: 200, entity: { waiting: true, accountId: '' } })
  return (await waiting(person)).find((row) => row.email === email)?.askId ?? ''
}

test('an SAA invitation runs once, after another administrator agrees, and is recorded in the audit log', async () => {
  const [requester, other] = [await administrator(), await administrator()]
  const askId = await askedFor(requester, 'ines.one@example.org')
  expect(await invited('ines.one@example.org')).toEqual([])
  await invite(requester, 'Ines.One@example.org')
  expect((await waiting(other)).filter((row) => row.email.toLowerCase() === 'ines.one@example.org')).toMatchObject([
    { kind: 'INVITE_SAA', name: 'Ines Head', isMine: false },
  ])
  expect((await waiting(requester)).every((row) => row.isMine)).toBe(true)

  expect(await decide(requester, askId)).toMatchObject({ status: 407, entity: { message: sentence.FOUR_EYES_OWN } })
  expect(await invited('ines.one@example.org')).toEqual([])
  expect((await decide(other, askId)).entity).toBe(true)
  expect(await invited('ines.one@example.org')).toEqual([{ state: 'INVITED' }])
  expect(await decide(other, askId)).toMatchObject({ status: 407, entity: { message: sentence.FOUR_EYES_DECIDED } })
  expect(await acts('staff.second-yes%')).toEqual([
    ['staff.second-yes-asked', requester.id],
    ['staff.second-yes-given', other.id],
  ])
})

test('an AA invitation needs no approval, and only administrators see or decide pending approvals', async () => {
  const requester = await administrator()
  const body = { ...invitation('anna.aa@example.org'), role: 'AA' }
  expect((await requester.browser.postCall(calls.invite.path, body)).entity).toMatchObject({ waiting: false })
  const reviewer = await insertTestAccount(site.db, { username: 'foureyesr', kind: 'internal', staffRole: 'REVIEWER' })
  const browser = site.openBrowser()
  await browser.signIn('foureyesr', testPassword)
  expect((await browser.getCall(calls.listFourEyesApprovals.path)).http).toBe(403)
  expect(
    (await browser.postCall(calls.decideFourEyesApproval.path, { askId: reviewer.publicId, agree: true })).http,
  ).toBe(403)
})

test('two concurrent approvals send one invitation', async () => {
  const [requester, one, other] = [await administrator(), await administrator(), await administrator()]
  const askId = await askedFor(requester, 'ines.two@example.org')
  const replies = await Promise.all([decide(one, askId), decide(other, askId), decide(one, askId)])
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(await invited('ines.two@example.org')).toHaveLength(1)
})

test('a declined, withdrawn or no longer valid request is not carried out', async () => {
  const [requester, other] = [await administrator(), await administrator()]
  const declined = await askedFor(requester, 'ines.three@example.org')
  expect((await decide(other, declined, false)).entity).toBe(true)
  const taken = await askedFor(requester, 'ines.three@example.org')
  expect(taken, 'asked for again').not.toBe(declined)
  expect((await decide(requester, taken, false)).entity).toBe(true)
  expect(await invited('ines.three@example.org')).toEqual([])
  expect((await decide(other, 'nonsense')).status).toBe(407)

  const late = await askedFor(requester, 'ines.three@example.org')
  await insertTestAccount(site.db, {
    username: 'tooearly',
    firstName: 'Ines',
    lastName: 'Head',
    email: 'ines.three@example.org',
    grants: [{ role: 'AU', scopeId: north.solo }],
  })
  expect((await decide(other, late)).status, 'somebody let the person in meanwhile').toBe(407)
  expect(
    (await waiting(other)).map((row) => row.askId),
    'it still waits',
  ).toContain(late)
})

test('an approval for a deleted group is refused and stays pending', async () => {
  const [requester, other] = [await administrator(), await administrator()]
  const group = { group_id: 'GONE', kind: 'PG' as const, name: 'Gone Group', short_name: 'Gone' }
  await site.db.insertInto('provider_group').values(group).execute()
  await requester.browser.postCall(calls.invite.path, { ...invitation('ines.six@example.org'), entity: 'GROUP:GONE' })
  const askId = (await waiting(other)).find((row) => row.email === 'ines.six@example.org')?.askId ?? ''
  await site.db.deleteFrom('provider_group').where('group_id', '=', 'GONE').execute()
  expect((await decide(other, askId)).status).toBe(404)
  expect((await waiting(other)).map((row) => row.askId)).toContain(askId)
})

test('a four-eyes request is void once its requester loses the role, and expires after seven days', async () => {
  const [requester, other] = [await administrator(), await administrator()]
  const askId = await askedFor(requester, 'ines.four@example.org')
  await other.browser.postCall(calls.changeStaffRole.path, { accountId: requester.publicId, role: 'AUDITOR' })
  expect(await decide(other, askId)).toMatchObject({ status: 407, entity: { message: sentence.FOUR_EYES_REQUESTER } })

  site.clock.advance(7 * 86_400)
  const later = { ...other, browser: await other.signIn() }
  expect(await waiting(later)).toEqual([])
  expect((await decide(later, askId)).entity.message).toBe(sentence.FOUR_EYES_DECIDED)
  const expire = accessJobs.jobs.find(({ name }) => name === 'expire-second-yes')
  expect(await expire?.run(site.deps, site.clock.now())).toBeGreaterThan(0)
  expect(await expire?.run(site.deps, site.clock.now())).toBe(0)
  expect((await acts('staff.second-yes-expired')).length).toBeGreaterThan(0)
  expect(await invited('ines.four@example.org')).toEqual([])
})

test('lifting a hold needs four-eyes approval, and lifting an objection does not', async () => {
  const [requester, other] = [await administrator(), await administrator()]
  const npi = north.npis.N1[0] ?? ''
  const hold = (kind: 'HOLD' | 'OBJECTION') => {
    const now = site.clock.now()
    const token_hash = Buffer.from(`${kind} ${counter}`)
    return site.db
      .insertInto('registration_hold')
      .values({ npi, kind, token_hash, event_at: now, created_at: now, expires_at: now, held_at: now })
      .execute()
  }
  const lift = () => requester.browser.postCall(liftHold.path, { npi })
  await hold('OBJECTION')
  expect((await lift()).entity).toEqual({ lifted: 1, waiting: false })
  await hold('HOLD')
  expect((await lift()).entity).toEqual({ lifted: 0, waiting: true })
  expect(await findHold(site.db, npi)).toBeDefined()
  const [row] = (await waiting(other)).filter(({ kind }) => kind === 'LIFT_HOLD')
  expect(row).toMatchObject({ npi })
  expect((await decide(other, row?.askId ?? '')).entity).toBe(true)
  expect(await findHold(site.db, npi)).toBeUndefined()
})

test('one administrator can invite an SAA if four-eyes approval is disabled', async () => {
  site.deps.settings.fourEyes = false
  const requester = await administrator()
  expect((await invite(requester, 'ines.five@example.org')).entity).toMatchObject({ waiting: false })
  expect(await invited('ines.five@example.org')).toEqual([{ state: 'INVITED' }])
})

const DAY_S = 86_400
const DAY_MS = DAY_S * 1000
const update = (person: Person, change: object) =>
  site.db.updateTable('account').set(change).where('id', '=', person.id).execute()
const colleague = (email: string, role = 'ADMINISTRATOR') => ({ firstName: 'Nora', lastName: 'Quill', email, role })
const addColleague = ({ browser }: Person, email: string) =>
  browser.postCall<{ waiting: boolean }>(calls.addStaff.path, colleague(email))
const changeRole = ({ browser }: Person, whom: Person, role: string) =>
  browser.postCall<{ waiting: boolean }>(calls.changeStaffRole.path, { accountId: whom.publicId, role })
const roleOf = async (email: string) =>
  (
    await site.db.selectFrom('account').select(['id', 'staff_role', 'invited_by']).where('email', '=', email).execute()
  )[0]

test('an administrator can approve seven days after becoming one', async () => {
  const [requester, other] = [await administrator(), await administrator()]
  const askId = await askedFor(requester, 'ines.seven@example.org')
  await update(other, { activated_at: new Date(site.clock.now().getTime() - 7 * DAY_MS + 60_000) })
  expect(await waiting(other)).toMatchObject([{ canApprove: false, hasApprover: false }])
  expect((await decide(other, askId)).entity.message).toBe(sentence.FOUR_EYES_NOT_YOURS)
  site.clock.advance(60)
  expect(await waiting(other)).toMatchObject([{ canApprove: true, hasApprover: true }])
  await update(other, { staff_role_since: site.clock.now() })
  expect((await decide(other, askId)).entity.message).toBe(sentence.FOUR_EYES_NOT_YOURS)
  await update(other, { staff_role_since: new Date(site.clock.now().getTime() - 7 * DAY_MS) })
  expect((await decide(other, askId)).entity).toBe(true)
})

test('an administrator whom the requester invited, promoted or reopened cannot approve', async () => {
  const requester = await administrator()
  const [invitedOne, promoted, reopened] = [await administrator(), await administrator(), await administrator()]
  const independent = await administrator()
  await update(invitedOne, { invited_by: requester.id })
  await changeRole(requester, promoted, 'REVIEWER')
  await changeRole(independent, promoted, 'ADMINISTRATOR')
  const [approval] = await waiting(requester)
  await decide(requester, approval?.askId ?? '')
  await requester.browser.postCall(calls.suspendAccount.path, { accountId: reopened.publicId, reason: 'On leave' })
  await requester.browser.postCall(calls.reopenAccount.path, { accountId: reopened.publicId })
  site.clock.advance(8 * DAY_S)
  const again = async (person: Person) => ({ ...person, browser: await person.signIn() })
  const askId = await askedFor(await again(requester), 'ines.eight@example.org')
  for (const person of [invitedOne, promoted, reopened])
    expect((await decide(await again(person), askId)).entity.message).toBe(sentence.FOUR_EYES_NOT_YOURS)
  expect((await decide(await again(independent), askId)).entity).toBe(true)
})

test('inviting an administrator needs four-eyes approval, and the new one approves for neither of the two', async () => {
  const [requester, other] = [await administrator(), await administrator()]
  const email = 'nora.one@plan.example'
  expect((await addColleague(requester, email)).entity).toEqual({ accountId: '', waiting: true })
  expect(await roleOf(email)).toBeUndefined()
  const [row] = await waiting(other)
  expect(row).toMatchObject({ kind: 'INVITE_ADMINISTRATOR', name: 'Nora Quill', email })
  expect((await decide(requester, row?.askId ?? '')).entity.message).toBe(sentence.FOUR_EYES_OWN)
  expect((await decide(other, row?.askId ?? '')).entity).toBe(true)
  const added = await roleOf(email)
  expect(added).toMatchObject({ staff_role: 'ADMINISTRATOR', invited_by: requester.id })
  expect(await acts('staff.added')).toEqual([['staff.added', other.id]])
  const activated = { state: 'ACTIVE' as const, username: 'nora', password_hash: '!', activated_at: site.clock.now() }
  await site.db.updateTable('account').set(activated).where('email', '=', email).execute()
  const later = { db: site.db, now: new Date(site.clock.now().getTime() + 8 * DAY_MS) }
  const third = await administrator()
  const approves = async (person: Person) => (await findApprovers(later, person.id)).includes(added?.id ?? '')
  expect([await approves(requester), await approves(other), await approves(third)]).toEqual([false, false, true])
})

test('making a colleague an administrator needs four-eyes approval, and other roles do not', async () => {
  const [requester, other, third] = [await administrator(), await administrator(), await administrator()]
  expect((await changeRole(requester, third, 'REVIEWER')).entity).toEqual({ waiting: false })
  expect((await changeRole(requester, third, 'ADMINISTRATOR')).entity).toEqual({ waiting: true })
  const [row] = await waiting(other)
  expect(row).toMatchObject({ kind: 'MAKE_ADMINISTRATOR', name: 'Robin Sample' })
  expect((await decide(other, row?.askId ?? '')).entity).toBe(true)
  const roles = site.db.selectFrom('account').select(['staff_role', 'staff_role_since']).where('id', '=', third.id)
  expect(await roles.execute()).toEqual([{ staff_role: 'ADMINISTRATOR', staff_role_since: site.clock.now() }])
})

test('a request to make an administrator fails if the account was closed, or the address taken, meanwhile', async () => {
  const [requester, other, third] = [await administrator(), await administrator(), await administrator()]
  await changeRole(requester, third, 'REVIEWER')
  await changeRole(requester, third, 'ADMINISTRATOR')
  await addColleague(requester, 'nora.two@plan.example')
  await update(third, { state: 'CLOSED' })
  await insertTestAccount(site.db, { username: 'nora2', kind: 'internal', email: 'nora.two@plan.example' })
  const statuses = []
  for (const { askId } of await waiting(other)) statuses.push((await decide(other, askId)).status)
  expect(statuses.sort()).toEqual([404, 407])
})

test('without an approver, no administrator can be added in the console, and the policy shows it', async () => {
  const requester = await administrator()
  expect((await addColleague(requester, 'nora.three@plan.example')).entity.message).toBe(sentence.NO_APPROVER)
  const reviewer = await insertTestAccount(site.db, { username: 'foureyesq', kind: 'internal', staffRole: 'REVIEWER' })
  const promote = { accountId: reviewer.publicId, role: 'ADMINISTRATOR' }
  expect((await requester.browser.postCall(calls.changeStaffRole.path, promote)).entity.message).toBe(
    sentence.NO_APPROVER,
  )
  expect(await waiting(requester)).toEqual([])
  const policy = async () => (await requester.browser.getCall<Policy>(showPolicy.path)).entity
  const before = (await policy()).approvers
  await administrator()
  expect((await policy()).approvers).toBe(before + 1)
  expect((await addColleague(requester, 'nora.three@plan.example')).entity.waiting).toBe(true)
})

test('one administrator can add another one if four-eyes approval is disabled', async () => {
  site.deps.settings.fourEyes = false
  expect((await addColleague(await administrator(), 'nora.four@plan.example')).entity.waiting).toBe(false)
  expect(await roleOf('nora.four@plan.example')).toMatchObject({ staff_role: 'ADMINISTRATOR' })
})
