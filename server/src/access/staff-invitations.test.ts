import * as calls from '@portico/core/access/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { insertSmallPlan, north } from '../../test/small-plan.ts'
import { createAccount, queueActivationLink } from './access.ts'

let site: TestApp
let counter = 0

beforeAll(async () => {
  site = await buildTestApp()
  await insertSmallPlan(site.db)
})
afterAll(() => site?.close())

async function person(kind: 'provider' | 'internal') {
  counter += 1
  const username = `invite${counter}`
  const saa = { role: 'SAA', scopeKind: 'NPI', scopeId: north.solo } as const
  const account = await insertTestAccount(site.db, { username, kind, grants: kind === 'provider' ? [saa] : [] })
  const browser = site.openBrowser()
  await browser.signIn(username, testPassword)
  return { ...account, browser }
}

test('only staff can resend the invitation link of a staff member', async () => {
  const staff = await person('internal')
  const saa = await person('provider')
  const contact = { firstName: 'Ana', lastName: 'Silva', email: 'ana.silva@plan.example' }
  const invited = await site.db.transaction().execute(async (db) => {
    const context = { ...systemContext(site.deps), db }
    const created = await createAccount(context, { kind: 'internal', brand: 'harborview', contact, state: 'INVITED' })
    if ('refusal' in created) throw new Error(created.refusal.message)
    await queueActivationLink(context, { accountId: created.entity.accountId })
    return created.entity
  })
  const openLinks = () =>
    site.db
      .selectFrom('link')
      .select('id')
      .where('account_id', '=', invited.accountId)
      .where('used_at', 'is', null)
      .where('ended_at', 'is', null)
      .execute()
  const [first] = await openLinks()
  const body = { accountId: invited.publicId }
  expect((await saa.browser.postCall(calls.resendInvitation.path, body)).status).toBe(404)
  expect(await openLinks()).toEqual([first])

  expect((await staff.browser.postCall(calls.resendInvitation.path, body)).entity).toBe(true)
  const links = await openLinks()
  expect(links).toHaveLength(1)
  expect(links).not.toEqual([first])
  const mails = await site.db
    .selectFrom('mail_message')
    .select('subject')
    .where('to_address', '=', contact.email)
    .execute()
  expect(mails).toHaveLength(2)
  const events = await site.db
    .selectFrom('audit_event')
    .select('actor_account_id')
    .where('subject_account_id', '=', invited.accountId)
    .where('action', '=', 'account.invitation-sent-again')
    .execute()
  expect(events).toEqual([{ actor_account_id: staff.id }])
})

test('refuses to resend an invitation to an active staff account', async () => {
  const staff = await person('internal')
  const active = await person('internal')
  const again = await staff.browser.postCall(calls.resendInvitation.path, { accountId: active.publicId })
  expect(again.status).toBe(407)
})
