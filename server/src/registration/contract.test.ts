import { PROVIDER_PATHS } from '@portico/core/constants'
import { COMPLETE_CAPTCHA, SELECT_GROUP, SELECT_OPTION } from '@portico/core/forms/messages'
import type { Contract } from '@portico/core/registration/shapes'
import { CAPTCHA_FAILED, REPLACEMENT_NOT_CONFIRMED, TOO_MANY_FORMS } from '@portico/core/registration/texts/sentences'
import * as signon from '@portico/core/signon/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertTestAccount } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { type Body, filledModel, openWizard, solveCaptcha, type Wizard } from '../../test/wizard.ts'
import { DEMO_PASSWORD } from '../demo/seed/demo-access.ts'
import { REGISTRATION_COOKIE } from './domain/proofs/current-registration.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ settings: { captcha: { provider: 'altcha', cost: 10 } } })
})
afterAll(() => app.close())

const checked = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, { id, checked: true }]))

async function submit(wizard: Wizard, npi: string, change: Body) {
  const form = filledModel(npi, { regBy: '', captchaRes: await solveCaptcha(wizard), ...change })
  return { form, reply: await wizard.post('addPoPgSaa', form) }
}

async function opened(npi: string, address?: string) {
  const wizard = openWizard(app, address ? { address } : {})
  await wizard.enterNpi(npi)
  return wizard
}

const grantsOf = (email: unknown) =>
  app.db
    .selectFrom('access_grant')
    .innerJoin('account', 'account.id', 'access_grant.account_id')
    .select(['role', 'access_grant.state', 'scope_kind', 'scope_id', 'group_id'])
    .where('email', '=', String(email))
    .orderBy('group_id')
    .orderBy('scope_id')
    .execute()

const lastRequest = () =>
  app.db.selectFrom('access_request').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

describe('addPoPgSaa', () => {
  test('addPoPgSaa leaves a group pending until its contract', async () => {
    const { form, reply } = await submit(await opened('1300000019'), '1300000019', {
      regType: 'PG',
      pgGroupMap: checked('PG1001'),
    })
    expect(reply).toMatchObject({ status: 200, entity: true })
    expect(await grantsOf(form.email)).toEqual([
      { role: 'SAA', state: 'PENDING_CONTRACT', scope_kind: 'PG', scope_id: 'PG1001', group_id: null },
    ])
    expect(await lastRequest()).toMatchObject({ path: 'CONTRACT', reg_type: 'PG', npi: '1300000019', org_id: null })
  })

  test('addPoPgSaa creates one row for each chosen group of an organization, always including the own group', async () => {
    const wizard = await opened('1300000027')
    const { pgGroupKeys, pgGroupMap } = (await wizard.enterNpi('1300000027')).entity
    const free = pgGroupKeys.filter((id) => !pgGroupMap[id]?.registerdGroup && id !== 'PG1011')
    const { form, reply } = await submit(wizard, '1300000027', {
      regType: 'PO',
      pgGroupMap: { ...checked(free[0] as string), PG1011: { id: 'PG1011', checked: false } },
    })
    expect(reply.entity).toBe(true)
    const rows = await grantsOf(form.email)
    expect(rows.map((row) => row.group_id).sort()).toEqual([free[0], 'PG1011'].sort())
    expect(rows.every((row) => row.scope_kind === 'PO' && row.scope_id === 'PO101')).toBe(true)
    expect(await lastRequest()).toMatchObject({ reg_type: 'PO', org_id: 'PO101', replace_saa: false })
  })

  test('under an SAA of the whole organization addPoPgSaa replaces no SAA and needs no confirmation', async () => {
    const grants = [{ scopeKind: 'PO' as const, scopeId: 'PO101' }]
    const { id } = await insertTestAccount(app.db, { username: 'wholeorg', grants })
    const choice = { regType: 'PG', pgGroupMap: checked('PG1011') }
    const { reply } = await submit(await opened('1300000027'), '1300000027', choice)
    await app.db.deleteFrom('access_grant').where('account_id', '=', id).execute()
    expect(reply.entity).toBe(true)
    expect(await lastRequest()).toMatchObject({ replace_saa: false })
  })

  test('addPoPgSaa requires confirmation for a group with an SAA', async () => {
    const wizard = await opened('1300000027')
    const { pgGroupKeys, pgGroupMap } = (await wizard.enterNpi('1300000027')).entity
    const registered = pgGroupKeys.find((id) => pgGroupMap[id]?.registerdGroup) as string
    const choice = { regType: 'PG', pgGroupMap: checked(registered) }
    const { reply } = await submit(wizard, '1300000027', choice)
    expect(reply).toMatchObject({ status: 407, entity: { message: REPLACEMENT_NOT_CONFIRMED } })
    const confirmed = await submit(wizard, '1300000027', { ...choice, replaceSaa: true })
    expect(confirmed.reply.entity).toBe(true)
    expect(await lastRequest()).toMatchObject({ replace_saa: true, state: 'PENDING_CONTRACT' })
  })

  test.each([
    ['an organization NPI', '1200000010', {}],
    ['easyReg', '1100000011', { easyReg: true }],
  ])('%s registers by contract with a captcha', async (_what, npi, change) => {
    const { form, reply } = await submit(await opened(npi), npi, { regType: 'NPI', ...change })
    expect(reply.entity).toBe(true)
    expect(await grantsOf(form.email)).toMatchObject([{ state: 'PENDING_CONTRACT', scope_kind: 'NPI', scope_id: npi }])
  })

  test('a physician without a possible quiz needs no captcha and keeps the NPI name', async () => {
    const npi = '1100000045'
    const wizard = await opened(npi)
    await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '5678' })
    expect((await wizard.requestQuiz(npi)).status).toBe(404)
    const form = filledModel(npi, { firstName: 'Another', lastName: 'Person' })
    expect((await wizard.post('addPoPgSaa', form)).entity).toBe(true)
    const account = await app.db
      .selectFrom('account')
      .select(['first_name', 'last_name'])
      .where('email', '=', String(form.email))
      .executeTakeFirst()
    expect(account).toEqual({ first_name: 'Tomas', last_name: 'Aldana' })
  })

  test('addPoPgSaa refuses foreign groups, unknown groups and an empty list', async () => {
    const before = (await lastRequest()).id
    const wizard = await opened('1300000019')
    const tried = async (change: Body) => (await submit(wizard, '1300000019', change)).reply
    expect((await tried({ regType: 'PG', pgGroupMap: checked('PG1002') })).status).toBe(400)
    expect((await tried({ regType: 'PG', pgGroupMap: checked('PG1001', 'PG1002') })).status).toBe(400)
    expect((await tried({ regType: 'PG', pgGroupMap: { PG1001: { id: 'NONE', checked: true } } })).status).toBe(400)
    expect((await tried({ regType: 'PO', pgGroupMap: checked('PG1001') })).status).toBe(400)
    expect(await tried({ regType: 'PG', pgGroupMap: {} })).toMatchObject({
      status: 407,
      entity: { message: SELECT_GROUP },
    })
    expect(await tried({ regType: '' })).toMatchObject({ status: 407, entity: { message: SELECT_OPTION } })
    expect((await lastRequest()).id).toBe(before)
  })

  test('a pending SAA changes no flags and gives the account no access', async () => {
    const wizard = await opened('1300000019')
    const { form } = await submit(wizard, '1300000019', { regType: 'PG', pgGroupMap: checked('PG1001') })
    expect((await wizard.enterNpi('1300000019')).entity).toMatchObject({ regExists: false, regAtPgExists: false })
    await wizard.browser.signIn(String(form.userName), String(form.password))
    const roster = await wizard.browser.getCall('/rest/sec/common/getNPIs', { permId: 'ROSTER' })
    expect([403, 404]).toContain(roster.http)
  })
})

describe('the captcha', () => {
  const npi = '1200000010'

  test('addPoPgSaa requires a captcha, verifies it once, and accepts it in this registration for 30 minutes', async () => {
    const wizard = await opened(npi)
    const without = filledModel(npi, { regBy: '' })
    expect(await wizard.post('addPoPgSaa', without)).toMatchObject({
      status: 400,
      entity: { message: COMPLETE_CAPTCHA },
    })
    expect(await wizard.post('addPoPgSaa', { ...without, captchaRes: 'nonsense' })).toMatchObject({
      status: 407,
      entity: { message: CAPTCHA_FAILED },
    })
    const captchaRes = await solveCaptcha(wizard)
    const taken = await wizard.post('addPoPgSaa', { ...without, captchaRes, userName: 'demosaa' })
    expect(taken.status).toBe(405)
    app.clock.advance(29 * 60)
    const again = await wizard.post('addPoPgSaa', { ...without, captchaRes, phone: '1' })
    expect(again.status).toBe(407)
    expect(again.entity.message).not.toBe(CAPTCHA_FAILED)
    app.clock.advance(2 * 60)
    const late = await wizard.post('addPoPgSaa', { ...without, captchaRes })
    expect(late).toMatchObject({ status: 407, entity: { message: CAPTCHA_FAILED } })
  })

  test('a captcha answer in two parallel requests proves this registration to both', async () => {
    const wizard = await opened(npi)
    const captchaRes = await solveCaptcha(wizard)
    const replies = await Promise.all(
      ['1', '2', '3', '4'].map((phone) =>
        wizard.post('addPoPgSaa', filledModel(npi, { regBy: '', captchaRes, phone })),
      ),
    )
    for (const reply of replies) expect(reply.entity.message).toBe('Invalid Phone ')
  })

  test('a captcha answer proves nothing in another registration', async () => {
    const wizard = await opened(npi)
    const captchaRes = await solveCaptcha(wizard)
    const form = filledModel(npi, { regBy: '', captchaRes, phone: '1' })
    expect((await wizard.post('addPoPgSaa', form)).entity.message).not.toBe(CAPTCHA_FAILED)
    const other = await opened(npi)
    expect(await other.post('addPoPgSaa', filledModel(npi, { regBy: '', captchaRes }))).toMatchObject({
      status: 407,
      entity: { message: CAPTCHA_FAILED },
    })
  })

  test('addPoPgSaa does not reveal a taken user name without a captcha', async () => {
    const wizard = await opened(npi)
    expect((await wizard.post('addPoPgSaa', filledModel(npi, { userName: 'demosaa' }))).status).toBe(400)
  })
})

describe('regContract', () => {
  test('regContract returns the prefilled form of the new request, by the cookie and later by the session', async () => {
    const npi = '1300000019'
    const wizard = await opened(npi)
    expect((await wizard.get('regContract')).status).toBe(404)
    const { form } = await submit(wizard, npi, { regType: 'PG', pgGroupMap: checked('PG1001') })
    const { reference } = await lastRequest()
    const reply = await wizard.get<Contract>('regContract')
    expect(reply).toMatchObject({ status: 200, entity: { reference } })
    expect(Buffer.from(reply.entity.regContract, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    expect((await (await opened(npi, '203.0.113.44')).get('regContract')).status).toBe(404)
    const later = openWizard(app)
    await later.browser.signIn(String(form.userName), String(form.password))
    expect(await later.get<Contract>('regContract')).toMatchObject({ status: 200, entity: { reference } })
    expect((await later.get('regContract', { reference: 'OTHER' })).status).toBe(404)
  })

  test.each([
    ['the logout address', (wizard: Wizard) => wizard.browser.get(PROVIDER_PATHS.logout)],
    ['the call', (wizard: Wizard) => wizard.browser.postCall(signon.logout.path)],
  ])(
    'regContract returns 404 after sign-off by %s, because the registration ends with the session',
    async (_, leave) => {
      const npi = '1300000019'
      const wizard = await opened(npi)
      const { form } = await submit(wizard, npi, { regType: 'PG', pgGroupMap: checked('PG1001') })
      await wizard.browser.signIn(String(form.userName), String(form.password))
      const registration = wizard.browser.cookies.get(REGISTRATION_COOKIE) as string
      expect((await wizard.get('regContract')).status).toBe(200)
      await leave(wizard)
      expect(wizard.browser.cookies.has(REGISTRATION_COOKIE)).toBe(false)
      wizard.browser.cookies.set(REGISTRATION_COOKIE, registration)
      expect((await wizard.get('regContract')).status).toBe(404)
      expect((await wizard.post('addPoPgSaa', form)).status).toBe(400)
    },
  )

  test('regContract returns 404 after another user signs on in the same browser', async () => {
    const npi = '1300000019'
    const wizard = await opened(npi)
    const { form } = await submit(wizard, npi, { regType: 'PG', pgGroupMap: checked('PG1001') })
    await wizard.browser.signIn(String(form.userName), String(form.password))
    expect(wizard.browser.cookies.has(REGISTRATION_COOKIE)).toBe(true)
    await wizard.browser.signIn('demosaa', DEMO_PASSWORD)
    expect((await wizard.get('regContract')).status).toBe(404)
    expect(wizard.browser.cookies.has(REGISTRATION_COOKIE)).toBe(false)
  })

  test('regContract is rate-limited per address', async () => {
    const limited = await buildTestApp({
      settings: { captcha: { provider: 'altcha', cost: 1 }, limits: { contractFormsPer5MinPerAddress: 3 } },
    })
    const download = async (address: string) => {
      const wizard = openWizard(limited, { address })
      await wizard.enterNpi('1300000019')
      return wizard.get('regContract')
    }
    for (let count = 0; count < 3; count += 1) expect((await download('203.0.113.60')).status).toBe(404)
    expect(await download('203.0.113.60')).toMatchObject({
      status: 400,
      entity: { message: TOO_MANY_FORMS, messageCode: 'flood' },
    })
    expect((await download('203.0.113.61')).status).toBe(404)
    await limited.close()
  })

  test('regContract still works after a cross-site request to the logout address', async () => {
    const npi = '1300000019'
    const wizard = await opened(npi)
    await submit(wizard, npi, { regType: 'PG', pgGroupMap: checked('PG1001') })
    await wizard.browser.get(PROVIDER_PATHS.logout, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect((await wizard.get('regContract')).status).toBe(200)
  })
})
