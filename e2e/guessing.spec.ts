import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import { at, bayside, expectAccessible, harborview, inspectEveryWidth, type TestBrand } from './fixtures.ts'
import { registerWaitingPerson } from './support/people.ts'
import { openWindow } from './support/windows.ts'
import { expect, heading, tabTo, test } from './support/wizard.ts'

const LOGINS = { providers: 'Provider sign in', members: 'Member sign in', internal: 'Plan staff sign in' } as const
type Area = keyof typeof LOGINS

async function submitLogin(page: Page, userName: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/**
 * Four failures by request and a fifth on the page, which then requires the Captcha. The requests go to the default
 * host, the only one that resolves outside the browser.
 */
async function failUntilCaptcha(page: Page, brand: TestBrand, area: Area, userName: string): Promise<void> {
  for (let tries = 0; tries < 4; tries += 1) {
    const form = { USER: userName, PASSWORD: `NotThisOne${tries}` }
    await page.request.post(at(harborview, SIGN_ON_PATH), { form, maxRedirects: 0 })
  }
  await page.goto(at(brand, `/thp/portal/${area}/login`))
  await submitLogin(page, userName, 'NotThisOne5')
  await page.waitForURL('**/login?error=1**')
  await expect(page.getByRole('alert')).toHaveText('The user name or password is incorrect. Please try again.')
}

const captcha = (page: Page) => page.getByRole('group', { name: 'Captcha' })

async function solve(page: Page): Promise<void> {
  await captcha(page).getByRole('checkbox').click()
  await expect(page.locator('input[name=captchaRes]')).not.toHaveValue('')
}

const PAGES = [
  [harborview, 'providers'],
  [harborview, 'members'],
  [bayside, 'providers'],
  [bayside, 'internal'],
] as const
for (const [brand, area] of PAGES)
  test(`after five failures the ${area} login of ${brand.name} requires the Captcha`, async ({ page }) => {
    // A new name per run, because earlier failures still count.
    const unknownUser = `nobody-${brand.id}-${area}-${randomBytes(4).toString('hex')}`
    await failUntilCaptcha(page, brand, area, unknownUser)
    await expect(captcha(page)).toBeVisible()
    await expect(heading(page)).toHaveText(LOGINS[area])
    await expect(page.getByRole('link', { name: 'This was not me' })).toHaveCount(0)
    await inspectEveryWidth(page, brand, `login-captcha-${area}`)
    await submitLogin(page, unknownUser, 'NotThisOne')
    await expect(captcha(page)).toContainText('Please complete Captcha.')
    await expect(captcha(page)).toBeFocused()
    await expectAccessible(page)
    await solve(page)
    await submitLogin(page, unknownUser, 'NotThisOne')
    await page.waitForURL('**/login?error=1**')
    await expect(page.getByRole('alert')).toHaveText('The user name or password is incorrect. Please try again.')
  })

test('a new login page requires the Captcha for the user name and signs in with it by keyboard', async ({
  page,
  browser,
  plan,
  request,
}) => {
  const { userName, password } = await registerWaitingPerson(request, plan)
  await failUntilCaptcha(page, harborview, 'providers', userName)
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

test('too many failures show the time to wait', async ({ page }) => {
  await page.goto(at(harborview, '/thp/portal/providers/login?error=1&reason=wait&seconds=8&captcha=altcha'))
  await expect(page.getByRole('alert')).toHaveText(
    'There were too many failed attempts for this user name. Please wait 8 seconds and try again.',
  )
  await expectAccessible(page)
  for (const seconds of ['x', '-1', '1.5']) {
    await page.goto(at(harborview, `/thp/portal/providers/login?error=1&reason=wait&seconds=${seconds}`))
    await expect(page.getByRole('alert')).toHaveText(
      'There were too many attempts. Please wait a minute and try again.',
    )
  }
})
