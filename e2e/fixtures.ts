import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, test as base, type ConsoleMessage, expect, type Page, type WebError } from '@playwright/test'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import type { RunOptions } from 'axe-core'
import { type Authenticator, addAuthenticator } from './support/authenticator.ts'
import { checksEveryLook } from './support/every-look.ts'
import { describeLooks, LOOK_RULES, WITHOUT_LOOK_RULES } from './support/looks.ts'
import { findMarkupFaults } from './support/markup.ts'
import { connectTestDatabase, describePlan, type TestPlan } from './support/test-plan.ts'
import { THROTTLE } from './support/throttle.ts'
import { clearWindows } from './support/windows.ts'

/** The minified file is half as long, and every inspected page loads it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Shared by all journeys: brands, widths, accessibility checks, screenshots, sign-in. */

export type TestBrand = { id: 'harborview' | 'bayside'; host: string; name: string }
export const harborview: TestBrand = { id: 'harborview', host: 'localhost', name: 'Harborview Health Plan' }
export const bayside: TestBrand = { id: 'bayside', host: 'partner.localhost', name: 'Bayside Care Partners' }
export const brands = [harborview, bayside]

export const desktop = { name: 'desktop', width: 1280, height: 900 }
export const phone = { name: 'phone', width: 390, height: 844 }
/** A desktop at 200% zoom. */
const zoomed = { name: undefined, width: 640, height: 450 }
/** Also a desktop at 400% zoom. */
const narrowest = { name: undefined, width: 320, height: 640 }

export const REGISTRATION = '/thp/portal/providers/registration'

/** URL of a path in a brand, at the port of the test server. */
export function at(brand: TestBrand, path: string): string {
  return `http://${brand.host}:${process.env.PORTICO_E2E_PORT}${path}`
}

const WAITS_FOR_HYDRATION = Symbol('waits for hydration')

/**
 * Makes `goto` and `reload` wait for hydration in every window, because keyboard shortcuts need it. A call with
 * `waitUntil` chooses its own condition.
 */
function waitForHydration(pages: Page & { [WAITS_FOR_HYDRATION]?: true }): void {
  if (pages[WAITS_FOR_HYDRATION]) return
  const { goto, reload } = pages
  const waitUntilHydrated = (page: Page) =>
    page.waitForFunction(() => !document.getElementById('root') || 'works' in document.documentElement.dataset)
  Object.assign(pages, {
    [WAITS_FOR_HYDRATION]: true,
    async goto(this: Page, ...args: Parameters<Page['goto']>) {
      const reply = await goto.apply(this, args)
      if (!args[1]?.waitUntil) await waitUntilHydrated(this)
      return reply
    },
    async reload(this: Page, ...args: Parameters<Page['reload']>) {
      const reply = await reload.apply(this, args)
      if (!args[0]?.waitUntil) await waitUntilHydrated(this)
      return reply
    },
  })
}

/**
 * A script error or a content security policy violation on any page fails the test. All journeys use the same fixtures,
 * because other fixtures would need another worker and browser.
 */
export const test = base.extend<{ watched: undefined; authenticator: Authenticator }, { plan: TestPlan }>({
  // The window outlives the journey; the next journey must not find this device.
  authenticator: async ({ page }, use) => {
    const device = await addAuthenticator(page)
    await use(device)
    await device.remove()
  },
  // Data behind the screens: the journey's own providers, the quiz key, sent mail.
  plan: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures asked for
    async ({}, use) => {
      const { db, close } = await connectTestDatabase()
      await use(describePlan(db))
      await close()
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, use) => {
    waitForHydration(Object.getPrototypeOf(page))
    await throttle(page)
    await use(page)
  },
  watched: [
    async ({ browser, context }, use) => {
      const violations: string[] = []
      const onError = (error: WebError) => violations.push(String(error.error()))
      const onConsole = (message: ConsoleMessage) => {
        if (/Content Security Policy/i.test(message.text())) violations.push(message.text())
      }
      context.on('weberror', onError).on('console', onConsole)
      await use(undefined)
      context.off('weberror', onError).off('console', onConsole)
      if (hasFailed() || violations.length > 0) await saveScreenshots(browser)
      await clearWindows(browser, context)
      expect(violations, 'script errors and stopped content').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Pages of a window share a process, so this slows all of them while the page is open. */
async function throttle(page: Page): Promise<void> {
  if (THROTTLE === 1) return
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
}

function hasFailed(): boolean {
  const { status, expectedStatus } = test.info()
  return status !== expectedStatus
}

/** Saves screenshots of all windows next to the error, where Playwright would put them. */
async function saveScreenshots(browser: Browser): Promise<void> {
  const journey = test.info()
  const pages = browser.contexts().flatMap((window) => window.pages())
  for (const [index, page] of pages.entries()) {
    const path = journey.outputPath(`test-failed-${index + 1}.png`)
    const screenshot = await page.screenshot({ timeout: 5000, path, caret: 'initial' }).catch(() => undefined)
    if (screenshot) journey.attachments.push({ name: 'screenshot', path, contentType: 'image/png' })
  }
}

/**
 * Expects no axe violations on the page or its open dialog. Skips structures and text styles that this run has already
 * checked.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A lazy page shows a skeleton until its heading appears.
  await page.locator('h1').first().waitFor()
  const { structure, dress } = await page.evaluate(describeStructure)
  const { looks, unsure } = await page.evaluate(describeLooks)
  const whole = markerFile(structure)
  const asDressed = unsure ? [markerFile(`${dress} ${structure}`)] : []
  const newLooks = looks.filter((look) => !existsSync(markerFile(look)))
  if (!existsSync(whole)) {
    expect(await page.evaluate(findMarkupFaults), 'faults of the markup').toEqual([])
    await saveMarkup(page, structure)
    expect(await runAxe(page, { rules: WITHOUT_LOOK_RULES })).toEqual([])
  }
  const isNewDress = !asDressed.every((mark) => existsSync(mark))
  if (isNewDress) expect(await runAxe(page, { runOnly: LOOK_RULES })).toEqual([])
  else if (newLooks.length > 0) expect(await runAxe(page, { runOnly: LOOK_RULES }, newLooks)).toEqual([])
  for (const mark of [whole, ...asDressed, ...newLooks.map(markerFile)]) writeFileSync(mark, '')
}

/** Checks the whole page, or only elements with the given looks. */
async function runAxe(page: Page, options: RunOptions, looks?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return await page.evaluate(
    async ({ options, looks }) => {
      const { axe, repeatedRows, looksOf } = window as unknown as {
        axe: typeof import('axe-core')
        repeatedRows: HTMLElement[]
        looksOf: Map<string, Element>
      }
      const shown = repeatedRows.map((row) => row.style.display)
      for (const row of repeatedRows) row.style.display = 'none'
      // axe compares a link with the text around it. If an element was replaced meanwhile, check the whole page.
      const found = looks?.flatMap((look) => looksOf.get(look) ?? []).map((element) => element.closest('a') ?? element)
      const include = found?.every((element) => element.isConnected) ? found : [document.documentElement]
      // The portal's only frame shows a PDF in the browser's viewer. `preload` would fetch style sheets for a rule that
      // is off.
      const { violations } = await axe.run(
        { include },
        { iframes: false, preload: false, selectors: false, resultTypes: ['violations'], ...options },
      )
      for (const [index, row] of repeatedRows.entries()) {
        row.style.display = shown[index] ?? ''
        if (row.getAttribute('style') === '') row.removeAttribute('style')
      }
      return violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.html).join(' | ')}`)
    },
    { options, looks },
  )
}

/**
 * With PORTICO_MARKUP, saves the page for the Nu checker (`bench/markup.ts`): one file per structure, whatever the
 * width.
 */
async function saveMarkup(page: Page, structure: string): Promise<void> {
  const folder = process.env.PORTICO_MARKUP
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const name = new URL(page.url()).pathname.replaceAll('/', '.').slice(1)
  const mark = createHash('sha256')
    .update(structure.replaceAll(/\((hidden|away)\) /g, ''))
    .digest('hex')
  const file = join(folder, `${name}-${mark.slice(0, 16)}.html`)
  if (existsSync(file)) return
  const markup = await page.evaluate(() => {
    const copy = document.implementation.createHTMLDocument()
    copy.replaceChild(copy.importNode(document.documentElement, true), copy.documentElement)
    // The Captcha's markup is third-party.
    for (const captcha of copy.querySelectorAll('altcha-widget')) captcha.replaceChildren()
    return copy.documentElement.outerHTML
  })
  writeFileSync(file, `<!doctype html>\n${markup}\n`)
}

/** Marker file for a structure or look without violations. Journeys often pass the same screens. */
function markerFile(description: string): string {
  const folder = join(process.env.PORTICO_E2E_DATA_DIR ?? tmpdir(), 'found-clean')
  mkdirSync(folder, { recursive: true })
  return join(folder, createHash('sha256').update(description).digest('hex'))
}

/**
 * Describes everything that structural axe rules depend on: elements, attributes, state, visibility, presence of text.
 * Ids and names are numbered in order, so that references stay; texts, values and URLs are left out. Of equal list rows
 * it keeps two and puts the others into `window.repeatedRows`. `dress` is the brand and width.
 */
function describeStructure(): { structure: string; dress: string } {
  const root = document.documentElement
  const plain = new Set(['href', 'src', 'value', 'd', 'content', 'nonce', 'alt', 'title', 'datetime', 'action'])
  const naming = /^(id|for|name|aria-(labelledby|describedby|controls|owns|activedescendant|errormessage|details))$/
  const repeated = new Set<Element>()
  const describe = (top: Element): string => {
    const numbers = new Map<string, number>()
    const numbered = (names: string) =>
      names
        .split(/\s+/)
        .map((name) => numbers.get(name) ?? numbers.set(name, numbers.size).get(name))
        .join(' ')
    const attribute = ({ name, value }: Attr) => {
      if (naming.test(name)) return `${name}=${numbered(value)}`
      if (plain.has(name) || name === 'aria-label') return `${name}=${value.trim() === '' ? '' : '…'}`
      return name === 'data-brand' ? '' : `${name}=${value}`
    }
    const parts: string[] = []
    const seen = (element: Element) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return ['(hidden)']
      const { width, height, right, bottom } = element.getBoundingClientRect()
      return width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0 ? [] : ['(away)']
    }
    const walk = (element: Element) => {
      if (element.tagName === 'SCRIPT' || element.tagName === 'STYLE' || repeated.has(element)) return
      parts.push('<', element.tagName, ...seen(element), ...[...element.attributes].map(attribute))
      if (element instanceof HTMLInputElement && element.checked) parts.push('checked')
      for (const child of element.childNodes) {
        if (child instanceof Element) walk(child)
        else if (child.nodeType === Node.TEXT_NODE && child.textContent?.trim()) parts.push('text')
      }
      parts.push('>')
    }
    walk(top)
    return parts.join(' ')
  }
  for (const list of document.querySelectorAll('tbody, ul, ol')) {
    const seen = new Map<string, number>()
    for (const row of list.children) {
      const shape = describe(row)
      seen.set(shape, (seen.get(shape) ?? 0) + 1)
      if ((seen.get(shape) ?? 0) > 2) repeated.add(row)
    }
  }
  Object.assign(window, { repeatedRows: [...repeated] })
  return { structure: describe(root), dress: `${root.dataset.brand} ${innerWidth}` }
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(tooWide, 'pixels the page is wider than the window').toBeLessThanOrEqual(0)
}

/** Saves a screenshot for people with PORTICO_SCREENS=1. Nothing is compared. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env.PORTICO_SCREENS) return
  mkdirSync('.cache/screens', { recursive: true })
  const dialogOpen = (await page.locator('dialog[open]').count()) > 0
  await page.screenshot({ path: `.cache/screens/${name}.png`, fullPage: !dialogOpen, animations: 'disabled' })
}

/** Runs all three checks on a screen that no longer changes. */
export async function inspect(page: Page, name: string): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await takeScreenshot(page, name)
}

/** Checks a screen in one brand, and leaves the page at desktop width. */
export async function inspectEveryWidth(page: Page, brand: TestBrand, name: string): Promise<void> {
  if (checksEveryLook) await inspectBrands(page, [brand], name)
  else await inspectOnce(page, name)
}

/**
 * Checks a screen, in the long form in every brand. A brand's styles depend on one attribute of the page
 * (`web/brand-pages.ts`), so the journey reaches the screen only once.
 */
export async function inspectEveryBrand(page: Page, name: string): Promise<void> {
  if (!checksEveryLook) return await inspectOnce(page, name)
  await inspectBrands(page, brands, name)
  await applyBrands(page, [harborview])
}

async function inspectOnce(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    await resize(page, desktop)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await resize(page, narrowest)
    await expectNoSidewaysScroll(page)
    await resize(page, desktop)
  })
}

async function inspectBrands(page: Page, brandList: TestBrand[], name: string): Promise<void> {
  await test.step(name, async () => {
    for (const { name: size, ...viewport } of [desktop, phone, zoomed, narrowest]) {
      await resize(page, viewport)
      await expectNoSidewaysScrollInBrands(page, brandList)
      // The last brand is already set.
      for (const [index, brand] of size ? brandList.toReversed().entries() : []) {
        if (index > 0) await applyBrands(page, [brand])
        await expectAccessible(page)
        await takeScreenshot(page, `${name}-${brand.id}-${size}`)
      }
    }
    await resize(page, desktop)
  })
}

async function resize(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  const now = page.viewportSize()
  if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height })
}

async function expectNoSidewaysScrollInBrands(page: Page, brandList: TestBrand[]): Promise<void> {
  if (brandList.length === 1) return await expectNoSidewaysScroll(page)
  for (const [brand, tooWide] of Object.entries(await applyBrands(page, brandList)))
    expect(tooWide, `${brand}: pixels the page is wider than the window`).toBeLessThanOrEqual(0)
}

/** Sets one brand after the other and returns by how many pixels the page is too wide. The last brand stays. */
async function applyBrands(page: Page, brandList: TestBrand[]): Promise<Record<string, number>> {
  return await page.evaluate(
    async (brands) => {
      const tooWide: Record<string, number> = {}
      for (const brand of brands) {
        document.documentElement.dataset.brand = brand
        // Layout requests the brand's font.
        document.documentElement.getBoundingClientRect()
        await document.fonts.ready
        tooWide[brand] = document.documentElement.scrollWidth - window.innerWidth
      }
      return tooWide
    },
    brandList.map(({ id }) => id),
  )
}

/** Enters an NPI on the first screen, without an earlier registration. */
export async function enterNpi(page: Page, brand: TestBrand, npi: string, query = ''): Promise<void> {
  await page.context().clearCookies({ name: 'portico_reg' })
  await page.goto(at(brand, `${REGISTRATION}${query}`))
  await page.getByLabel('National Provider Identifier (NPI)').fill(npi)
  await page.getByRole('button', { name: 'CONTINUE WITH REGISTRATION' }).click()
}

/** Password of all demo accounts. */
export const DEMO_PASSWORD = 'Harborview1'

/** User name of a demo account, or credentials of the journey's own user. */
type User = string | { userName: string; password: string }

/** Signs in on the login page and waits until it is left. For journeys about signing in. */
export async function signInByPage(page: Page, brand: TestBrand, area: string, user: User): Promise<void> {
  const { userName, password } = toCredentials(user)
  await page.goto(at(brand, `/thp/portal/${area}/login`))
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => !address.pathname.endsWith('/login'))
}

/** Signs in without the login page and opens the resulting page. */
export async function signIn(page: Page, brand: TestBrand, area: string, user: User): Promise<void> {
  await page.goto(await startSession(page, brand, area, user))
}

/** Signs in as a provider user. */
export async function signInAs(page: Page, person: User, brand: TestBrand = harborview): Promise<void> {
  await signIn(page, brand, 'providers', person)
}

/**
 * Signs in with the form's request instead of a page, which saves two page loads. Returns the URL that the sign-on
 * redirects to.
 */
export async function startSession(page: Page, brand: TestBrand, area: string, user: User): Promise<string> {
  const { userName, password } = toCredentials(user)
  const fields = { USER: userName, PASSWORD: password, TARGET: `/thp/portal/${area}/home` }
  const { location = '', 'set-cookie': cookies = [] } = await postSignOn(brand, new URLSearchParams(fields).toString())
  expect(location, `sign-on of ${userName}`).toMatch(/^\/thp\/portal\/(?!.*\/login)/)
  const { origin } = new URL(at(brand, '/'))
  await page.context().addCookies(
    cookies.map((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      return { name, value, url: origin, httpOnly: /; HttpOnly/i.test(line), sameSite: 'Lax' as const }
    }),
  )
  return origin + location
}

const toCredentials = (user: User) => (typeof user === 'string' ? { userName: user, password: DEMO_PASSWORD } : user)

/**
 * Only a browser resolves brand hosts below localhost. This request connects to the loopback address and sets the Host
 * header.
 */
function postSignOn(brand: TestBrand, body: string): Promise<IncomingHttpHeaders> {
  const { origin, host, port } = new URL(at(brand, SIGN_ON_PATH))
  const headers = { host, origin, 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: SIGN_ON_PATH, method: 'POST', headers }, (reply) => {
      reply.resume()
      resolve(reply.headers)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
