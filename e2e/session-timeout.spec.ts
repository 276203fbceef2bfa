import type { Page } from '@playwright/test'
import {
  at,
  expect,
  harborview,
  inspectEveryBrand,
  inspectEveryWidth,
  REGISTRATION,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

const WARNING_MS = 1620 * 1000
const COUNTDOWN_MS = 180 * 1000
const HOME = '/thp/portal/providers/home'

/** A signed-in page whose clock the test can wind on; the server's clock is its own. */
async function openHome(page: Page, brand = harborview): Promise<void> {
  await page.clock.install()
  await signIn(page, brand, 'providers', 'demosaa')
  await page.waitForURL(`**${HOME}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const warning = (page: Page) => page.getByRole('dialog', { name: 'Your Session is About to Expire' })
const expired = (page: Page) => page.getByRole('dialog', { name: 'Your Session has Expired' })

async function secondsShown(page: Page): Promise<number> {
  const text = await warning(page).locator('.count').textContent()
  expect(text).toMatch(/^Your session will expire in \d+ seconds\.$/)
  return Number(text?.replace(/\D/g, ''))
}

test('after 1620 s the popup warns and counts down from 180', async ({ page }) => {
  await openHome(page)
  await page.clock.fastForward(WARNING_MS - 60_000)
  await expect(warning(page)).toHaveCount(0)
  await page.clock.fastForward(60_000)
  await expect(warning(page)).toBeVisible()
  const first = await secondsShown(page)
  expect(first).toBeLessThanOrEqual(180)
  expect(first).toBeGreaterThan(170)
  await page.clock.fastForward(60_000)
  await expect.poll(() => secondsShown(page)).toBeLessThanOrEqual(first - 60)
  await expect(page.locator('dialog [aria-live]')).toHaveText('120 seconds left in this session.')
  await expect(page.getByRole('button', { name: 'MAINTAIN SESSION' })).toBeFocused()
})

test('MAINTAIN SESSION sends the keepalive, hides the popup and starts the 1620 s anew', async ({ page }) => {
  await openHome(page)
  await page.clock.fastForward(WARNING_MS)
  await expect(warning(page)).toBeVisible()
  const keepalive = page.waitForResponse('**/Provider/rest/sec/common/keepAliveProvider')
  await page.getByRole('button', { name: 'MAINTAIN SESSION' }).click()
  expect((await keepalive).status()).toBe(200)
  await expect(warning(page)).toHaveCount(0)
  await page.clock.fastForward(COUNTDOWN_MS + 60_000)
  await expect(expired(page)).toHaveCount(0)
  await page.clock.fastForward(WARNING_MS - COUNTDOWN_MS)
  await expect(warning(page)).toBeVisible()
})

test('at 0 the session ends in the background, the popup stays, and LOGIN leads to the login page', async ({
  page,
}) => {
  await openHome(page)
  await page.clock.fastForward(WARNING_MS)
  await expect(warning(page)).toBeVisible()
  const ended = page.waitForRequest('**/thp/portal/providers/logout*')
  await page.clock.fastForward(COUNTDOWN_MS)
  await ended
  await expect(expired(page)).toBeVisible()
  await expect(expired(page)).toContainText('Your Session has expired. Please log in again.')
  // Whoever sits there now reads nothing of what stood behind it, the name in the header included.
  await expect(page.locator('main')).toHaveText('You are signed out')
  await expect(page.locator('header')).not.toContainText('Your account')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(expired(page)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${HOME}$`))
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.waitForURL('**/thp/portal/providers/login*')
  await expect(page.getByText('Your Session has expired. Please log in again.')).toBeVisible()
  await page.goto(HOME)
  await page.waitForURL('**/thp/portal/providers/login*')
})

test('tabs agree: one keeps the session for both, and they end together', async ({ page, context }) => {
  await openHome(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await other.waitForLoadState('networkidle')
  // The clock is the context's: both tabs' time moves.
  await page.clock.fastForward(WARNING_MS)
  await expect(warning(page)).toBeVisible()
  await expect(warning(other)).toBeVisible()
  await page.getByRole('button', { name: 'MAINTAIN SESSION' }).click()
  await expect(warning(other)).toHaveCount(0)
  await page.clock.fastForward(WARNING_MS + COUNTDOWN_MS)
  await expect(expired(page)).toBeVisible()
  await expect(expired(other)).toBeVisible()
})

test('both popups, in every brand', async ({ page }) => {
  await openHome(page, harborview)
  await page.clock.fastForward(WARNING_MS)
  await expect(warning(page)).toBeVisible()
  await inspectEveryBrand(page, 'session-warning')
  await page.clock.fastForward(COUNTDOWN_MS)
  await expect(expired(page)).toBeVisible()
  await inspectEveryBrand(page, 'session-expired')
})

test('on the wizard too: whoever is signed in keeps the header, and the session warns and ends there', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/sec/')) asked.push(request.url())
  })
  await page.clock.install()
  await page.goto(at(harborview, REGISTRATION))
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(asked, 'what a visitor asks for').toEqual([])

  await startSession(page, harborview, 'providers', 'demosaa')
  const told = page.waitForResponse('**/rest/sec/common/me')
  await page.goto(at(harborview, REGISTRATION))
  await told
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toHaveCount(0)
  await inspectEveryWidth(page, harborview, 'wizard-signed-in')
  await page.getByLabel('National Provider Identifier (NPI)').fill('1100000011')

  await page.clock.fastForward(WARNING_MS)
  await expect(warning(page)).toBeVisible()
  await page.getByRole('button', { name: 'MAINTAIN SESSION' }).click()
  await expect(warning(page)).toHaveCount(0)
  await expect(page.getByLabel('National Provider Identifier (NPI)')).toHaveValue('1100000011')

  await page.clock.fastForward(WARNING_MS + COUNTDOWN_MS)
  await expect(expired(page)).toBeVisible()
  await expect(page.locator('main')).toHaveText('You are signed out')
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.waitForURL('**/thp/portal/providers/login*')
  // Signed off, the wizard is a visitor's again.
  asked.length = 0
  await page.goto(at(harborview, REGISTRATION))
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(asked).toEqual([])
})
