import type { Page } from '@playwright/test'
import { findBrand } from '../server/src/platform/brands/brands.ts'
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
const FAQ = '/thp/portal/providers/faq'
const brand = findBrand(harborview.id)
const MEMBER_HOME = '/thp/portal/members/my/home'

/** Opens a signed-in page with a fake clock. The server keeps its own clock. */
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

test('MAINTAIN SESSION sends the keepalive, hides the popup and restarts the 1620 s', async ({ page }) => {
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
  // The page behind the popup is cleared, including the name in the header.
  await expect(page.locator('main')).toHaveText('You are signed out')
  await expect(page).toHaveTitle(/^You are signed out \| /)
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

test('tabs share the session: one keeps it for both, and both expire together', async ({ page, context }) => {
  await openHome(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await other.waitForLoadState('networkidle')
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

test('both session popups have no accessibility faults in any brand', async ({ page }) => {
  await openHome(page, harborview)
  await page.clock.fastForward(WARNING_MS)
  await expect(warning(page)).toBeVisible()
  await inspectEveryBrand(page, 'session-warning')
  await page.clock.fastForward(COUNTDOWN_MS)
  await expect(expired(page)).toBeVisible()
  await inspectEveryBrand(page, 'session-expired')
})

test('a signed-in user keeps the header on the wizard, and the session warns and expires there', async ({ page }) => {
  const secureCalls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/sec/')) secureCalls.push(request.url())
  })
  await page.clock.install()
  await page.goto(at(harborview, REGISTRATION))
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(secureCalls, 'what a visitor asks for').toEqual([])

  await startSession(page, harborview, 'providers', 'demosaa')
  const meReply = page.waitForResponse('**/rest/sec/common/me')
  await page.goto(at(harborview, REGISTRATION))
  await meReply
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
  // After sign-out, the wizard treats the user as a visitor.
  secureCalls.length = 0
  await page.goto(at(harborview, REGISTRATION))
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(secureCalls).toEqual([])
})

test('a member keeps the header on help pages, finds the phone number, and the session warns and expires there', async ({
  page,
}) => {
  await page.clock.install()
  await startSession(page, harborview, 'members', 'demomember')
  await page.goto(at(harborview, FAQ))
  const account = page.getByRole('button', { name: /^Your account: \w+ \w+/ })
  const number = page.getByRole('main').getByRole('link', { name: brand.memberServicesPhone })
  await expect(account).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link', { name: brand.name })).toHaveAttribute('href', MEMBER_HOME)
  await expect(number).toBeVisible()
  // The popup's code loads after the page.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('portico.members.last-call'))).toBeTruthy()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')
  await expect(number).toBeVisible()
  await expect(account).toBeVisible()
  await inspectEveryWidth(page, harborview, 'contact-as-member')

  await page.clock.fastForward(WARNING_MS)
  await expect(warning(page)).toBeVisible()
  const kept = page.waitForResponse('**/rest/sec/common/keepAliveMember')
  await page.getByRole('button', { name: 'MAINTAIN SESSION' }).click()
  expect((await kept).status()).toBe(200)
  await expect(warning(page)).toHaveCount(0)
  await page.clock.fastForward(WARNING_MS + COUNTDOWN_MS)
  await expect(expired(page)).toBeVisible()
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.waitForURL('**/thp/portal/members/login*')
  await expect(page.getByText('Your Session has expired. Please log in again.')).toBeVisible()

  // A visitor's sign-in link leads back to the area the visitor came from.
  await page.getByRole('link', { name: 'FAQ' }).first().click()
  const signIn = page.getByRole('link', { name: 'Sign in', exact: true })
  await expect(signIn).toHaveAttribute('href', '/thp/portal/members/login')
  await expect(number).toBeVisible()
  await page.goto(at(harborview, FAQ))
  await expect(signIn).toHaveAttribute('href', '/thp/portal/providers/login')
})

test('plan staff keep their header on help pages, and a member cannot open a provider page from there', async ({
  page,
}) => {
  await startSession(page, harborview, 'internal', 'demostaff')
  await page.goto(at(harborview, '/thp/portal/providers/terms-of-use'))
  const account = page.getByRole('button', { name: /^Your account: \w+ \w+/ })
  await account.click()
  const menu = page.getByRole('navigation', { name: 'Your account' })
  await expect(menu.getByRole('link')).toHaveText(['Home', 'Sign out'])
  await expect(menu.getByRole('link', { name: 'Sign out' })).toHaveAttribute('href', '/thp/portal/internal/logout')
  await menu.getByRole('link', { name: 'Home' }).click()
  await page.waitForURL('**/thp/portal/internal/home')

  await startSession(page, harborview, 'members', 'demomember')
  await page.goto(at(harborview, FAQ))
  await expect(account).toBeVisible()
  // As a link in an answer that the plan wrote.
  await page.locator('main h1').evaluate((heading, href) => {
    heading.append(Object.assign(document.createElement('a'), { href, textContent: 'Claims' }))
  }, '/thp/portal/providers/claims')
  await page.getByRole('link', { name: 'Claims', exact: true }).click()
  await page.waitForURL('**/thp/portal/providers/login?TARGET=*')
})
