import type { Page } from '@playwright/test'
import { at, enterNpi, harborview, inspectEveryBrand, REGISTRATION, type TestBrand } from './fixtures.ts'
import type { TestPlan } from './support/test-plan.ts'
import {
  acceptTerms,
  alert,
  button,
  chooseAndContinue,
  clickContinue,
  createAccount,
  expect,
  fillAccount,
  heading,
  newAccount,
  proveBySsn,
  reachStep3,
  readQuiz,
  replyWith,
  SSN_FIELD,
  solveCaptcha,
  summary,
  test,
} from './support/wizard.ts'

/**
 * Screens of the wizard in the built pages, in every brand and at every width, for `npm run soak`, screenshots and the
 * Nu checker. `npm test` checks them as components (`web/src/registration/screens.component.test.tsx`). Replies that
 * would change data are stubbed.
 */

const look = (page: Page, name: string) => inspectEveryBrand(page, `wizard-${name}`)

async function openForm(page: Page, plan: TestPlan): Promise<void> {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
}

/** Screens and dialogs of the wizard, with the steps to reach them. */
const SCREENS: Record<string, (page: Page, brand: TestBrand) => Promise<void>> = {
  home: async (page, brand) => {
    await page.goto(at(brand, REGISTRATION))
  },
  'home-error': async (page, brand) => {
    await page.goto(at(brand, REGISTRATION))
    await page.getByRole('button', { name: 'CONTINUE WITH REGISTRATION' }).click()
    await expect(page.locator('.note.bad')).toBeVisible()
  },
  'home-refused': async (page, brand) => {
    await enterNpi(page, brand, '1500000017')
    await expect(page.getByRole('alert')).toBeVisible()
  },
  regBy: async (page, brand) => {
    await enterNpi(page, brand, '1100000011')
    await expect(heading(page)).toHaveText('Who is Registering?')
  },
  'regBy-error': async (page, brand) => {
    await enterNpi(page, brand, '1100000011')
    await clickContinue(page)
    await expect(page.locator('.note.bad')).toContainText('Please select an option.')
  },
  'regBy-pending': async (page, brand) => {
    await enterNpi(page, brand, '1100000052')
    await chooseAndContinue(page, 'On behalf of the Provider')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  pinssnSel: async (page, brand) => {
    await enterNpi(page, brand, '1100000011')
    await chooseAndContinue(page, 'On behalf of the Provider')
    await expect(heading(page)).toHaveText('Choose an Account Creation Path')
  },
  'step1-ssn': async (page, brand) => {
    await enterNpi(page, brand, '1100000011')
    await chooseAndContinue(page, 'I am the Provider')
    await expect(heading(page)).toHaveText('SSN Validation')
  },
  'step1-claim-errors': async (page, brand) => {
    await enterNpi(page, brand, '1100000037')
    await chooseAndContinue(page, 'On behalf of the Provider')
    await expect(heading(page)).toHaveText('CLAIM Validation')
    await clickContinue(page)
    await expect(page.locator('.note.bad')).toBeVisible()
  },
  regWith: async (page, brand) => {
    await enterNpi(page, brand, '1300000027')
    await expect(heading(page)).toHaveText('Registration: Requested Level')
    await page.getByLabel('Provider organization').check()
  },
  'regWith-providers': async (page, brand) => {
    await enterNpi(page, brand, '1300000027')
    await page.getByLabel('Provider organization').check()
    await page
      .getByRole('button', { name: /provider/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  regChoice: async (page, brand) => {
    await enterNpi(page, brand, '1300000027')
    await chooseAndContinue(page, 'Provider organization')
    await expect(heading(page)).toHaveText('Registration: Confirm Your Choice')
  },
  roleSel: async (page, brand) => {
    await enterNpi(page, brand, '1400000018')
    await expect(heading(page)).toHaveText('Registration: Request User Role')
  },
  'roleSel-replace': async (page, brand) => {
    await enterNpi(page, brand, '1400000018')
    await chooseAndContinue(page, 'Senior Access Administrator (SAA)')
    await expect(page.getByRole('dialog', { name: 'Replace Current SAA?' })).toBeVisible()
  },
  saaPerm: async (page, brand) => {
    await enterNpi(page, brand, '1400000018')
    await chooseAndContinue(page, 'Access User (AU)')
    await expect(heading(page)).toHaveText('Registration: Request User Permissions')
    await expect(page.getByRole('checkbox').first()).toBeVisible()
  },
  step3: async (page, brand) => {
    await enterNpi(page, brand, '1200000010')
    await expect(heading(page)).toHaveText('Create Your Account')
  },
}

test('the screens before a proof have no faults', async ({ page }) => {
  for (const [name, reach] of Object.entries(SCREENS)) {
    await reach(page, harborview)
    await expect(heading(page)).toBeVisible()
    await look(page, name)
  }
})

test('a physician’s screens have no faults: messages, quiz, form, errors, dialog, success', async ({ page, plan }) => {
  await enterNpi(page, harborview, '1100000037')
  await chooseAndContinue(page, 'I am the Provider')
  await expect(alert(page)).toBeVisible()
  await look(page, 'home-message')

  await enterNpi(page, harborview, '1100000029')
  await chooseAndContinue(page, 'I am the Provider')
  await expect(heading(page)).toHaveText('TIN Validation')
  await replyWith(page, 'valRegProfile', 404, { message: 'What you entered does not match our records.' })
  await page.getByRole('textbox').fill('123456789')
  await button(page, 'CONTINUE').click()
  await expect(alert(page)).toBeVisible()
  await look(page, 'step1-mismatch')
  await page.unroute('**/rest/nonsec/**valRegProfile*')

  const provider = await plan.takeProvider('full')
  await plan.addPlanEmail(provider)
  await enterNpi(page, harborview, provider.npi)
  await proveBySsn(page, provider.lastSsn)
  await look(page, 'step2-ways')
  await button(page, 'Answer questions instead').click()
  await readQuiz(page, plan, provider.npi)
  await look(page, 'step2')
  await button(page, 'SUBMIT').click()
  await expect(summary(page)).toBeVisible()
  await look(page, 'step2-errors')

  await openForm(page, plan)
  await page.getByLabel('User name').focus()
  await look(page, 'step3-self')
  await acceptTerms(page)
  await createAccount(page)
  await expect(summary(page)).toBeVisible()
  await look(page, 'step3-errors')
  await fillAccount(page, newAccount(), { names: false })
  await page.getByRole('combobox', { name: 'Security question 3' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await look(page, 'step3-options')
  await page.keyboard.press('Escape')

  await replyWith(page, 'addSaa', 403, { message: 'found' })
  await createAccount(page)
  await expect(page.getByRole('dialog', { name: 'Account Found' })).toBeVisible()
  await look(page, 'account-found')
  await page.unroute('**/rest/nonsec/**addSaa*')
  await replyWith(page, 'addSaa', 200, true)
  await page.getByRole('dialog').getByRole('button', { name: 'CREATE NEW ACCOUNT' }).click()
  await expect(heading(page)).toHaveText('Registration successful')
  await look(page, 'regConf-success')
})

test('the screens of an organization and of an access user have no faults: Captcha, contract, pending', async ({
  page,
}) => {
  await enterNpi(page, harborview, '1300000027')
  await page.getByLabel('Provider organization').check()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await button(page, 'CONTINUE').click()
  await expect(heading(page)).toHaveText('Registration: Confirm Your Choice')
  await look(page, 'regChoice-replace')
  await button(page, 'YES, CONTINUE').click()
  await fillAccount(page, newAccount(), { names: true })
  await acceptTerms(page)
  await createAccount(page)
  await expect(summary(page)).toContainText('Please complete Captcha.')
  await look(page, 'step3-captcha')

  await submitWithCaptcha(page, 'addPoPgSaa')
  await expect(heading(page)).toHaveText('Sign and Return PDF')
  await replyWith(page, 'reg/regContract', 200, { regContract: 'JVBERi0=', reference: 'HV-2025-000123' })
  await button(page, 'DOWNLOAD PDF').click()
  await expect(page.getByText('HV-2025-000123')).toBeVisible()
  await look(page, 'regConf-contract')

  await enterNpi(page, harborview, '1400000018')
  await chooseAndContinue(page, 'Access User (AU)')
  await button(page, 'CONTINUE').click()
  await fillAccount(page, newAccount(), { names: true })
  await acceptTerms(page)
  await submitWithCaptcha(page, 'addNonSaaUser')
  await expect(heading(page)).toHaveText('Access Request Pending')
  await look(page, 'regConf-pending')
})

test('on-behalf and link screens have no faults: form, review, quiz, outcomes, dead links', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await plan.addPlanEmail(provider)
  const account = newAccount()
  await enterNpi(page, harborview, provider.npi)
  await chooseAndContinue(page, 'On behalf of the Provider')
  await page.getByRole('button', { name: 'Start with SSN' }).click()
  await page.getByLabel(SSN_FIELD).fill(provider.lastSsn)
  await button(page, 'CONTINUE').click()
  await expect(heading(page)).toHaveText('Create Your Account')
  await look(page, 'step3-behalf')
  const signatory = account.email.replace('robin', 'physician')
  await page.locator('#signatoryEmail').fill(signatory)
  await page.locator('#signatoryConfEmail').fill(signatory)
  await fillAccount(page, account, { names: true })
  await acceptTerms(page)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Access Request Pending')
  await look(page, 'regReqComplete-pending')

  const link = at(harborview, REGISTRATION + new URL((await plan.findMail('request.asked', signatory)).link).search)
  await page.goto(link)
  await expect(page.getByRole('radio')).toHaveCount(2)
  await look(page, 'regByStaff')
  await chooseAndContinue(page, 'Accept this request')
  await button(page, 'Answer questions instead').click()
  await readQuiz(page, plan, provider.npi)
  await look(page, 'regReqQuiz')
  await replyWith(page, 'quizScore', 200, { status: 'PASS', transactionId: 'one', statusMsg: '' })
  await replyWith(page, 'addSaa', 200, true)
  for (const question of await page.locator('form fieldset').all()) await question.getByRole('radio').first().check()
  await button(page, 'SUBMIT').click()
  await expect(heading(page)).toHaveText('New Access Request: Accepted')
  await look(page, 'regReqComplete-accepted')

  await page.goto(link)
  await replyWith(page, 'rejectRegReqId', 200, true)
  await chooseAndContinue(page, 'Reject this request')
  await expect(heading(page)).toHaveText('New Access Request: Rejected')
  await look(page, 'regReqComplete-rejected')

  await page.goto(at(harborview, `${REGISTRATION}?reqId=demo-expired-link-000A`))
  await expect(alert(page)).toBeVisible()
  await look(page, 'regByStaff-expired')
  await page.goto(at(harborview, `${REGISTRATION}?activateId=demo-activation-00000A`))
  await expect(page.getByLabel('User name')).toBeVisible()
  await look(page, 'activateUser')
  await page.goto(at(harborview, `${REGISTRATION}?activateId=nonsense`))
  await expect(alert(page)).toBeVisible()
  await look(page, 'activateUser-unknown')
})

/** Solves the Captcha and stubs the reply. */
async function submitWithCaptcha(page: Page, call: string): Promise<void> {
  await solveCaptcha(page)
  await replyWith(page, call, 200, true)
  await createAccount(page)
}
