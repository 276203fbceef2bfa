import type { Account, StaffRow } from '@portico/core/access/account-shapes'
import * as calls from '@portico/core/access/calls'
import type { StaffRole } from '@portico/core/access/staff-roles'
import { openProvider } from '@portico/core/internal/calls'
import type { Provider } from '@portico/core/internal/shapes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { insertSmallPlan, north } from '../../test/small-plan.ts'
import { isInvitationValid } from './access.ts'
import * as sentence from './domain/sentences.ts'

let site: TestApp
let counter = 0
beforeAll(async () => {
  site = await buildTestApp({ settings: { limits: { signInsPerMinutePerAddress: 1000 } } })
  await insertSmallPlan(site.db)
})
afterAll(() => site?.close())

async function staff(staffRole: StaffRole = 'ADMINISTRATOR') {
  counter += 1
  const username = `team${counter}`
  const account = await insertTestAccount(site.db, {
    username,
    kind: 'internal',
    staffRole,
    lastName: `Team${counter}`,
  })
  const browser = site.openBrowser()
  await browser.signIn(username, testPassword)
  return { ...account, browser }
}
type Person = Awaited<ReturnType<typeof staff>>

const change = (by: Person, whom: { publicId: string }, role: StaffRole) =>
  by.browser.postCall(calls.changeStaffRole.path, { accountId: whom.publicId, role })

test('a staff role change takes effect at once, is recorded in the audit log and is mailed', async () => {
  const [boss, colleague] = [await staff(), await staff('REVIEWER')]
  const looks = async () => (await colleague.browser.getCall(calls.listRequests.path)).http
  expect(await looks()).toBe(200)
  expect((await change(boss, colleague, 'EDITOR')).entity).toEqual({ waiting: false })
  expect(await looks()).toBe(403)
  const list = await boss.browser.getCall<StaffRow[]>(calls.listStaff.path)
  expect(list.entity.find((row) => row.accountId === colleague.publicId)).toMatchObject({ role: 'EDITOR', isMe: false })
  expect(list.entity.find((row) => row.accountId === boss.publicId)).toMatchObject({ isMe: true })
  const events = await site.db
    .selectFrom('audit_event')
    .select(['actor_account_id', 'details'])
    .where('subject_account_id', '=', colleague.id)
    .where('action', '=', 'staff.role-changed')
    .execute()
  expect(events).toEqual([{ actor_account_id: boss.id, details: { from: 'REVIEWER', to: 'EDITOR' } }])
  const mails = await site.db
    .selectFrom('mail_message')
    .select('body')
    .where('account_id', '=', colleague.id)
    .where('kind', '=', 'staff.role-changed')
    .execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body).toContain('Content editor')
  expect(mails[0]?.body).toContain('/thp/portal/internal/login')
})

test('refuses a change of the own role or of a provider, and an unchanged role has no effect', async () => {
  const boss = await staff()
  const provider = await insertTestAccount(site.db, { username: 'noteam1', grants: [{}] })
  const own = await change(boss, boss, 'AUDITOR')
  expect(own).toMatchObject({ status: 407, entity: { message: sentence.STAFF_OWN_ROLE } })
  expect((await change(boss, provider, 'AUDITOR')).status).toBe(404)
  expect((await change(boss, { publicId: 'nobody' }, 'AUDITOR')).status).toBe(404)
  const colleague = await staff('AUDITOR')
  expect((await change(boss, colleague, 'AUDITOR')).entity).toEqual({ waiting: false })
  const events = await site.db
    .selectFrom('audit_event')
    .select('id')
    .where('subject_account_id', '=', colleague.id)
    .where('action', '=', 'staff.role-changed')
    .execute()
  expect(events).toEqual([])
})

test('one administrator remains if two remove each other’s role at once', async () => {
  const administrators = async () => {
    const rows = await site.db.selectFrom('account').select('id').where('staff_role', '=', 'ADMINISTRATOR').execute()
    return rows.map(({ id }) => id)
  }
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await staff(), await staff()]
    const replies = await Promise.all([change(one, other, 'AUDITOR'), change(other, one, 'AUDITOR')])
    const left = await administrators()
    expect([one, other].filter(({ id }) => left.includes(id))).toHaveLength(1)
    // The second is refused because it is no longer administrator, before its transaction or inside it.
    const refused = replies.filter((reply) => reply.http === 403 || reply.status === 407)
    expect(refused).toHaveLength(1)
  }
})

test('one administrator stays active if two suspend each other at once', async () => {
  const [one, other] = [await staff(), await staff()]
  const suspend = (by: Person, whom: Person) =>
    by.browser.postCall(calls.suspendAccount.path, { accountId: whom.publicId, reason: 'Left.' })
  await Promise.all([suspend(one, other), suspend(other, one)])
  const rows = await site.db.selectFrom('account').select('state').where('id', 'in', [one.id, other.id]).execute()
  expect(rows.map(({ state }) => state).sort()).toEqual(['ACTIVE', 'SUSPENDED'])
})

test('staff are invited once per address, and the invitation depends on its inviter’s role', async () => {
  const [boss, another] = [await staff(), await staff()]
  const body = { firstName: 'Nora', lastName: 'Quill', email: 'nora.quill@plan.example', role: 'REVIEWER' }
  const added = await boss.browser.postCall<{ accountId: string }>(calls.addStaff.path, body)
  expect(added.status).toBe(200)
  const again = await another.browser.postCall(calls.addStaff.path, { ...body, email: 'NORA.Quill@plan.example' })
  expect(again).toMatchObject({ status: 407, entity: { message: sentence.STAFF_THERE } })
  expect((await boss.browser.postCall(calls.addStaff.path, { ...body, email: 'nowhere' })).status).toBe(407)
  const account = await site.db
    .selectFrom('account')
    .select(['id', 'state', 'staff_role', 'username'])
    .where('public_id', '=', added.entity.accountId)
    .executeTakeFirstOrThrow()
  expect(account).toMatchObject({ state: 'INVITED', staff_role: 'REVIEWER', username: null })
  expect(await isInvitationValid(site.db, account.id)).toBe(true)
  await change(another, boss, 'AUDITOR')
  expect(await isInvitationValid(site.db, account.id)).toBe(false)
  const sent = await another.browser.postCall(calls.resendInvitation.path, { accountId: added.entity.accountId })
  expect(sent.entity).toBe(true)
  expect(await isInvitationValid(site.db, account.id)).toBe(true)
})

test('an SAA invitation is invalid once its inviter is no longer administrator', async () => {
  const [boss, another] = [await staff(), await staff()]
  const invited = await boss.browser.postCall<{ accountId: string }>(calls.invite.path, {
    entity: `NPI:${north.solo}`,
    role: 'SAA',
    permissions: ['HOME'],
    firstName: 'Iva',
    lastName: 'Head',
    email: 'iva.head@example.org',
  })
  const account = await site.db
    .selectFrom('account')
    .select('id')
    .where('public_id', '=', invited.entity.accountId)
    .executeTakeFirstOrThrow()
  expect(await isInvitationValid(site.db, account.id)).toBe(true)
  await change(another, boss, 'REVIEWER')
  expect(await isInvitationValid(site.db, account.id)).toBe(false)
})

test('offers no actions to staff with read-only roles', async () => {
  const person = await insertTestAccount(site.db, {
    username: 'looked01',
    grants: [{ role: 'AU', scopeId: north.npis.N1[0] }],
  })
  const open = async ({ browser }: Person) =>
    (await browser.getCall<Account>(calls.openAccount.path, { accountId: person.publicId })).entity
  const byBoss = await open(await staff())
  expect(byBoss.actions).toEqual(['suspendAccount'])
  expect(byBoss.grants[0]?.actions).toContain('suspend')
  const byAuditor = await open(await staff('AUDITOR'))
  expect(byAuditor.actions).toEqual([])
  expect(byAuditor.grants[0]?.actions).toEqual([])

  const provider = async ({ browser }: Person) =>
    (await browser.getCall<Provider>(openProvider.path, { npi: north.solo })).entity
  expect(await provider(await staff())).toMatchObject({ invites: ['SAA'], actions: ['unlock', 'liftHold'] })
  expect(await provider(await staff('REVIEWER'))).toMatchObject({ invites: [], actions: [] })
})
