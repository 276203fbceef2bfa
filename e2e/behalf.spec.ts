import type { Page } from '@playwright/test'
import { at, enterNpi, harborview, inspectEveryBrand, REGISTRATION, signInAs } from './fixtures.ts'
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
  SSN_FIELD,
  test,
} from './support/wizard.ts'

const BEHALF = 'On behalf of the Provider'

/** Office staff request access on behalf of a physician, validated by SSN. Returns the typed account. */
async function requestOnBehalf(page: Page, provider: TestProvider): Promise<{ account: Account; signatory: string }> {
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
  const { account, signatory } = await requestOnBehalf(page, provider)
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
