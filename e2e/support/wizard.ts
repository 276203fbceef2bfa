import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { TestPlan, TestProvider } from './test-plan.ts'

export { expect, test }

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const summary = (page: Page) => page.locator('.note.bad')
export const alert = (page: Page) => page.getByRole('alert')
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function clickContinue(page: Page): Promise<void> {
  await button(page, 'CONTINUE').click()
}

export async function chooseAndContinue(page: Page, choice: string): Promise<void> {
  await page.getByLabel(choice, { exact: true }).check()
  await clickContinue(page)
}

export const SSN_FIELD = 'Last four digits of the Social Security number'
export const TIN_FIELD = 'Tax Identification Number (TIN)'

/** From 'Who is Registering?' to the quiz. */
export async function proveBySsn(page: Page, lastSsn: string): Promise<void> {
  await chooseAndContinue(page, 'I am the Provider')
  await expect(heading(page)).toHaveText('SSN Validation')
  await page.getByLabel(SSN_FIELD).fill(lastSsn)
  await clickContinue(page)
}

export type Question = { group: Locator; text: string; right: string }

/** The quiz on the screen, with the correct choices. */
export async function readQuiz(page: Page, plan: TestPlan, npi: string): Promise<Question[]> {
  await expect(heading(page)).toHaveText('Identity Questions')
  const groups = page.locator('form fieldset')
  await expect(groups).toHaveCount(4)
  const key = await plan.readQuizKey(npi)
  const questions: Question[] = []
  for (const group of await groups.all()) {
    const text = ((await group.locator('legend').textContent()) ?? '').replace(/^\d\. /, '')
    questions.push({ group, text, right: key.get(text) ?? '' })
  }
  return questions
}

export async function answerQuiz(page: Page, plan: TestPlan, npi: string, how: 'right' | 'wrong'): Promise<void> {
  for (const { group, right } of await readQuiz(page, plan, npi)) {
    const choices = group.getByRole('radio')
    const texts = await group.locator('label').allTextContents()
    const at = how === 'right' ? texts.indexOf(right) : texts.findIndex((text) => text !== right)
    await choices.nth(at).check()
  }
  await button(page, 'SUBMIT').click()
}

export type Account = { firstName: string; lastName: string; email: string; userName: string; password: string }

/** Unique names, address and user name. */
export function newAccount(): Account {
  const unique = randomBytes(4).toString('hex')
  return {
    firstName: 'Robin',
    lastName: `Sample${unique.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string)}`,
    email: `robin.${unique}@office.example`,
    userName: `rob${unique}`,
    password: 'Lantern4821x',
  }
}

const ANSWERS = ['Copperfield', 'Juniper Terrace', 'Marigold']

/** Fills the account form, without accepting the terms or sending it. */
export async function fillAccount(page: Page, account: Account, { names }: { names: boolean }): Promise<void> {
  if (names) {
    await page.getByLabel('First name', { exact: true }).fill(account.firstName)
    await page.getByLabel('Last name', { exact: true }).fill(account.lastName)
  }
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Confirm email', { exact: true }).fill(account.email.toUpperCase())
  await page.getByLabel('Phone', { exact: true }).fill('+1 (512) 555-0177')
  await page.getByLabel('Extension (optional)').fill('12')
  await fillCredentials(page, account)
}

export async function fillCredentials(page: Page, account: Account): Promise<void> {
  await page.getByLabel('User name', { exact: true }).fill(account.userName)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(account.password)
  for (const [index, answer] of ANSWERS.entries()) {
    await page.getByRole('combobox', { name: `Security question ${index + 1}` }).click()
    await page.getByRole('option').first().click()
    await page.getByLabel(`Answer ${index + 1}`, { exact: true }).fill(answer)
  }
}

export async function acceptTerms(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /terms of use/ }).check()
}

export async function solveCaptcha(page: Page): Promise<void> {
  const captcha = page.getByRole('group', { name: 'Captcha' })
  await captcha.getByRole('checkbox').click()
  await expect(captcha.getByText('Verified')).toBeVisible()
}

export async function createAccount(page: Page): Promise<void> {
  await button(page, 'CREATE ACCOUNT').click()
}

/** Completes every proof of a physician and stops at the empty account form. */
export async function reachStep3(page: Page, plan: TestPlan, provider: TestProvider): Promise<void> {
  await proveBySsn(page, provider.lastSsn)
  await answerQuiz(page, plan, provider.npi, 'right')
  await expect(heading(page)).toHaveText('Create Your Account')
}

/** Stubs a reply that only a vendor or a race could cause. */
export async function replyWith(page: Page, call: string, status: number, entity: unknown): Promise<void> {
  await page.route(`**/rest/nonsec/**${call}*`, (route) => route.fulfill({ json: { status, entity } }))
}

/** Presses Tab until the element has the focus; a person who cannot reach it that way cannot use it at all. */
export async function tabTo(page: Page, target: Locator, maxPresses = 40): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, 'reached with the Tab key').toBeFocused()
}
