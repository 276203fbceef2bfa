import type { Page } from '@playwright/test'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import { at, expectAccessible, harborview } from './fixtures.ts'
import { registerWaitingPerson } from './support/people.ts'
import { openWindow } from './support/windows.ts'
import { expect, tabTo, test } from './support/wizard.ts'

async function submitLogin(page: Page, userName: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/**
 * Four failures by request and a fifth on the page, which then requires the Captcha. The requests go to the default
 * host, the only one that resolves outside the browser.
 */
async function failUntilCaptcha(page: Page, userName: string): Promise<void> {
  for (let tries = 0; tries < 4; tries += 1) {
    const form = { USER: userName, PASSWORD: `NotThisOne${tries}` }
    await page.request.post(at(harborview, SIGN_ON_PATH), { form, maxRedirects: 0 })
  }
  await page.goto(at(harborview, '/thp/portal/providers/login'))
  await submitLogin(page, userName, 'NotThisOne5')
  await page.waitForURL('**/login?error=1**')
  await expect(page.getByRole('alert')).toHaveText('The user name or password is incorrect. Please try again.')
  await expect(captcha(page)).toBeVisible()
}

const captcha = (page: Page) => page.getByRole('group', { name: 'Captcha' })

test('a new login page requires the Captcha for the user name and signs in with it by keyboard', async ({
  page,
  browser,
  plan,
  request,
}) => {
  const { userName, password } = await registerWaitingPerson(request, plan)
  await failUntilCaptcha(page, userName)
  const owner = await openWindow(browser)
  await owner.goto(at(harborview, '/thp/portal/providers/login'))
  await expect(captcha(owner)).toHaveCount(0)
  await submitLogin(owner, userName, password)
  await owner.waitForURL('**/login?error=1&reason=captcha**')
  await expect(owner.getByRole('alert')).toContainText('complete the Captcha')
  await expectAccessible(owner)
  await owner.getByLabel('User name').fill(userName)
  await owner.getByLabel('Password', { exact: true }).fill(password)
  await tabTo(owner, captcha(owner).getByRole('checkbox'))
  await owner.keyboard.press('Space')
  await expect(owner.locator('input[name=captchaRes]')).not.toHaveValue('')
  await tabTo(owner, owner.getByRole('button', { name: 'Sign in' }))
  await owner.keyboard.press('Enter')
  await owner.waitForURL('**/thp/portal/providers/status')
})
