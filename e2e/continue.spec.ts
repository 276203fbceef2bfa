import type { Page } from '@playwright/test'
import { at, enterNpi, harborview, inspectEveryWidth, REGISTRATION, type TestBrand } from './fixtures.ts'
import {
  acceptTerms,
  button,
  clickContinue,
  createAccount,
  expect,
  fillAccount,
  fillCredentials,
  heading,
  newAccount,
  reachStep3,
  SSN_FIELD,
  test,
} from './support/wizard.ts'

const GO_ON = 'Continue where you left off'

/** Waits until the autosave has stored the typed text. */
function waitForSavedDraft(page: Page, text: string): Promise<unknown> {
  return page.waitForResponse(
    (reply) => reply.url().endsWith('/saveDraft') && (reply.request().postData()?.includes(text) ?? false),
  )
}

/** Opens the first page and enters the NPI again, as a returning visitor does. */
async function typeNpiAgain(page: Page, brand: TestBrand, npi: string): Promise<void> {
  await page.goto(at(brand, REGISTRATION))
  await page.getByLabel('National Provider Identifier (NPI)').fill(npi)
  await button(page, 'CONTINUE WITH REGISTRATION').click()
}

test('a verified physician leaves the account form, returns and creates the account', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  const account = newAccount()
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  const saved = waitForSavedDraft(page, account.userName)
  await fillAccount(page, account, { names: false })
  await saved
  const faq = page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'FAQ' })
  await faq.click()
  await expect(page.getByRole('dialog')).toContainText('To continue, enter the NPI again on the start page.')
  await inspectEveryWidth(page, harborview, 'leave')
  await button(page, 'Stay here').click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email)
  await faq.click()
  await button(page, 'Leave').click()
  await page.waitForURL('**/faq')

  await typeNpiAgain(page, harborview, provider.npi)
  await expect(page.getByRole('dialog')).toContainText('Create Your Account')
  await inspectEveryWidth(page, harborview, 'continue-offer')
  await button(page, GO_ON).click()
  await expect(heading(page)).toHaveText('SSN Validation')
  await inspectEveryWidth(page, harborview, 'continue-number')
  await page.getByLabel(SSN_FIELD).fill(provider.lastSsn === '0000' ? '1111' : '0000')
  await clickContinue(page)
  await expect(page.getByRole('alert')).toContainText('does not match our records')
  await page.getByLabel(SSN_FIELD).fill(provider.lastSsn)
  await clickContinue(page)
  await expect(heading(page)).toHaveText('Create Your Account')
  await expect(page.getByRole('complementary', { name: 'Your registration' })).toContainText('Verified')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email)
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(512) 555-0177')
  await expect(page.getByLabel('User name', { exact: true })).toHaveValue(account.userName)
  await expect(page.getByRole('combobox', { name: 'Security question 1' })).not.toHaveValue('')
  for (const secret of ['Password', 'Confirm password', 'Answer 1'])
    await expect(page.getByLabel(secret, { exact: true })).toHaveValue('')

  await fillCredentials(page, account)
  await acceptTerms(page)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Registration successful')
})
