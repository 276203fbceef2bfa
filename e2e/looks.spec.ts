import {
  at,
  bayside,
  brands,
  enterNpi,
  expect,
  harborview,
  inspect,
  inspectEveryBrand,
  REGISTRATION,
  test,
} from './fixtures.ts'
import { heading } from './support/wizard.ts'

/** Pages without sign-on, with their headings. */
const PAGES = {
  login: ['/thp/portal/providers/login', 'Provider sign in'],
  'login-error': ['/thp/portal/providers/login?error=1', 'Provider sign in'],
  'login-expired': ['/thp/portal/providers/login?expired=1', 'Provider sign in'],
  contact: ['/thp/portal/providers/contact', 'Contact us'],
  faq: ['/thp/portal/providers/faq', 'Frequently asked questions'],
  'terms-of-use': ['/thp/portal/providers/terms-of-use', 'Terms of use'],
  privacy: ['/thp/portal/providers/privacy', 'Privacy'],
  accessibility: ['/thp/portal/providers/accessibility', 'Accessibility'],
  'language-assistance': ['/thp/portal/providers/language-assistance', 'Language assistance'],
  'not-found': ['/thp/portal/providers/no-such-page', 'We could not find this page'],
  'member-login': ['/thp/portal/members/login', 'Member sign in'],
  'internal-login': ['/thp/portal/internal/login', 'Plan staff sign in'],
  registration: [REGISTRATION, 'Provider Portal Registration'],
  demo: ['/demo', 'Try Portico'],
}

/** Style sheets that a plan can replace. */
const MEMBER_SHEETS = ['/content/members/member-base.css', '/content/members/member-theme.css']
const BLANK_SHEET = ['/content/blank.css']

test('public pages have their headings and style sheets and no accessibility faults', async ({ page }) => {
  for (const [name, [path = '', title = '']] of Object.entries(PAGES)) {
    const response = await page.goto(at(harborview, path))
    expect(response?.status(), path).toBe(name === 'not-found' ? 404 : 200)
    await expect(heading(page)).toHaveText(title)
    const sheets = page.locator('link[rel="stylesheet"][href^="/content"]')
    expect(await sheets.evaluateAll((links) => links.map((link) => link.getAttribute('href'))), path).toEqual(
      name === 'member-login' ? MEMBER_SHEETS : BLANK_SHEET,
    )
    await inspectEveryBrand(page, name)
  }
})

test('the other brand’s host serves a page of each area', async ({ page }) => {
  for (const name of ['login', 'member-login', 'internal-login', 'registration'] as const) {
    const [path = '', title = ''] = PAGES[name]
    await page.goto(at(bayside, path))
    await expect(heading(page)).toHaveText(title)
    await expect(page).toHaveTitle(new RegExp(`${bayside.name}$`))
  }
})

for (const brand of brands) {
  test(`${brand.id}: fetches only the brand's font, and the page is readable without it`, async ({ page }) => {
    const fonts: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      fonts.push(route.request().url())
      await promise
      await route.continue()
    })
    await page.goto(at(brand, REGISTRATION), { waitUntil: 'domcontentloaded' })
    await expect(heading(page)).toBeVisible()
    await expect.poll(() => fonts.length).toBe(1)
    resolve()
    await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'))
    await page.evaluate(() => document.fonts.ready)
    expect(new Set(fonts).size).toBe(1)
    expect(fonts[0]).toContain(brand.id === 'bayside' ? 'figtree' : 'public-sans')
  })
}

test('a page whose scripts cannot load shows the stored system error text', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(at(harborview, REGISTRATION), { waitUntil: 'load' })
  const late = page.getByText('Unfortunately our systems are currently unavailable.')
  await expect(late).toBeHidden()
  // The text appears at the end of an animation that waits for slow scripts.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await expect(late).toBeVisible()
})

test('a page whose lazy part cannot load shows the stored system error text', async ({ page }) => {
  await page.route('**/assets/screens-*.js', (route) => route.abort())
  await enterNpi(page, harborview, '1100000011')
  await expect(page.getByRole('alert')).toHaveText(/^Unfortunately our systems are currently unavailable\./)
  await inspect(page, 'cannot-load')
})
