import type { Page } from '@playwright/test'
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
  type TestBrand,
  test,
} from './fixtures.ts'
import { chooseAndContinue, clickContinue, heading } from './support/wizard.ts'

/** All pages without sign-on, checked in both brands and at every width. */
const PAGES = {
  login: '/thp/portal/providers/login',
  'login-error': '/thp/portal/providers/login?error=1',
  'login-expired': '/thp/portal/providers/login?expired=1',
  contact: '/thp/portal/providers/contact',
  faq: '/thp/portal/providers/faq',
  'terms-of-use': '/thp/portal/providers/terms-of-use',
  privacy: '/thp/portal/providers/privacy',
  accessibility: '/thp/portal/providers/accessibility',
  'language-assistance': '/thp/portal/providers/language-assistance',
  'not-found': '/thp/portal/providers/no-such-page',
  'member-login': '/thp/portal/members/login',
  'internal-login': '/thp/portal/internal/login',
  demo: '/demo',
}

/** Many screens in one test, each checked by axe. */
const LONG_MS = 300_000

/** Screens and dialogs of the wizard, with the steps to reach them. */
const SCREENS: Record<string, (page: Page, brand: TestBrand) => Promise<void>> = {
  home: async (page, brand) => {
    await page.goto(at(brand, REGISTRATION))
  },
  'home-error': async (page, brand) => {
    await page.goto(at(brand, REGISTRATION))
    await page.getByRole('button', { name: 'CONTINUE WITH REGISTRATION' }).click()
    await expect(page.locator('.note.bad')).toBeVisible()
  },
  'home-refused': async (page, brand) => {
    await enterNpi(page, brand, '1500000017')
    await expect(page.getByRole('alert')).toBeVisible()
  },
  regBy: async (page, brand) => {
    await enterNpi(page, brand, '1100000011')
    await expect(heading(page)).toHaveText('Who is Registering?')
  },
  'regBy-error': async (page, brand) => {
    await enterNpi(page, brand, '1100000011')
    await clickContinue(page)
    await expect(page.locator('.note.bad')).toContainText('Please select an option.')
  },
  'regBy-pending': async (page, brand) => {
    await enterNpi(page, brand, '1100000052')
    await chooseAndContinue(page, 'On behalf of the Provider')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  pinssnSel: async (page, brand) => {
    await enterNpi(page, brand, '1100000011')
    await chooseAndContinue(page, 'On behalf of the Provider')
    await expect(heading(page)).toHaveText('Choose an Account Creation Path')
  },
  'step1-ssn': async (page, brand) => {
    await enterNpi(page, brand, '1100000011')
    await chooseAndContinue(page, 'I am the Provider')
    await expect(heading(page)).toHaveText('SSN Validation')
  },
  'step1-claim-errors': async (page, brand) => {
    await enterNpi(page, brand, '1100000037')
    await chooseAndContinue(page, 'On behalf of the Provider')
    await expect(heading(page)).toHaveText('CLAIM Validation')
    await clickContinue(page)
    await expect(page.locator('.note.bad')).toBeVisible()
  },
  regWith: async (page, brand) => {
    await enterNpi(page, brand, '1300000027')
    await expect(heading(page)).toHaveText('Registration: Requested Level')
    await page.getByLabel('Provider organization').check()
  },
  'regWith-providers': async (page, brand) => {
    await enterNpi(page, brand, '1300000027')
    await page.getByLabel('Provider organization').check()
    await page
      .getByRole('button', { name: /provider/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  regChoice: async (page, brand) => {
    await enterNpi(page, brand, '1300000027')
    await chooseAndContinue(page, 'Provider organization')
    await expect(heading(page)).toHaveText('Registration: Confirm Your Choice')
  },
  roleSel: async (page, brand) => {
    await enterNpi(page, brand, '1400000018')
    await expect(heading(page)).toHaveText('Registration: Request User Role')
  },
  'roleSel-replace': async (page, brand) => {
    await enterNpi(page, brand, '1400000018')
    await chooseAndContinue(page, 'Senior Access Administrator (SAA)')
    await expect(page.getByRole('dialog', { name: 'Replace Current SAA?' })).toBeVisible()
  },
  saaPerm: async (page, brand) => {
    await enterNpi(page, brand, '1400000018')
    await chooseAndContinue(page, 'Access User (AU)')
    await expect(heading(page)).toHaveText('Registration: Request User Permissions')
    await expect(page.getByRole('checkbox').first()).toBeVisible()
  },
  step3: async (page, brand) => {
    await enterNpi(page, brand, '1200000010')
    await expect(heading(page)).toHaveText('Create Your Account')
  },
}

test('public pages have no accessibility faults in any brand', async ({ page }) => {
  test.setTimeout(LONG_MS)
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(at(harborview, path))
    await expect(heading(page)).toBeVisible()
    await inspectEveryBrand(page, name)
  }
})

test('the other brand’s host serves a page of each area', async ({ page }) => {
  for (const path of [PAGES.login, PAGES['member-login'], PAGES['internal-login'], REGISTRATION]) {
    await page.goto(at(bayside, path))
    await expect(heading(page)).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`${bayside.name}$`))
    await inspect(page, 'other-brand')
  }
})

test('wizard screens have no accessibility faults in any brand', async ({ page }) => {
  test.setTimeout(LONG_MS)
  for (const [name, reach] of Object.entries(SCREENS)) {
    await reach(page, harborview)
    await expect(heading(page)).toBeVisible()
    await inspectEveryBrand(page, `wizard-${name}`)
  }
})

/** Cumulative layout shift so far. Paint entries always exist, so the observer always reports. */
const shiftSoFar = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    return new Promise<number>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        const moved = list.getEntriesByType('layout-shift') as unknown as { value: number; hadRecentInput: boolean }[]
        resolve(moved.reduce((sum, entry) => sum + (entry.hadRecentInput ? 0 : entry.value), 0))
      })
      observer.observe({ type: 'layout-shift', buffered: true })
      observer.observe({ type: 'paint', buffered: true })
    })
  })

for (const brand of brands) {
  test(`${brand.id}: fetches only the brand's font, and a late font causes no layout shift`, async ({ page }) => {
    const fonts: string[] = []
    await page.route('**/*.woff2', async (route) => {
      fonts.push(route.request().url())
      // Delayed on purpose: the page first paints with the fallback font.
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    })
    await page.goto(at(brand, REGISTRATION))
    await expect(heading(page)).toBeVisible()
    await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'))
    await page.evaluate(() => document.fonts.ready)
    expect(new Set(fonts).size).toBe(1)
    expect(fonts[0]).toContain(brand.id === 'bayside' ? 'figtree' : 'public-sans')
    expect(await shiftSoFar(page)).toBeLessThanOrEqual(0.02)
  })
}

test('member pages load their two style sheets, all other pages the blank one', async ({ page }) => {
  const sheets = () =>
    page
      .locator('link[rel="stylesheet"][href^="/content"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const [brand] = brands as [TestBrand, TestBrand]
  await page.goto(at(brand, '/thp/portal/members/login'))
  expect(await sheets()).toEqual(['/content/members/member-base.css', '/content/members/member-theme.css'])
  for (const path of ['/thp/portal/providers/login', '/thp/portal/internal/login', REGISTRATION]) {
    await page.goto(at(brand, path))
    expect(await sheets()).toEqual(['/content/blank.css'])
  }
})

test('an unknown page returns status 404 and says so', async ({ page }) => {
  const [brand] = brands as [TestBrand, TestBrand]
  const response = await page.goto(at(brand, '/thp/portal/providers/no-such-page'))
  expect(response?.status()).toBe(404)
  await expect(heading(page)).toHaveText('We could not find this page')
})

test('a page whose scripts cannot load shows the stored system error text', async ({ page }) => {
  const [brand] = brands as [TestBrand, TestBrand]
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(at(brand, REGISTRATION), { waitUntil: 'load' })
  await expect(page.getByText('Unfortunately our systems are currently unavailable.')).toBeVisible({ timeout: 30_000 })
})

test('a page whose lazy part cannot load shows the stored system error text', async ({ page }) => {
  const [brand] = brands as [TestBrand, TestBrand]
  await page.route('**/assets/screens-*.js', (route) => route.abort())
  await enterNpi(page, brand, '1100000011')
  await expect(page.getByRole('alert')).toHaveText(/^Unfortunately our systems are currently unavailable\./)
  await inspect(page, 'cannot-load')
})
