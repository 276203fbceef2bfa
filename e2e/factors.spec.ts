import type { Page } from '@playwright/test'
// Adds the server's declarations to Fastify's types.
import type {} from '../server/src/app.ts'
import { at, bayside, harborview, inspectEveryWidth, signInByPage } from './fixtures.ts'
import { appCode } from './support/authenticator.ts'
import { type Person, registerActivePerson } from './support/people.ts'
import type { TestPlan } from './support/test-plan.ts'
import { openWindow } from './support/windows.ts'
import { alert, button, expect, heading, tabTo, test } from './support/wizard.ts'

const HOME = '**/providers/home'
const section = (page: Page) => page.getByRole('region', { name: 'Passkeys and second factor' })

async function readCodes(page: Page): Promise<string[]> {
  const codes = page.locator('.recovery-codes code')
  await expect(codes).toHaveCount(10)
  return codes.allTextContents()
}

/** Signs out through the menu. Opening a URL while calls are in flight would look like an expired session. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(alert(page)).toHaveText('You have signed out.')
}

test('a passkey signs in alone, and a recovery code signs in on a second device', async ({
  page,
  authenticator: device,
  plan,
  request,
  browser,
}) => {
  const person = await registerActivePerson(request, plan)
  await signInByPage(page, harborview, 'providers', person)
  await page.waitForURL(HOME)
  await expect(page.getByRole('region', { name: 'Sign in faster and safer next time' })).toContainText(
    'your role needs',
  )
  await inspectEveryWidth(page, harborview, 'factor-offer')
  await button(page, 'Set it up').click()
  const [first = ''] = await readCodes(page)
  await inspectEveryWidth(page, harborview, 'factor-recovery-codes')
  await button(page, 'I’ve saved my codes').click()
  await expect(alert(page)).toContainText('Your passkey is set up.')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(section(page)).toContainText('Chrome on Linux')
  await inspectEveryWidth(page, harborview, 'factor-profile')
  await section(page).getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  await page.getByLabel('Name of the passkey').fill('Front desk')
  await button(page, 'Save name').click()
  await expect(section(page).getByRole('heading', { name: 'Front desk' })).toBeVisible()
  await plan.findMail('account.factor-added', person.email)

  // The device does not respond: the login page stays, with the passkey offered in its field.
  await device.answer(false)
  await signOut(page)
  await expect(page.getByLabel('User name')).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(button(page, 'Use a passkey')).toBeVisible()
  await inspectEveryWidth(page, harborview, 'factor-login')
  // The earlier request stays unanswered; the device confirms later ones.
  await device.answer(true)
  await button(page, 'Use a passkey').click()
  await page.waitForURL(HOME)
  await expect(heading(page)).toHaveText(/^Hello, /)
  // The device confirms the request in the field without a click.
  await page.goto(at(harborview, '/thp/portal/providers/logout'))
  await page.waitForURL(HOME)
  await expect(page.getByRole('region', { name: 'Sign in faster and safer next time' })).toHaveCount(0)

  const elsewhere = await openWindow(browser)
  await signInByPage(elsewhere, harborview, 'providers', person)
  await expect(heading(elsewhere)).toHaveText('One more step')
  await elsewhere.goto(at(harborview, '/thp/portal/providers/claims'))
  await elsewhere.waitForURL('**/providers/factor?TARGET=*')
  await button(elsewhere, 'Use a recovery code').click()
  await elsewhere.getByLabel('Recovery code').fill('WRONG-WRONG')
  await button(elsewhere, 'Continue').click()
  await expect(alert(elsewhere)).toContainText('is incorrect or was already used')
  await inspectEveryWidth(elsewhere, harborview, 'factor-recovery')
  await elsewhere.getByLabel('Recovery code').fill(first.toLowerCase())
  await button(elsewhere, 'Continue').click()
  await elsewhere.waitForURL('**/providers/claims')
})

/** Moves the first sign-in under the policy back by so many days. */
async function backdatePolicy(plan: TestPlan, person: Person, days: number) {
  await plan.db
    .updateTable('account')
    .set({ factor_policy_since: new Date(Date.now() - days * 86_400_000) })
    .where('username', '=', person.userName)
    .execute()
}

test('after the grace period, an app must be set up before any page opens, by keyboard alone', async ({
  page,
  plan,
  request,
}) => {
  const person = await registerActivePerson(request, plan)
  await backdatePolicy(plan, person, 15)
  await signInByPage(page, bayside, 'providers', person)
  await expect(heading(page)).toHaveText('Set up your second factor')
  await inspectEveryWidth(page, bayside, 'factor-set-up')
  await page.goto(at(bayside, '/thp/portal/providers/profile'))
  await page.waitForURL('**/providers/factor?TARGET=*profile')
  await tabTo(page, page.getByLabel('Passkey', { exact: true }))
  await page.keyboard.press('ArrowDown')
  const key = page.locator('.app-key')
  await expect(key).toBeVisible()
  await inspectEveryWidth(page, bayside, 'factor-app')
  const secret = (await key.textContent()) ?? ''
  await tabTo(page, page.getByLabel('Code', { exact: true }))
  await page.keyboard.type(appCode(secret))
  await page.keyboard.press('Enter')
  await readCodes(page)
  await tabTo(page, button(page, 'I’ve saved my codes'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/providers/profile')
  await expect(section(page)).toContainText('Authenticator app')

  await signOut(page)
  await signInByPage(page, bayside, 'providers', person)
  await expect(heading(page)).toHaveText('One more step')
  await inspectEveryWidth(page, bayside, 'factor-prove')
  await page.getByLabel('Code', { exact: true }).fill(appCode(secret, 1))
  await page.getByLabel('Remember this device for 30 days').check()
  await button(page, 'Continue').click()
  await page.waitForURL(HOME)
  await signOut(page)
  await signInByPage(page, bayside, 'providers', person)
  await page.waitForURL(HOME)
  await page.goto(at(bayside, '/thp/portal/providers/profile'))
  await section(page)
    .getByRole('button', { name: /^Forget/ })
    .click()
  await expect(alert(page)).toHaveText('We’ll ask for your second factor in that browser again.')
})
