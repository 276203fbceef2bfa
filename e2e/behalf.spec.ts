import type { Page } from '@playwright/test'
import { at, enterNpi, expectAccessible, harborview, inspectEveryBrand, REGISTRATION, signInAs } from './fixtures.ts'
import type { TestPlan, TestProvider } from './support/test-plan.ts'
import { clearWindow, openWindow } from './support/windows.ts'
import {
  type Account,
  acceptTerms,
  alert,
  answerQuiz,
  button,
  chooseAndContinue,
  clickContinue,
  createAccount,
  expect,
  fillAccount,
  heading,
  newAccount,
  replyWith,
  SSN_FIELD,
  summary,
  test,
} from './support/wizard.ts'

const BEHALF = 'On behalf of the Provider'
const LINK_TOKENS = { expired: 'demo-expired-link-000A', decided: 'demo-decided-link-000A' }

/** Office staff request access on behalf of a physician, validated by SSN. Returns the typed account. */
async function askOnBehalf(page: Page, provider: TestProvider): Promise<{ account: Account; signatory: string }> {
  const account = newAccount()
  const signatory = account.email.replace('robin', 'physician')
  await enterNpi(page, harborview, provider.npi)
  await chooseAndContinue(page, BEHALF)
  await page.getByRole('button', { name: 'Start with SSN' }).click()
  await page.getByLabel(SSN_FIELD).fill(provider.lastSsn)
  await clickContinue(page)
  await expect(heading(page)).toHaveText('Create Your Account')
  await page.getByLabel('Physician’s email', { exact: true }).fill(signatory)
  await page.getByLabel('Confirm physician’s email').fill(signatory)
  await fillAccount(page, account, { names: true })
  await acceptTerms(page)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Access Request Pending')
  return { account, signatory }
}

async function openMailedLink(page: Page, plan: TestPlan, signatory: string): Promise<void> {
  const { link } = await plan.findMail('request.asked', signatory)
  await page.goto(at(harborview, REGISTRATION + new URL(link).search))
  await expect(heading(page)).toHaveText('New Access Request')
}

test('a request that the provider accepts after the quiz makes the requester SAA', async ({ page, plan, browser }) => {
  const provider = await plan.takeProvider('full')
  const { account, signatory } = await askOnBehalf(page, provider)
  await expect(page.getByRole('main')).toContainText(signatory)
  await button(page, 'CLOSE').click()
  await page.waitForURL('**/thp/portal/providers/login*')

  const physician = await openWindow(browser)
  await openMailedLink(physician, plan, signatory)
  const card = physician.getByRole('main')
  for (const fact of [
    `${account.firstName} ${account.lastName}`,
    account.email,
    '(512) 555-0177 ext. 12',
    provider.npi,
  ])
    await expect(card).toContainText(fact)
  await expect(card, 'a day as people write it').not.toContainText(/\dT\d/)
  await clickContinue(physician)
  await expect(summary(physician)).toContainText('Please select an option.')
  await expectAccessible(physician)

  await chooseAndContinue(physician, 'Accept this request')
  await answerQuiz(physician, plan, provider.npi, 'right')
  await expect(heading(physician)).toHaveText('New Access Request: Accepted')
  await expect(physician.getByRole('main')).toContainText('You don’t need an account.')
  const receipt = physician.getByRole('region', { name: 'Your receipt' })
  await expect(receipt).toContainText(/Reference number[2-9A-Z]{5}-[2-9A-Z]{5}Sent on.*Decided on.*StatusActive/)
  await expect(receipt).toContainText(account.email)
  await inspectEveryBrand(physician, 'receipt-accepted')
  await physician.reload()
  await expect(heading(physician)).toHaveText('New Access Request: Accepted')
  await expect(receipt).toContainText(account.email)
  await expect(physician.getByRole('complementary', { name: 'This request' })).toContainText(provider.npi)
  await button(physician, 'ACCESS SECURE PORTAL').click()
  await physician.waitForURL('**/thp/portal/providers/login*')

  await signInAs(page, account)
  await page.waitForURL('**/thp/portal/providers/home')
  await expect(page.getByRole('main')).toContainText(provider.npi)
  await expect(page.getByRole('main')).toContainText('Senior Access Administrator')

  await physician.goto(
    at(harborview, REGISTRATION + new URL((await plan.findMail('request.asked', signatory)).link).search),
  )
  await expect(alert(physician)).toHaveText(
    'This request has already been decided. You don’t need to do anything else.',
  )
  await clearWindow(physician.context())
})

test('a rejected request gives no access and notifies the requester', async ({ page, plan, browser }) => {
  const provider = await plan.takeProvider('full')
  const { account, signatory } = await askOnBehalf(page, provider)
  const physician = await openWindow(browser)
  await openMailedLink(physician, plan, signatory)
  await chooseAndContinue(physician, 'Reject this request')
  await expect(heading(physician)).toHaveText('New Access Request: Rejected')
  await expect(physician.getByRole('main')).toContainText('No access was given.')
  await expect(physician.getByRole('region', { name: 'Your receipt' })).toContainText('StatusRejected')
  await physician.reload()
  await expect(heading(physician)).toHaveText('New Access Request: Rejected')
  await expect(physician.getByRole('main')).toContainText('No access was given.')
  await button(physician, 'CLOSE').click()
  await physician.waitForURL('**/thp/portal/providers/login*')
  await clearWindow(physician.context())

  expect((await plan.findMail('request.rejected', account.email)).body).toContain(provider.npi)
  await signInAs(page, account)
  await page.waitForURL('**/thp/portal/providers/status')
  await page.goto(at(harborview, '/thp/portal/providers/access'))
  await page.waitForURL('**/thp/portal/providers/status')
  await expect(page.getByRole('main')).toContainText('Rejected')
})

test('wrong answers of the provider lead home, and the request stays open', async ({ page, plan, browser }) => {
  const provider = await plan.takeProvider('full')
  const { signatory } = await askOnBehalf(page, provider)
  const physician = await openWindow(browser)
  await openMailedLink(physician, plan, signatory)
  await chooseAndContinue(physician, 'Accept this request')
  await answerQuiz(physician, plan, provider.npi, 'wrong')
  await expect(heading(physician)).toHaveText('Provider Portal Registration')
  await expect(alert(physician)).toHaveText('Your answer(s) were incorrect. Please try again.')

  await openMailedLink(physician, plan, signatory)
  await replyWith(physician, 'quizForReqId', 404, { message: 'none' })
  await chooseAndContinue(physician, 'Accept this request')
  await expect(heading(physician)).toHaveText('Provider Portal Registration')
  await expect(alert(physician)).toHaveText(
    'Unfortunately we were unable to confirm your identity. In order to complete your registration process, please contact Provider Services',
  )

  await openMailedLink(physician, plan, signatory)
  await replyWith(physician, 'rejectRegReqId', 200, false)
  await chooseAndContinue(physician, 'Reject this request')
  await expect(heading(physician)).toHaveText('Provider Portal Registration')
  await clearWindow(physician.context())
})

test('regBy warns about a pending request, which the visitor can cancel or continue', async ({ page }) => {
  await enterNpi(page, harborview, '1100000052')
  await chooseAndContinue(page, BEHALF)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'Another user recently started a Senior Access Administrator (SAA) request for the same provider. Please be aware that If you continue, your request may not be approved.',
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'CONTINUE')).toBeFocused()
  await clickContinue(page)
  await dialog.getByRole('button', { name: 'CANCEL' }).click()
  await expect(heading(page)).toHaveText('Who is Registering?')
  await expect(page.getByLabel(BEHALF)).toBeChecked()
  await clickContinue(page)
  await dialog.getByRole('button', { name: 'CONTINUE' }).click()
  await expect(heading(page)).toHaveText('Choose an Account Creation Path')
  await expect(page.getByRole('button', { name: /^Start with/ })).toHaveText(['Start', 'Start'])
})

test('pinssnSel offers the methods on file, and says that registration cannot begin if all are locked', async ({
  page,
  plan,
}) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await chooseAndContinue(page, BEHALF)
  await expect(page.getByRole('heading', { level: 2, name: /^Validate with/ })).toHaveText([
    'Validate with SSN',
    'Validate with TIN',
    'Validate with CLAIMS',
  ])
  await button(page, 'GO BACK').click()
  await expect(heading(page)).toHaveText('Who is Registering?')

  await page.route('**/valRegNpi?*', async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    const entity = { ...reply.entity, lockedMethods: ['ssn', 'tin', 'claim'] }
    await route.fulfill({ response, json: { ...reply, entity } })
  })
  await enterNpi(page, harborview, provider.npi)
  await chooseAndContinue(page, BEHALF)
  await expect(page.getByRole('heading', { name: 'Registration cannot begin' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Start with/ })).toHaveCount(0)
  await expect(page.getByText('You can still register with a signed form.')).toBeVisible()
  await expectAccessible(page)

  await button(page, 'GO BACK').click()
  await chooseAndContinue(page, 'I am the Provider')
  await expect(heading(page)).toHaveText('Provider Portal Registration')
  await expect(page.getByText('You can still register with a signed form.')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Register with a signed form').click()
  await expect(heading(page)).toHaveText('Create Your Account')
  await expect(page.getByRole('group', { name: 'Captcha' })).toBeVisible()
})

test('step1 by claims filters amounts, refuses wrong ones alike and continues with correct ones', async ({
  page,
  plan,
}) => {
  const provider = await plan.takeProvider('claims')
  const [first, second] = provider.claims as [TestProvider['claims'][0], TestProvider['claims'][0]]
  await enterNpi(page, harborview, provider.npi)
  await chooseAndContinue(page, BEHALF)
  await expect(heading(page)).toHaveText('CLAIM Validation')
  await expect(page.getByRole('main')).toContainText(
    'The claims must be from two different patients who are the subscriber of the plan.',
  )
  await clickContinue(page)
  const claim = (which: 'First' | 'Second') => page.getByRole('group', { name: `${which} claim` })
  for (const which of ['First', 'Second'] as const) {
    await expect(claim(which).getByLabel('Claim number')).toHaveAccessibleDescription(/Required\.$/)
    await expect(claim(which).getByLabel('Billed amount')).toHaveAccessibleDescription(/Required\.$/)
  }

  await claim('First').getByLabel('Claim number').fill(first.number)
  await claim('First').getByLabel('Billed amount').fill('$ 210')
  await claim('Second').getByLabel('Claim number').fill(first.number)
  await expect(claim('First').getByLabel('Billed amount')).toHaveValue('210.00')
  await claim('Second').getByLabel('Billed amount').fill(`$${first.amount}`)
  await clickContinue(page)
  const mismatch = 'What you entered does not match our records. Please check it and try again.'
  await expect(alert(page)).toHaveText(`${mismatch} You have 4 tries left.`)

  await claim('First').getByLabel('Billed amount').fill(`$ ${first.amount}`)
  await claim('Second').getByLabel('Claim number').fill(second.number)
  await claim('Second').getByLabel('Billed amount').fill('64.7')
  await clickContinue(page)
  await expect(alert(page)).toHaveText(`${mismatch} You have 3 tries left.`)
  await claim('Second').getByLabel('Billed amount').fill(second.amount)
  await clickContinue(page)
  await expect(heading(page)).toHaveText('Create Your Account')
  await expect(page.getByLabel('Physician’s last name')).toHaveValue(provider.name.split(' ').at(-1) as string)
})

test('step3 validates the signatory’s address and its confirmation', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await chooseAndContinue(page, BEHALF)
  await page.getByRole('button', { name: 'Start with SSN' }).click()
  await page.getByLabel(SSN_FIELD).fill(provider.lastSsn)
  await clickContinue(page)
  await page.getByLabel('Physician’s email', { exact: true }).fill('someone@practice.example')
  await page.getByLabel('Confirm physician’s email').fill('nobody@practice.example')
  await acceptTerms(page)
  await createAccount(page)
  await expect(page.getByLabel('Confirm physician’s email')).toHaveAccessibleDescription(
    /Signatory Email and Signatory Confirm E-Mail do not match$/,
  )
  await page.getByLabel('Physician’s email', { exact: true }).fill('no address')
  await expect(page.getByLabel('Physician’s email', { exact: true })).toHaveAccessibleDescription(/Invalid Email$/)
})

const DEAD_LINKS: [name: string, reqId: string, says: string][] = [
  ['expired', LINK_TOKENS.expired, 'This request has expired. The person who asked for access can send a new one.'],
  ['decided', LINK_TOKENS.decided, 'This request has already been decided. You don’t need to do anything else.'],
  ['unknown', 'no-such-request-0000', 'We could not find this request.'],
]
for (const [name, reqId, says] of DEAD_LINKS) {
  test(`a link that is ${name} shows its state and no decision`, async ({ page }) => {
    await page.goto(at(harborview, `${REGISTRATION}?reqId=${reqId}`))
    await expect(heading(page)).toHaveText('New Access Request')
    expect(page.url(), 'the link leaves the address bar').toBe(at(harborview, REGISTRATION))
    await expect(alert(page)).toContainText(says)
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expectAccessible(page)
  })
}
