import type { Page } from '@playwright/test'
import { at, bayside, enterNpi, harborview, inspectEveryWidth, REGISTRATION, type TestBrand } from './fixtures.ts'
import {
  acceptTerms,
  alert,
  answerQuiz,
  button,
  chooseAndContinue,
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
function keptOnServer(page: Page, text: string): Promise<unknown> {
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

test('the browser prompts before typed text is lost, and no longer once back at home', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await chooseAndContinue(page, 'I am the Provider')
  await page.getByLabel(SSN_FIELD).fill(provider.lastSsn)
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await clickContinue(page)
  await answerQuiz(page, plan, provider.npi, 'wrong')
  await expect(alert(page)).toHaveText('Your answer(s) were incorrect. Please try again.')
  await page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'FAQ' }).click()
  await page.waitForURL('**/faq')
})

test('a verified physician leaves the account form, returns and creates the account', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  const account = newAccount()
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  const kept = keptOnServer(page, account.userName)
  await fillAccount(page, account, { names: false })
  await kept
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

test('starting over and canceling delete the draft', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, bayside, provider.npi)
  const kept = keptOnServer(page, 'pinssnSel')
  await chooseAndContinue(page, 'On behalf of the Provider')
  await expect(heading(page)).toHaveText('Choose an Account Creation Path')
  await kept
  await typeNpiAgain(page, bayside, provider.npi)
  await inspectEveryWidth(page, bayside, 'continue-offer')
  await button(page, GO_ON).click()
  await expect(heading(page)).toHaveText('Choose an Account Creation Path')
  await button(page, 'GO BACK').click()
  await expect(page.getByLabel('On behalf of the Provider')).toBeChecked()

  await typeNpiAgain(page, bayside, provider.npi)
  await button(page, 'Start over').click()
  await expect(heading(page)).toHaveText('Who is Registering?')
  await expect(page.getByLabel('On behalf of the Provider')).not.toBeChecked()

  const ended = page.waitForRequest('**/endRegistration')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await ended
  await page.waitForURL((address) => !address.pathname.endsWith('/registration'))
  await typeNpiAgain(page, bayside, provider.npi)
  await expect(heading(page)).toHaveText('Who is Registering?')
})
