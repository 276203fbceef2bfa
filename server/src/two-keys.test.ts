import * as members from '@portico/core/members/calls'
import type { Family } from '@portico/core/members/shapes'
import type { CodeRequested } from '@portico/core/registration/shapes'
import * as factors from '@portico/core/signon/factors/calls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { wireIds } from '#platform/calls/wire-id.ts'
import { systemContext } from '#platform/context.ts'
import { keyFingerprint } from '#platform/keys/secret-key.ts'
import { insertTestAccount, testPassword } from '../test/accounts.ts'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'
import { changeKey, NEW_KEY } from '../test/change-key.ts'
import { testSecretKey } from '../test/database.ts'
import { addApp, codeOf, proveByCode } from '../test/factors.ts'
import { filledModel, findMail, openWizard, solveCaptcha } from '../test/wizard.ts'
import { DEMO_PASSWORD } from './demo/seed/demo-access.ts'
import { verifyCaptcha } from './registration/registration.ts'
import { countedAs } from './signon/domain/sessions/guessing.ts'

/** Processes that started before a key rotation continue after it, on a server with both keys. */
const npi = '1100000011'
let app: TestApp
let changeBack = () => {}
beforeAll(async () => {
  app = await buildTestApp({ settings: { emailFactorFor: ['AU'] } })
})
beforeEach(() => changeBack())
afterEach(() => changeBack())
afterAll(() => app.close())

const change = () => {
  changeBack = changeKey(app)
}

const numbers = () =>
  app.db
    .selectFrom('network_provider')
    .select(['ssn_hash', 'ssn_hashed_by', 'tin_hash', 'tin_hashed_by'])
    .where('npi', '=', npi)
    .executeTakeFirstOrThrow()

test('rehashes a used number under the new key, and changes nothing for a wrong one', async () => {
  const wizard = openWizard(app)
  await wizard.enterNpi(npi)
  change()
  const before = await numbers()
  expect((await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '1234' })).status).toBe(404)
  expect(await numbers()).toEqual(before)
  expect(await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })).toMatchObject({ entity: true })
  const after = await numbers()
  expect(after).toMatchObject({
    ssn_hashed_by: keyFingerprint(NEW_KEY),
    tin_hashed_by: before.tin_hashed_by,
    tin_hash: before.tin_hash,
  })
  expect(after.ssn_hash).not.toEqual(before.ssn_hash)
  expect(await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })).toMatchObject({ entity: true })
})

test('accepts the code of an identity proof across the rotation', async () => {
  const wizard = openWizard(app)
  await wizard.enterNpi(npi)
  await wizard.validate(npi, { validateBy: 'tin', taxId: '041234567' })
  const requested = await wizard.post<CodeRequested>('codeRequest', filledModel(npi))
  const code = /(\d{6}) is your code/.exec((await findMail(app, 'identity.code')).body)?.[1] ?? ''
  change()
  const scored = await wizard.post('codeScore', { codeId: requested.entity.codeId, code })
  expect(scored).toMatchObject({ entity: { status: 'PASS' } })
})

test('accepts a Captcha answer once across the rotation', async () => {
  const wizard = openWizard(app)
  await wizard.enterNpi('1200000010')
  const captchaRes = await solveCaptcha(wizard)
  change()
  const context = systemContext(app.deps)
  expect(await verifyCaptcha(context, captchaRes)).toBe(true)
  expect(await verifyCaptcha(context, captchaRes)).toBe(false)
  app.deps.settings.otherKey = undefined
  expect(await verifyCaptcha(context, captchaRes)).toBe(false)
})

test('accepts an authenticator key, a recovery code, an emailed code and the session across the rotation', async () => {
  const username = 'twokeys1'
  await insertTestAccount(app.db, { username, grants: [{ role: 'AU', scopeId: '1100000029' }] })
  const owner = app.openBrowser()
  await owner.signIn(username, testPassword)
  const { key, recoveryCodes } = await addApp(owner, app.clock)
  await owner.postCall(factors.sendFactorCode.path)
  const { body } = await findMail(app, 'account.factor-code')
  change()
  const confirmed = await owner.postCall(factors.confirmEmailFactor.path, {
    code: /(\d{6}) is your code/.exec(body)?.[1] ?? '',
  })
  expect(confirmed.status).toBe(200)
  const half = app.openBrowser()
  await half.signIn(username, testPassword)
  expect((await proveByCode(half, 'app', codeOf(key, app.clock))).status).toBe(200)
  const other = app.openBrowser()
  await other.signIn(username, testPassword)
  expect((await proveByCode(other, 'recovery', recoveryCodes[0] ?? '')).status).toBe(200)
})

test('accepts the code of a member’s registration across the rotation', async () => {
  const member = { memberId: 'N7100099901', firstName: 'Ines', lastName: 'Moraes', birthDate: '1980-05-05' }
  const { memberId, firstName, lastName, birthDate } = member
  await app.db
    .insertInto('member')
    .values({
      member_id: memberId,
      subscriber_id: memberId,
      relationship: 'SELF',
      first_name: firstName,
      last_name: lastName,
      birth_date: birthDate,
      plan_name: 'Harborview HMO',
      effective_date: '2020-01-01',
      email: 'ines@mail.example',
    })
    .execute()
  const browser = app.openBrowser()
  await browser.postCall(members.beginRegistration.path, member)
  const mail = app.db.selectFrom('mail_message').select('body').where('to_address', '=', 'ines@mail.example')
  const code = /(\d{6}) is your code/.exec((await mail.executeTakeFirstOrThrow()).body)?.[1] ?? ''
  change()
  expect(await browser.postCall(members.confirmCode.path, { code })).toMatchObject({ entity: { firstName: 'Ines' } })
})

test('keeps deterministic values until the rotation is finished', async () => {
  const browser = app.openBrowser()
  await browser.signIn('demomember', DEMO_PASSWORD)
  const people = async () =>
    (await browser.getCall<Family>(members.family.path)).entity.people.map(({ person }) => person)
  const before = await people()
  const counted = () => countedAs(systemContext(app.deps), 'demosolo', undefined).key
  const key = counted()
  change()
  expect(await people()).toEqual(before)
  expect(counted()).toEqual(key)
})

test('decodes a wire id under either key, and encodes with the new one', () => {
  const ids = wireIds(NEW_KEY, testSecretKey)
  expect(ids.decode('grant', wireIds(testSecretKey).encode('grant', '41'))).toBe('41')
  expect(ids.decode('contract', wireIds(testSecretKey).encode('grant', '41'))).toBe('0')
  expect(ids.encode('grant', '41')).toBe(wireIds(NEW_KEY).encode('grant', '41'))
})
