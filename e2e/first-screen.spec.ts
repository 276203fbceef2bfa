import type { Page } from '@playwright/test'
import { at, bayside, DEMO_PASSWORD, expect, harborview, phone, REGISTRATION, startSession, test } from './fixtures.ts'

const PROVIDERS = '/thp/portal/providers'
const SCRIPTS = '**/assets/*.js'

/** Holds back all scripts until released, so that only the HTML is shown. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.unroute(SCRIPTS)
  await page.route(SCRIPTS, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('text and Enter typed before hydration are kept', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto(at(harborview, REGISTRATION), { waitUntil: 'commit' })
  const npi = page.getByLabel('National Provider Identifier (NPI)')
  await npi.fill('110000001')
  await npi.press('Enter')
  await expect(page.locator('button[data-pressed]')).toHaveText('CONTINUE WITH REGISTRATION')
  // The HTML already contains the plan's setting.
  await expect(page.getByText('paper takes up to two business days')).toBeVisible()
  letGo()
  await expect(page.locator('.note.bad')).toBeFocused()
  await expect(npi).toHaveValue('110000001')
  expect(page.url()).toBe(at(harborview, REGISTRATION))
})

test('an NPI typed while scripts arrive one by one keeps its digits in order', async ({ page }) => {
  const waiting: (() => void)[] = []
  let isHeld = true
  await page.route(SCRIPTS, async (route) => {
    if (isHeld) await new Promise<void>((release) => waiting.push(release))
    await route.continue()
  })
  await page.goto(at(harborview, REGISTRATION), { waitUntil: 'commit' })
  const npi = page.getByLabel('National Provider Identifier (NPI)')
  await npi.click()
  await expect.poll(() => waiting.length).toBeGreaterThan(3)
  for (const key of '12a3-4567x8901234') {
    await page.keyboard.press(key)
    waiting.shift()?.()
  }
  isHeld = false
  for (const release of waiting) release()
  await expect(page.locator('html[data-works]')).toHaveCount(1)
  await expect(npi).toHaveValue('1234567890')
})

test('a member form keeps text and clicks from before hydration', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto(at(bayside, '/thp/portal/members/register'), { waitUntil: 'commit' })
  await page.getByLabel('Member ID').fill('H123')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.locator('button[data-pressed]')).toHaveCount(1)
  letGo()
  await expect(page.locator('.note.bad')).toBeFocused()
  await expect(page.getByLabel('Member ID')).toHaveValue('H123')
  expect(page.url()).toBe(at(bayside, '/thp/portal/members/register'))
})

test('the question search uses words typed before hydration', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto(at(harborview, `${PROVIDERS}/faq`), { waitUntil: 'commit' })
  await page.getByLabel('Search the questions').fill('30 MINUTES password')
  letGo()
  await expect(page.getByRole('status')).toHaveText('1 question matches.')
})

test('a user can sign in before hydration, and no URL contains the password', async ({ page }) => {
  await holdScripts(page)
  await page.goto(at(harborview, `${PROVIDERS}/login`), { waitUntil: 'commit' })
  await page.getByLabel('User name').fill('demosolo')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(at(harborview, `${PROVIDERS}/home`), { waitUntil: 'commit' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/**
 * Opens a page, reads its HTML and its text before the scripts run, and expects that hydration keeps both the text and
 * the elements. `npm run bench -- pages` measures the layout shift.
 */
async function openAndHydrate(page: Page, address: string) {
  const letGo = await holdScripts(page)
  const reply = await page.goto(address, { waitUntil: 'domcontentloaded' })
  const html = (await reply?.text()) ?? ''
  expect(html, address).toMatch(/<h1 tabindex="-1">/)
  expect(html, address).not.toMatch(/<[a-z][^<>]* style=|<script>/)
  // React resets these while it hydrates.
  expect(html, address).not.toMatch(/<textarea[^>]*>[^<]|<input[^>]* type="date"[^>]* value=/)
  const before = await page.locator('#root').innerText()
  const first = await page.locator('h1').elementHandle()
  await expect(page.locator('html[data-works]')).toHaveCount(0)
  letGo()
  await expect(page.locator('html[data-works]')).toHaveCount(1)
  expect(await page.locator('#root').innerText(), address).toBe(before)
  expect(await first?.evaluate((element) => element.isConnected), address).toBe(true)
  return { html, headers: reply?.headers() }
}

test('public pages are readable from their HTML, and hydration keeps what they show', async ({ page }) => {
  await page.setViewportSize(phone)
  const addresses = [
    at(harborview, `${PROVIDERS}/login`),
    at(bayside, REGISTRATION),
    at(harborview, '/thp/portal/members/login'),
    at(bayside, '/thp/portal/members/register'),
    at(harborview, `${PROVIDERS}/faq`),
  ]
  for (const address of addresses) {
    const { html } = await openAndHydrate(page, address)
    expect(html, address).toMatch(/<meta name="description" content="[^"]{20,}" \/>/)
    await expect(page.locator('#late')).toHaveCount(0)
    for (const form of html.match(/<form.*?<\/form>/gs) ?? [])
      if (form.includes('type="password"')) expect(form, address).toContain('method="post"')
  }
})

test('a signed-in page keeps choices and clicks from before hydration', async ({ page }) => {
  await startSession(page, harborview, 'providers', 'demosaa')
  const letGo = await holdScripts(page)
  await page.goto(at(harborview, `${PROVIDERS}/claims`), { waitUntil: 'commit' })
  await page.getByLabel('Status').selectOption('Paid')
  await page.getByLabel('Service date from').fill('2020-01-31')
  await page.getByRole('button', { name: 'Search' }).click()
  letGo()
  await page.waitForURL(/claims\?(?=.*status=PAID)(?=.*from=2020-01-31)/)
  await expect(page.getByLabel('Status')).toHaveValue('PAID')
})

test('signed-in pages arrive rendered, and hydration repeats no request and keeps what they show', async ({ page }) => {
  await page.setViewportSize(phone)
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/')) requested.push(request.url())
  })
  const people = [
    { area: 'providers', who: 'demosaa', name: 'Sandra', paths: [`${PROVIDERS}/home`, `${PROVIDERS}/claims`] },
    { area: 'members', who: 'demomember', name: 'Hello, ', paths: ['/thp/portal/members/my/home'] },
    { area: 'internal', who: 'demostaff', name: 'Signed contracts', paths: ['/thp/portal/internal/contracts'] },
  ]
  for (const { area, who, name, paths } of people) {
    await startSession(page, harborview, area, who)
    for (const path of paths) {
      const { html, headers } = await openAndHydrate(page, at(harborview, path))
      expect(headers?.['cache-control'], path).toBe('no-store')
      expect(html, path).toContain(name)
      expect(requested, path).toEqual([])
    }
  }
})
