import type { Contract } from '@portico/core/registration/shapes'
import { PROOF_EXPIRED } from '@portico/core/registration/texts/sentences'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { addApp } from '../../test/factors.ts'
import { type Body, filledModel, openWizard, solveCaptcha } from '../../test/wizard.ts'

let app: TestApp
let accountId: string
beforeAll(async () => {
  app = await buildTestApp({ settings: { captcha: { provider: 'altcha', cost: 10 } } })
  const account = await insertTestAccount(app.db, {
    username: 'officemanager',
    grants: [{ role: 'AU', scopeId: '1400000018' }],
  })
  accountId = account.id
})
beforeEach(() => app.reset())
afterAll(() => app.close())

async function signedIn() {
  const wizard = openWizard(app)
  await wizard.browser.signIn('officemanager', testPassword)
  return wizard
}

/** The model that the wizard posts without step3, that is, without the account form. */
function withoutForm(npi: string, change: Body = {}): Body {
  const blank = { firstName: '', lastName: '', email: '', confirmEmail: '', phone: '', userName: '', password: '' }
  return filledModel(npi, { ...blank, confirmPassword: '', securityQuestion1: '', ...change })
}

const accounts = async () => (await app.db.selectFrom('account').select('id').execute()).length
const grants = () =>
  app.db
    .selectFrom('access_grant')
    .select(['role', 'state', 'scope_kind', 'scope_id'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

describe('additional access of a signed-in user', () => {
  test('a signed-in user becomes SAA with the same proofs and without an account form', async () => {
    const wizard = await signedIn()
    const before = await accounts()
    await wizard.enterNpi('1100000011')
    expect((await wizard.post('addSaa', withoutForm('1100000011'))).status).toBe(400)
    await wizard.proveSelf('1100000011', '4321')
    expect(await wizard.post('addSaa', withoutForm('1100000011'))).toMatchObject({ status: 200, entity: true })
    expect(await accounts()).toBe(before)
    expect((await grants()).at(-1)).toEqual({ role: 'SAA', state: 'ACTIVE', scope_kind: 'NPI', scope_id: '1100000011' })
  })

  test('a signed-in user gets the contract of each request by its reference, regardless of the latest registration', async () => {
    const wizard = await signedIn()
    const submit = async (npi: string) => {
      await wizard.enterNpi(npi)
      const captchaRes = await solveCaptcha(wizard)
      expect((await wizard.post('addPoPgSaa', withoutForm(npi, { regBy: '', captchaRes }))).entity).toBe(true)
      return (await wizard.get<Contract>('regContract')).entity.reference
    }
    const first = await submit('1200000010')
    const second = await submit('1100000029')
    expect(second).not.toBe(first)
    for (const reference of [first, second])
      expect(await wizard.get('regContract', { reference })).toMatchObject({ status: 200, entity: { reference } })
    expect(await openWizard(app).get('regContract', { reference: first })).toMatchObject({ status: 404 })
  })

  test('a signed-in user requests access to a group by contract', async () => {
    const wizard = await signedIn()
    await wizard.enterNpi('1300000019')
    const form = withoutForm('1300000019', {
      regType: 'PG',
      pgGroupMap: { PG1001: { id: 'PG1001', checked: true } },
      captchaRes: await solveCaptcha(wizard),
    })
    expect((await wizard.post('addPoPgSaa', form)).entity).toBe(true)
    expect((await grants()).at(-1)).toMatchObject({ state: 'PENDING_CONTRACT', scope_kind: 'PG' })
  })

  test('a signed-in user requests access as AU by approval', async () => {
    const wizard = await signedIn()
    await wizard.enterNpi('1400000026')
    await wizard.chooseRole('1400000026', 'AU')
    const form = withoutForm('1400000026', {
      regRoleSel: 'AU',
      permissionList: [{ referenceId: 'CLAIM', referenceShortDesc: '', readOnly: 'FALSE', checked: true }],
      captchaRes: await solveCaptcha(wizard),
    })
    expect((await wizard.post('addNonSaaUser', form)).entity).toBe(true)
    expect((await grants()).at(-1)).toMatchObject({ role: 'AU', state: 'PENDING_APPROVAL', scope_id: '1400000026' })
  })

  test('refuses a visitor without the form, and a request after the session ended', async () => {
    const visitor = openWizard(app)
    await visitor.proveSelf('1100000011', '4321')
    expect((await visitor.post('addSaa', withoutForm('1100000011', { accountId }))).status).toBe(407)
    const wizard = await signedIn()
    await wizard.proveSelf('1100000011', '4321')
    await app.db.updateTable('account_session').set({ ended_at: app.clock.now() }).execute()
    const reply = await wizard.post('addSaa', withoutForm('1100000011'))
    expect(reply).toMatchObject({ status: 407, entity: { message: PROOF_EXPIRED } })
    expect(await grants()).toHaveLength(1)
  })

  test('treats a session whose second factor is due as a visitor', async () => {
    const owner = await signedIn()
    await owner.enterNpi('1200000010')
    const captchaRes = await solveCaptcha(owner)
    await owner.post('addPoPgSaa', withoutForm('1200000010', { regBy: '', captchaRes }))
    const { reference } = (await owner.get<Contract>('regContract')).entity
    await addApp(owner.browser, app.clock)
    const before = await grants()

    const thief = await signedIn()
    expect(await thief.get('regContract', { reference })).toMatchObject({ status: 404 })
    await thief.enterNpi('1400000026')
    await thief.chooseRole('1400000026', 'AU')
    const form = withoutForm('1400000026', {
      regRoleSel: 'AU',
      permissionList: [{ referenceId: 'CLAIM', referenceShortDesc: '', readOnly: 'FALSE', checked: true }],
      captchaRes: await solveCaptcha(thief),
    })
    expect((await thief.post('addNonSaaUser', form)).entity).not.toBe(true)
    expect(await grants()).toEqual(before)
  })

  test('a signed-in user who completes the form gets a separate account', async () => {
    const wizard = await signedIn()
    const before = await accounts()
    await wizard.proveSelf('1100000011', '4321')
    expect((await wizard.post('addSaa', filledModel('1100000011'))).entity).toBe(true)
    expect(await accounts()).toBe(before + 1)
    expect(await grants()).toHaveLength(1)
  })
})
