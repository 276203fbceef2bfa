import type { Page } from '@playwright/test'
import { at, bayside, DEMO_PASSWORD, expect, harborview, phone, REGISTRATION, startSession, test } from './fixtures.ts'

const PROVIDERS = '/thp/portal/providers'

/** Scripts wait until they are let go, so the page is what its HTML says. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('what is typed before the page works is kept, and Enter is not lost', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto(at(harborview, REGISTRATION), { waitUntil: 'commit' })
  const npi = page.getByLabel('National Provider Identifier (NPI)')
  await npi.fill('110000001')
  await npi.press('Enter')
  await expect(page.locator('button[data-pressed]')).toHaveText('CONTINUE WITH REGISTRATION')
  // What the plan's setting says is in the HTML already.
  await expect(page.getByText('paper takes up to two business days')).toBeVisible()
  letGo()
  await expect(page.locator('.note.bad')).toBeFocused()
  await expect(npi).toHaveValue('110000001')
  expect(page.url()).toBe(at(harborview, REGISTRATION))
})

test('a member’s form keeps what was typed and pressed before it works', async ({ page }) => {
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

test('words typed into the search of the questions before it works are searched for', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto(at(harborview, `${PROVIDERS}/faq`), { waitUntil: 'commit' })
  await page.getByLabel('Search the questions').fill('30 MINUTES password')
  letGo()
  await expect(page.getByRole('status')).toHaveText('1 question matches.')
})

test('somebody can sign in before the page works, and the password stands in no address', async ({ page }) => {
  await holdScripts(page)
  await page.goto(at(harborview, `${PROVIDERS}/login`), { waitUntil: 'commit' })
  await page.getByLabel('User name').fill('demosolo')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(at(harborview, `${PROVIDERS}/home`), { waitUntil: 'commit' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Adds up how far what is seen moves by itself. */
async function watchMoves(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const noted = Object.assign(window, { moved: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!Object(entry).hadRecentInput) noted.moved += Object(entry).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Number(Object(window).moved))
}

/** How long the page was read before the first script was asked for; at least nothing, or a second without any paint. */
async function readBeforeScripts(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const [words] = performance.getEntriesByName('first-contentful-paint')
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/.*\.js$/.test(name))
    const latest = Number(document?.domContentLoadedEventStart) + 1000
    return Math.min(...scripts.map(({ startTime }) => startTime)) - Math.min(words?.startTime ?? latest, latest)
  })
}

const NOTHING_MOVES = 0.001

test('public pages are read from their HTML, and nothing moves when they begin to work', async ({ page }) => {
  await page.setViewportSize(phone)
  const moved = await watchMoves(page)
  const addresses = [
    at(harborview, `${PROVIDERS}/login`),
    at(bayside, REGISTRATION),
    at(harborview, '/thp/portal/members/login'),
    at(bayside, '/thp/portal/members/register'),
    at(harborview, `${PROVIDERS}/faq`),
  ]
  for (const address of addresses) {
    const html = (await (await page.goto(address))?.text()) ?? ''
    expect(html, address).toMatch(/<meta name="description" content="[^"]{20,}" \/>/)
    expect(html, address).toMatch(/<h1 tabindex="-1">/)
    expect(html, address).not.toMatch(/<[a-z][^<>]* style=|<script>/)
    await expect(page.locator('#late')).toHaveCount(0)
    await expect(page.locator('html[data-works]')).toHaveCount(1)
    expect(await readBeforeScripts(page), address).toBeGreaterThanOrEqual(0)
    for (const form of html.match(/<form.*?<\/form>/gs) ?? [])
      if (form.includes('type="password"')) expect(form, address).toContain('method="post"')
    expect(await moved(), address).toBeLessThan(NOTHING_MOVES)
  }
})

test('what is chosen and pressed on a page behind the sign-in before it works is kept', async ({ page }) => {
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

test('pages behind the sign-in come whole: nothing is asked for again, and nothing moves', async ({ page }) => {
  await page.setViewportSize(phone)
  const moved = await watchMoves(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/')) asked.push(request.url())
  })
  const people = [
    { area: 'providers', who: 'demosaa', name: 'Sandra', paths: [`${PROVIDERS}/home`, `${PROVIDERS}/claims`] },
    { area: 'members', who: 'demomember', name: 'Hello, ', paths: ['/thp/portal/members/my/home'] },
    { area: 'internal', who: 'demostaff', name: 'Signed contracts', paths: ['/thp/portal/internal/contracts'] },
  ]
  for (const { area, who, name, paths } of people) {
    await startSession(page, harborview, area, who)
    for (const path of paths) {
      const reply = await page.goto(at(harborview, path))
      const html = (await reply?.text()) ?? ''
      expect(reply?.headers()['cache-control'], path).toBe('no-store')
      expect(html, path).toContain(name)
      expect(html, path).toMatch(/<h1 tabindex="-1">/)
      expect(html, path).not.toMatch(/<[a-z][^<>]* style=|<script>/)
      await expect(page.locator('html[data-works]')).toHaveCount(1)
      expect(await moved(), path).toBeLessThan(NOTHING_MOVES)
      expect(asked, path).toEqual([])
    }
  }
})
