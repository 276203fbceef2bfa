import * as calls from '@portico/core/provider-directory/calls'
import type { ChangeSummary } from '@portico/core/provider-directory/queue-shapes'
import * as sentence from '@portico/core/provider-directory/sentences'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTestAccount } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { insertSmallDirectory } from '../../test/practices.ts'
import { insertSmallPlan, north, south } from '../../test/small-plan.ts'
import { sendSummaries } from './domain/summaries/send-summaries.ts'

const [first] = north.npis.N1
const DAY = 86_400
let app: TestApp
let officeId: string
let saa: { id: string; email: string }

beforeAll(async () => {
  app = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(app.db)
})
beforeEach(async () => {
  await app.reset()
  await insertSmallDirectory(app.db, app.clock.now())
  const asSaa = (scopeId: string) => [{ scopeKind: 'PG' as const, scopeId, role: 'SAA' as const }]
  saa = await person('saaofnorth', asSaa('N1'))
  await person('saaofsouth', asSaa('S1'))
  officeId = (await person('office', [])).id
})
afterAll(() => app.close())

async function person(username: string, grants: NonNullable<Parameters<typeof insertTestAccount>[1]['grants']>) {
  const { id } = await insertTestAccount(app.db, { username, grants })
  const email = `${username}@office.example`
  await app.db.updateTable('account').set({ email }).where('id', '=', id).execute()
  return { id, email }
}

/** A change of the office, accepted now by a rule. */
async function change(more: Record<string, unknown> = {}): Promise<void> {
  const now = app.clock.now()
  await app.db
    .insertInto('practice_change')
    .values({
      npi: first,
      location_id: 'L-NORTH',
      field: 'hours',
      value_before: JSON.stringify('Mon-Fri 9-5'),
      value_after: JSON.stringify('Mon 8-6'),
      source: 'PAGE',
      account_id: officeId,
      reported_at: now,
      due_at: now,
      state: 'ACCEPTED',
      is_automatic: true,
      decided_at: now,
      ...more,
    })
    .execute()
}

const send = () => sendSummaries.run(app.deps, app.clock.now())
const mails = () =>
  app.db
    .selectFrom('mail_message')
    .select(['to_address', 'body'])
    .where('kind', '=', 'directory.summary')
    .orderBy('id')
    .execute()
const addresses = async () => (await mails()).map(({ to_address }) => to_address)
const tokenOf = (body = ''): string => /summaryId=([\w-]+)/.exec(body)?.[1] ?? ''
async function sendToday(): Promise<string> {
  app.clock.advance(DAY)
  await send()
  return tokenOf((await mails()).at(-1)?.body)
}
const visitor = () => app.openBrowser()
const open = (summaryId: string) => visitor().getCall<ChangeSummary>(calls.openChangeSummary.path, { summaryId })
const dispute = (summaryId: string, changes: string[], note = 'Wrong hours.') =>
  visitor().postCall<{ disputed: number }>(calls.disputeChanges.path, { summaryId, changes, note })
const stored = () => app.db.selectFrom('practice_change').selectAll().orderBy('id').execute()

test('mails the SAAs who cover a provider once a day, with all changes of the days before', async () => {
  await change()
  await change({ field: 'phone', value_after: JSON.stringify('9785550199'), is_automatic: false })
  expect(await send()).toBe(0)
  app.clock.advance(DAY)
  expect(await Promise.all([send(), send()]).then((sent) => sent.sort())).toEqual([0, 1])
  expect(await addresses()).toEqual([saa.email])
  expect((await mails())[0]?.body).toContain(`Physician ${first} ${first}, Office hours: Mon 8-6`)
  expect((await mails())[0]?.body).toContain('Phone: (978) 555-0199')
  app.clock.advance(3600)
  await change()
  expect(await send()).toBe(0)
  app.clock.advance(DAY)
  expect(await send()).toBe(1)
  expect((await mails())[1]?.body).not.toContain('Phone:')
  app.clock.advance(DAY)
  expect(await send()).toBe(0)
})

test('mails the address on file, and one mail to an SAA who has that address', async () => {
  await sql`update network_provider set provider_email = 'doctor@home.example' where npi = ${first}`.execute(app.db)
  await change()
  await sendToday()
  expect((await addresses()).sort()).toEqual(['doctor@home.example', saa.email])
  await sql`update network_provider set provider_email = ${saa.email.toUpperCase()} where npi = ${first}`.execute(
    app.db,
  )
  await change()
  await sendToday()
  expect(await addresses()).toHaveLength(3)
})

test('leaves out what waits, was returned, is in words or too old, and providers who left', async () => {
  await change({ state: 'WAITING' })
  await change({ state: 'RETURNED' })
  await change({ field: 'other', location_id: null, value_after: '{"kind":"OTHER","details":"x"}' })
  await change({ decided_at: new Date(app.clock.now().getTime() - 8 * DAY * 1000) })
  await change({ npi: south.npis[0] })
  await sql`update network_provider set left_at = now() where npi = ${south.npis[0]}`.execute(app.db)
  await sendToday()
  expect(await addresses()).toEqual([])
})

test('opening a link any number of times changes nothing; its POST sends the chosen changes back, once', async () => {
  await change()
  await change({ field: 'phone', value_after: JSON.stringify('9785550199') })
  const token = await sendToday()
  for (const _ of [1, 2])
    expect((await open(token)).entity.changes).toMatchObject([
      { id: '1', label: 'Office hours', before: 'Mon-Fri 9-5', after: 'Mon 8-6', npi: first },
      { id: '2', label: 'Phone' },
    ])
  expect(JSON.stringify(await open(token))).not.toContain(saa.email)
  const replies = await Promise.all([dispute(token, ['2']), dispute(token, ['2'])])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 407])
  expect(await stored()).toMatchObject([
    { field: 'hours', state: 'ACCEPTED', disputed_at: null },
    { field: 'phone', state: 'WAITING', disputed_by: saa.id, disputed_email: null, dispute_note: 'Wrong hours.' },
  ])
  expect((await stored())[1]?.due_at.getTime()).toBeGreaterThan(app.clock.now().getTime() + DAY * 1000)
  expect((await open(token)).entity).toMatchObject({ message: sentence.SUMMARY_USED })
  const audit = app.db
    .selectFrom('audit_event')
    .select(['actor_kind', 'npi'])
    .where('action', '=', 'directory.change-disputed')
  expect(await audit.execute()).toEqual([{ actor_kind: 'visitor', npi: first }])
})

test('names the address on file as the one who disputes', async () => {
  await sql`update network_provider set provider_email = 'doctor@home.example' where npi = ${first}`.execute(app.db)
  await sql`update access_grant set state = 'REVOKED'`.execute(app.db)
  await change()
  expect((await dispute(await sendToday(), ['1'])).entity).toEqual({ disputed: 1 })
  expect(await stored()).toMatchObject([{ disputed_by: null, disputed_email: 'doctor@home.example' }])
})

test('refuses nothing chosen, forged positions, unknown and expired links', async () => {
  await change()
  await change({ npi: south.npis[0], location_id: 'L-SOUTH' })
  const token = await sendToday()
  const toNorth = tokenOf((await mails()).find(({ to_address }) => to_address === saa.email)?.body)
  expect((await dispute(toNorth, [])).http).toBe(400)
  expect((await dispute(toNorth, ['2'])).entity).toMatchObject({ message: sentence.CHOOSE_WRONG })
  expect((await dispute('nonsense', ['1'])).status).toBe(406)
  expect((await open('nonsense')).status).toBe(406)
  app.clock.advance(15 * DAY)
  expect((await open(token)).status).toBe(498)
  expect((await dispute(token, ['1'])).status).toBe(498)
  expect((await stored()).map(({ state }) => state)).toEqual(['ACCEPTED', 'ACCEPTED'])
})
