import * as calls from '@portico/core/access/calls'
import type { WaitingRequests } from '@portico/core/access/request-shapes'
import {
  EMAIL_ALREADY_CONFIRMED,
  EMAIL_LINK_EXPIRED,
  EMAIL_LINK_UNKNOWN,
  EMAIL_NOT_NEEDED,
} from '@portico/core/access/sentences'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { insertSmallPlan, makeRequest } from '../../test/small-plan.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ settings: { limits: { signInsPerMinutePerAddress: 1000 } } })
  await insertSmallPlan(app.db)
})
beforeEach(() => app.reset())
afterAll(() => app.close())

const scope = { scopeKind: 'PG', scopeId: 'N1' } as const
const insertPerson = (username: string, email: string, role?: 'SAA' | 'AU') =>
  insertTestAccount(app.db, { username, email, grants: role ? [{ role, ...scope }] : [] })

async function signIn(username: string) {
  const browser = app.openBrowser()
  await browser.signIn(username, testPassword)
  return browser
}

/** A person requests AU access with this address; returns the token of the receipt and what the SAA sees. */
async function apply(email: string) {
  await insertPerson('theboss', 'boss@office.example', 'SAA')
  const { id: accountId } = await insertPerson('newcomer', email)
  const scopes = [{ kind: 'PG' as const, id: 'N1' }]
  const made = await makeRequest(app.db, app.deps.settings, { accountId, role: 'AU', scopes, now: app.clock.now() })
  const { body } = await app.db
    .selectFrom('mail_message')
    .select('body')
    .where('request_id', '=', made.requestId)
    .where('kind', '=', 'request.made')
    .executeTakeFirstOrThrow()
  const saa = await signIn('theboss')
  const shown = async () => (await saa.getCall<WaitingRequests>(calls.listRequests.path)).entity.rows[0]
  return { ...made, accountId, body, saa, shown, token: /confirmId=([\w-]{22})/.exec(body)?.[1] ?? '' }
}

const look = (confirmId: string) => app.openBrowser().getCall(calls.emailByLink.path, { confirmId })
const confirm = (confirmId: string) => app.openBrowser().postCall(calls.confirmEmail.path, { confirmId })

test('the receipt of an AU request has a link, and only its POST confirms the address, once', async () => {
  const { token, body, reference, shown } = await apply('new@office.example')
  expect(body).toContain('If you didn’t make this request, don’t confirm it.')
  for (const _ of [1, 2]) expect(await look(token)).toMatchObject({ status: 200, entity: { reference } })
  expect(await shown()).toMatchObject({ emailConfirmed: false, emailKnown: false })
  const replies = await Promise.all([confirm(token), confirm(token), confirm(token)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 407, 407])
  expect(await shown()).toMatchObject({ emailConfirmed: true, emailKnown: false })
  expect(await confirm(token)).toMatchObject({ status: 407, entity: { message: EMAIL_ALREADY_CONFIRMED } })
  const audit = await app.db.selectFrom('audit_event').select('action').orderBy('id', 'desc').execute()
  expect(audit.filter(({ action }) => action === 'request.email-confirmed')).toHaveLength(1)
})

test('a changed address is not confirmed by the link that went to the earlier one', async () => {
  const { token, shown, accountId } = await apply('new@office.example')
  const change = (email: string) => app.db.updateTable('account').set({ email }).where('id', '=', accountId).execute()
  await change('boss@office.example')
  expect((await confirm(token)).status).toBe(200)
  expect(await shown()).toMatchObject({ emailConfirmed: false, emailKnown: true })
  await change('NEW@office.example')
  expect(await shown()).toMatchObject({ emailConfirmed: true, emailKnown: false })
})

test('an address of a person with access here is known, and one of another office is not', async () => {
  await insertTestAccount(app.db, {
    username: 'elsewhere',
    email: 'new@office.example',
    grants: [{ role: 'AU', scopeKind: 'PG', scopeId: 'N2' }],
  })
  const { shown } = await apply('New@office.example')
  expect(await shown()).toMatchObject({ emailKnown: false })
  await insertPerson('colleague', 'new@office.example', 'AU')
  expect(await shown()).toMatchObject({ emailKnown: true })
})

test('a token of another purpose, an unknown one and an expired one confirm nothing', async () => {
  const { token, shown, requestId } = await apply('new@office.example')
  const unknown = { status: 406, entity: { message: EMAIL_LINK_UNKNOWN } }
  for (const foreign of ['', 'A'.repeat(22), `${token}x`]) expect(await confirm(foreign)).toMatchObject(unknown)
  await app.db.updateTable('link').set({ purpose: 'REQUEST' }).where('request_id', '=', requestId).execute()
  expect(await confirm(token)).toMatchObject(unknown)
  await app.db.updateTable('link').set({ purpose: 'EMAIL' }).where('request_id', '=', requestId).execute()
  app.clock.advance(31 * 24 * 3600)
  const expired = { status: 498, entity: { message: EMAIL_LINK_EXPIRED } }
  expect(await look(token)).toMatchObject(expired)
  expect(await confirm(token)).toMatchObject(expired)
  app.clock.advance(-31 * 24 * 3600)
  expect(await shown()).toMatchObject({ emailConfirmed: false })
})

test('a decided request needs no confirmation', async () => {
  const { token, saa, reference } = await apply('new@office.example')
  await saa.postCall(calls.decideRequest.path, { reference, decision: 'approve' })
  expect(await confirm(token)).toMatchObject({ status: 407, entity: { message: EMAIL_NOT_NEEDED } })
})
