import type { Page } from '@playwright/test'
import { at, expect, harborview, inspectEveryBrand, signIn, startSession, test } from './fixtures.ts'

const WARNING_MS = 1620 * 1000
const COUNTDOWN_MS = 180 * 1000
const HOME = '/thp/portal/providers/home'

/** Opens a signed-in page with a fake clock. The server keeps its own clock. */
async function openHome(page: Page): Promise<void> {
  await page.clock.install()
  await signIn(page, harborview, 'providers', 'demosaa')
  await page.waitForURL(`**${HOME}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectStarted(page)
}

/** The page's own clock has started, with its closed dialog, and no call is under way that would restart it. */
async function expectStarted(page: Page): Promise<void> {
  await expect(page.locator('dialog')).toBeAttached()
  await expect(page.locator('.skeleton, .progress')).toHaveCount(0)
}

const warning = (page: Page) => page.getByRole('dialog', { name: 'Your Session is About to Expire' })
const expired = (page: Page) => page.getByRole('dialog', { name: 'Your Session has Expired' })

test('at 0 the session ends in the background, the popup stays, and LOGIN leads to the login page', async ({
  page,
}) => {
  await openHome(page)
  await page.clock.fastForward(WARNING_MS)
  await expect(warning(page)).toBeVisible()
  await inspectEveryBrand(page, 'session-warning')
  const ended = page.waitForRequest('**/thp/portal/providers/logout*')
  await page.clock.fastForward(COUNTDOWN_MS)
  await ended
  await expect(expired(page)).toBeVisible()
  await expect(expired(page)).toContainText('Your Session has expired. Please log in again.')
  // The page behind the popup is cleared, including the name in the header.
  await expect(page.locator('main')).toHaveText('You are signed out')
  await expect(page).toHaveTitle(/^You are signed out \| /)
  await expect(page.locator('header')).not.toContainText('Your account')
  await inspectEveryBrand(page, 'session-expired')
  await expect(page).toHaveURL(new RegExp(`${HOME}$`))
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.waitForURL('**/thp/portal/providers/login*')
  await expect(page.getByText('Your Session has expired. Please log in again.')).toBeVisible()
  await page.goto(HOME)
  await page.waitForURL('**/thp/portal/providers/login*')
})

test('tabs share the session: one keeps it for both, and both expire together', async ({ page, context }) => {
  await openHome(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expectStarted(other)
  // The clock belongs to the context, so time moves in both tabs.
  await page.clock.fastForward(WARNING_MS)
  await expect(warning(page)).toBeVisible()
  await expect(warning(other)).toBeVisible()
  await page.getByRole('button', { name: 'MAINTAIN SESSION' }).click()
  await expect(warning(other)).toHaveCount(0)
  await page.clock.fastForward(WARNING_MS + COUNTDOWN_MS)
  await expect(expired(page)).toBeVisible()
  await expect(expired(other)).toBeVisible()
})

test('a visitor’s sign-in link on help pages leads back to the area the visitor came from', async ({ page }) => {
  const signIn = page.getByRole('link', { name: 'Sign in', exact: true })
  await page.goto(at(harborview, '/thp/portal/members/login'))
  await page.getByRole('link', { name: 'FAQ' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
  await expect(signIn).toHaveAttribute('href', '/thp/portal/members/login')
  await page.goto(at(harborview, '/thp/portal/providers/faq'))
  await expect(signIn).toHaveAttribute('href', '/thp/portal/providers/login')
})

test('signing out in one tab leads every other tab to the login page', async ({ page, context }) => {
  const others = [await context.newPage(), await context.newPage()]
  await page.goto(await startSession(page, harborview, 'providers', 'demosaa'))
  for (const other of others) await other.goto(at(harborview, '/thp/portal/providers/claims'))
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  for (const tab of [page, ...others]) {
    await tab.waitForURL('**/providers/login?signedout=1')
    await expect(tab.getByText('You have signed out.')).toBeVisible()
  }
})
