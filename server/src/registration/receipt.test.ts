import type { Account } from '@portico/core/access/account-shapes'
import { openAccount } from '@portico/core/access/calls'
import { openProvider } from '@portico/core/internal/calls'
import type { Provider } from '@portico/core/internal/shapes'
import type { Receipt } from '@portico/core/registration/shapes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { filledModel, findMail, openWizard, solveCaptcha, type Wizard } from '../../test/wizard.ts'
import { DEMO_PASSWORD, DEMO_TOKENS } from '../demo/seed/demo-access.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ settings: { identityProof: 'quiz' } })
})
afterAll(() => app.close())

const receiptOf = (wizard: Wizard) => wizard.get<Receipt>('receipt')

async function referenceOf(email: string): Promise<string | undefined> {
  const row = await app.db
    .selectFrom('access_request as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .select('r.reference')
    .where('a.email', '=', email)
    .executeTakeFirst()
  return row?.reference
}

test('the receipt of an immediate account shows reference, time, person, provider, access and status', async () => {
  const wizard = openWizard(app)
  await wizard.proveSelf('1100000011', '4321')
  const form = filledModel('1100000011')
  expect(await wizard.post('addSaa', form)).toMatchObject({ status: 200 })
  expect((await receiptOf(wizard)).entity).toEqual({
    reference: await referenceOf(String(form.email)),
    submittedOn: app.clock.now().toISOString(),
    decidedOn: app.clock.now().toISOString(),
    expiresOn: '',
    path: 'SELF',
    state: 'ACTIVE',
    contract: 'NONE',
    next: 'Your access is active.',
    regType: 'NPI',
    regRoleSel: 'SAA',
    npiId: '1100000011',
    npiName: expect.stringContaining('Whitlock'),
    poName: '',
    groups: [],
    firstName: 'Eleanor',
    lastName: 'Whitlock',
    email: form.email,
    contactFirstName: '',
    contactLastName: '',
    signatoryEmail: '',
  })
})

test('the receipt of an organization’s contract lists its groups', async () => {
  const wizard = openWizard(app)
  const { entity } = await wizard.enterNpi('1300000027')
  const own = Object.values(entity.pgGroupMap).filter((group) => group.selectedNpiGroup)
  const form = filledModel('1300000027', {
    regType: 'PO',
    pgGroupMap: Object.fromEntries(own.map(({ id }) => [id, { id, checked: true }])),
    captchaRes: await solveCaptcha(wizard),
  })
  expect(await wizard.post('addPoPgSaa', form)).toMatchObject({ status: 200 })
  expect((await receiptOf(wizard)).entity).toMatchObject({
    path: 'CONTRACT',
    state: 'PENDING_CONTRACT',
    regType: 'PO',
    poName: expect.stringContaining('Merrimack'),
    groups: own.map(({ name }) => name),
  })
})

test('a received signed form appears in the receipt and on the staff pages', async () => {
  const wizard = openWizard(app)
  await wizard.enterNpi('1200000010')
  const form = filledModel('1200000010', { captchaRes: await solveCaptcha(wizard) })
  expect(await wizard.post('addPoPgSaa', form)).toMatchObject({ status: 200 })
  const { entity: waits } = await receiptOf(wizard)
  expect(waits).toMatchObject({ state: 'PENDING_CONTRACT', contract: 'NONE' })
  expect(waits.next).toContain('Sign the contract form and return it.')

  const staff = app.openBrowser()
  await staff.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
  const seenByStaff = async () => {
    const { entity } = await staff.getCall<Provider>(openProvider.path, { npi: '1200000010' })
    const request = entity.waiting.find(({ reference }) => reference === waits.reference)
    const person = await staff.getCall<Account>(openAccount.path, { accountId: request?.accountId ?? '' })
    return [request?.contract, person.entity.grants.map(({ contract }) => contract)]
  }
  expect(await seenByStaff()).toEqual(['NONE', ['NONE']])

  const { id: requestId } = await app.db
    .selectFrom('access_request')
    .select('id')
    .where('reference', '=', waits.reference)
    .executeTakeFirstOrThrow()
  const comes = (state: 'RECEIVED' | 'RETURNED' | 'SUPERSEDED') =>
    app.db
      .insertInto('signed_contract')
      .values({ request_id: requestId, came_by: 'FAX', received_at: app.clock.now(), state })
      .execute()
  await comes('RETURNED')
  expect((await receiptOf(wizard)).entity).toMatchObject({
    contract: 'RETURNED',
    next: 'We could not accept the signed form. Please correct it and return it again.',
  })
  expect(await seenByStaff()).toEqual(['RETURNED', ['RETURNED']])
  await comes('RECEIVED')
  await comes('SUPERSEDED')
  const { entity: came } = await receiptOf(wizard)
  expect(came).toMatchObject({ state: 'PENDING_CONTRACT', contract: 'RECEIVED' })
  expect(came.next).toContain('We have your signed form.')
  expect(await seenByStaff()).toEqual(['RECEIVED', ['RECEIVED']])
})

test('the receipt of a request on behalf names the recipient', async () => {
  const wizard = openWizard(app)
  await wizard.enterNpi('1100000029')
  await wizard.validate('1100000029', { validateBy: 'tin', taxId: '042345678' })
  const behalf = {
    regBy: 'behalf',
    contactFirstName: 'Ada',
    contactLastName: 'Stone',
    signatoryEmail: 'ada@office.example',
    signatoryConfEmail: 'ada@office.example',
  }
  expect(await wizard.post('addSaa', filledModel('1100000029', behalf))).toMatchObject({ status: 200 })
  const { regBy: _by, signatoryConfEmail: _again, ...shown } = behalf
  const receipt = (await receiptOf(wizard)).entity
  expect(receipt).toMatchObject({ path: 'BEHALF', state: 'PENDING_PROVIDER', decidedOn: '', ...shown })
  const { requestLink } = app.deps.settings.lifetimes
  expect(receipt.expiresOn).toBe(new Date(app.clock.now().getTime() + requestLink * 1000).toISOString())

  // The provider gets a receipt of the decision with the same reference. Only opening the link gives none.
  const { token } = await findMail(app, 'request.asked', behalf.signatoryEmail)
  const provider = openWizard(app)
  await provider.get('regByReqId', { reqId: token })
  expect((await receiptOf(provider)).status).toBe(404)
  expect(await provider.post('rejectRegReqId', { reqId: token })).toMatchObject({ status: 200 })
  expect((await receiptOf(provider)).entity).toEqual({
    ...receipt,
    state: 'REJECTED',
    next: 'Your request was rejected. You can make a new one.',
    decidedOn: app.clock.now().toISOString(),
    expiresOn: '',
  })
})

test('the receipt of an activated account shows the invitation and the time of activation', async () => {
  const wizard = openWizard(app)
  await wizard.get('profileByActivationId', { activationId: DEMO_TOKENS.activation })
  expect((await receiptOf(wizard)).status).toBe(404)
  const form = filledModel('', { userName: 'Imogen J2', regType: 'accountActivation' })
  expect(await wizard.post('activateUserAccount', form)).toMatchObject({ status: 200 })
  const { entity } = await receiptOf(wizard)
  expect(entity).toMatchObject({
    path: 'INVITATION',
    state: 'ACTIVE',
    regRoleSel: 'AU',
    firstName: 'Imogen',
    decidedOn: app.clock.now().toISOString(),
  })
  expect(entity.reference).toBe(await referenceOf(entity.email))
  // Signing in with the new account does not remove the receipt.
  await wizard.browser.signIn('Imogen J2', String(form.password))
  expect((await receiptOf(wizard)).entity).toEqual(entity)
})

test('the receipt of an AU shows the pending approval and later the decision', async () => {
  const wizard = openWizard(app)
  await wizard.enterNpi('1400000018')
  await wizard.chooseRole('1400000018', 'AU')
  const form = filledModel('1400000018', {
    regRoleSel: 'AU',
    permissionList: [{ referenceId: 'HOME', referenceShortDesc: '', readOnly: 'TRUE', checked: true }],
    captchaRes: await solveCaptcha(wizard),
  })
  expect(await wizard.post('addNonSaaUser', form)).toMatchObject({ status: 200 })
  const { entity } = await receiptOf(wizard)
  expect(entity).toMatchObject({ path: 'APPROVAL', state: 'PENDING_APPROVAL', regRoleSel: 'AU' })
  await app.db
    .updateTable('access_request')
    .set({ state: 'REJECTED' })
    .where('reference', '=', entity.reference)
    .execute()
  expect((await receiptOf(wizard)).entity.state).toBe('REJECTED')
})

test('another browser, a new registration and a signed-off user cannot read the receipt', async () => {
  const wizard = openWizard(app)
  const form = async () => filledModel('1200000010', { captchaRes: await solveCaptcha(wizard) })
  await wizard.enterNpi('1200000010')
  expect((await receiptOf(wizard)).status).toBe(404)
  expect(await wizard.post('addPoPgSaa', await form())).toMatchObject({ status: 200 })
  expect((await receiptOf(wizard)).status).toBe(200)
  expect((await receiptOf(openWizard(app))).status).toBe(404)
  const forger = openWizard(app)
  forger.browser.cookies.set('portico_reg', 'AAAAAAAAAAAAAAAAAAAAAA')
  expect((await receiptOf(forger)).status).toBe(404)

  await wizard.browser.signIn('demosaa', DEMO_PASSWORD)
  expect((await receiptOf(wizard)).status).toBe(404)
})
