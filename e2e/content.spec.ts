import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { PROVIDER_BASE } from '@portico/core/constants'
import { HOSTILE_HTML } from '../server/test/hostile-html.ts'
import { at, bayside, expectAccessible, harborview, startSession } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { openAs } from './support/team.ts'
import type { TestPlan } from './support/test-plan.ts'
import { clearWindow } from './support/windows.ts'
import { alert, button, expect, heading, tabTo, test } from './support/wizard.ts'

const CONTENT = '/thp/portal/internal/content'
const LOGIN = '/thp/portal/providers/login'
const HOME = '/thp/portal/providers/home'
const FAQ = '/thp/portal/providers/faq'
const CONTACT = '/thp/portal/providers/contact'
const preview = (page: Page) => page.getByRole('region', { name: 'As readers see it' })
const news = (page: Page) => page.getByRole('region', { name: 'News' })

async function openContent(page: Page, query = ''): Promise<void> {
  await page.goto(at(harborview, `${CONTENT}${query}`))
  await expect(page.locator('.skeleton')).toHaveCount(0)
}

test('staff publish a banner as previewed, a provider reads it on home, and staff remove it', async ({
  page,
  plan,
  request,
  browser,
}) => {
  const person = await registerActivePerson(request, plan)
  const title = `The office of ${person.lastName} moves`
  await startSession(page, harborview, 'internal', 'demostaff')
  await openContent(page)
  await page.getByRole('link', { name: 'New banner' }).click()
  await expect(heading(page)).toHaveText('New banner')

  await page.getByLabel('From').fill('2026-01-05T09:00')
  await page.getByLabel('Shown on').selectOption('Provider home')
  await page.getByLabel('Summary').fill(title)
  await page.getByLabel('Body (optional)').fill('<p>To <strong>Elm Street</strong>.<script>window.pwned=1</script></p>')
  await expect(preview(page).locator('strong')).toHaveText('Elm Street')
  await expect(preview(page).locator('strong')).toBeHidden()
  await page.getByLabel('Show the body right away').check()
  await expect(preview(page).locator('strong')).toBeVisible()
  await page.getByLabel('Show the body right away').uncheck()
  const shown = await preview(page).locator('.news').innerHTML()
  await button(page, 'Save').click()
  await expect(alert(page)).toHaveText('The banner is saved. Readers can see it now.')
  await expect(page.getByRole('row', { name: title })).toContainText('Showing now')

  const provider = await openAs(browser, person)
  await expect(provider).toHaveURL(new RegExp(`${HOME}$`))
  const banner = news(provider).getByRole('group').filter({ hasText: title })
  await expect(banner).toHaveCount(1)
  expect(await banner.innerHTML()).toBe(shown)
  await expect(banner.getByText('Elm Street')).toBeHidden()
  await tabTo(provider, banner.locator('summary'))
  await provider.keyboard.press('Enter')
  await expect(banner.getByText('Elm Street')).toBeVisible()
  await expectAccessible(provider)

  await page.getByRole('link', { name: title }).click()
  await expect(page.getByLabel('Summary')).toHaveValue(title)
  await button(page, 'Remove').click()
  const dialog = page.getByRole('dialog', { name: 'Remove this banner?' })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(alert(page)).toHaveText('The banner is removed.')
  await expect(page.getByRole('row', { name: title })).toHaveCount(0)
  // The HTML of the page contains its banners.
  expect(await (await provider.reload())?.text()).not.toContain(title)
  await expect(provider.getByText(title)).toHaveCount(0)
  await clearWindow(provider.context())
})

test('the contact page shows the text of its brand, and the sign-in pages show news', async ({ page }) => {
  await page.goto(at(harborview, CONTACT))
  await expect(page.getByText('Provider Services helps with registration')).toBeVisible()
  await page.goto(at(bayside, CONTACT))
  await expect(page.getByText('Our care partner team supports your practice')).toBeVisible()
  await page.goto(at(harborview, LOGIN))
  await expect(news(page)).toContainText('Provider Services is closed on Thanksgiving Day.')
  await page.goto(at(harborview, '/thp/portal/members/login'))
  await expect(news(page)).toContainText('Member Services is closed on Thanksgiving Day.')
})

/** Sorts after the texts that other journeys look for. */
const HOSTILE = 'z-hostile'

/** Only the pages of this test show these rows. */
async function storeHostileTexts(plan: TestPlan): Promise<void> {
  const common = { category_id: HOSTILE, updated_at: new Date() }
  await plan.db
    .insertInto('faq')
    .values(HOSTILE_HTML.map((text) => ({ ...common, question: text, answer: text })))
    .execute()
  await plan.db
    .insertInto('description')
    .values({ ...common, body: HOSTILE_HTML.join('') })
    .execute()
}

async function removeHostileTexts(plan: TestPlan): Promise<void> {
  for (const table of ['faq', 'description'] as const) {
    await plan.db.deleteFrom(table).where('category_id', '=', HOSTILE).execute()
  }
}

/** Tags, attributes and link targets inside sanitized content. */
const readContentHtml = (page: Page) =>
  page.locator('.written').evaluateAll((boxes) => {
    const inside = boxes.flatMap((box) => [...box.querySelectorAll('*')])
    return {
      tags: [...new Set(inside.map((element) => element.localName))],
      attributes: [...new Set(inside.flatMap((element) => element.getAttributeNames()))],
      links: [
        ...new Set(
          inside.flatMap((element) => (element instanceof HTMLAnchorElement && element.href ? [element.href] : [])),
        ),
      ],
    }
  })

/** Content calls of each page. */
const CONTENT_CALLS: Record<string, readonly string[]> = {
  [FAQ]: ['getFAQs all', 'getDesc faq'],
  [CONTACT]: ['getDesc contact'],
}

/** Renders first screens with the build's program in a separate process, as the server does. */
const RENDER = `
const { renderScreen } = await import(process.argv[1])
const rendered = {}
for (const [path, given] of Object.entries(JSON.parse(process.argv[2])))
  rendered[path] = (await renderScreen('providers', path, given)).html
process.stdout.write(JSON.stringify(rendered))`

async function renderHostile(page: Page, paths: readonly string[]): Promise<Record<string, string>> {
  const given: Record<string, unknown[]> = {}
  for (const path of paths) {
    given[path] = []
    for (const [call, categoryId] of (CONTENT_CALLS[path] ?? []).map((words) => words.split(' '))) {
      const address = `/rest/nonsec/wcm/${call}`
      const reply = await page.request.get(at(harborview, `${PROVIDER_BASE}${address}?categoryId=${HOSTILE}`))
      given[path]?.push({ path: address, query: { categoryId }, entity: (await reply.json()).entity })
    }
  }
  const program = new URL('../web/dist/server/harborview.js', import.meta.url).href
  const args = ['--input-type=module', '-e', RENDER, program, JSON.stringify(given)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

/** Replaces the first screens of pages. */
async function serveScreens(page: Page, screens: Record<string, string>): Promise<void> {
  for (const [path, html] of Object.entries(screens))
    await page.route(at(harborview, path), async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/<div id="root".*?<\/script>/s, () => html)
      expect(body).toContain(html)
      await route.fulfill({ response, body })
    })
}

test('hostile texts in the database run no script and load nothing, rendered by the server and by the browser', async ({
  page,
  plan,
}) => {
  const outside: string[] = []
  page.on('request', (sent) => {
    if (!/^(localhost|partner\.localhost)$/.test(new URL(sent.url()).hostname)) outside.push(sent.url())
  })
  // Pages get this test's rows instead of their own.
  await page.route('**/rest/nonsec/wcm/*', (route) => {
    const address = new URL(route.request().url())
    address.searchParams.set('categoryId', HOSTILE)
    return route.continue({ url: address.href })
  })
  const expectHarmless = async () => {
    const { tags, attributes, links } = await readContentHtml(page)
    for (const tag of tags) expect(['p', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'br', 'h3']).toContain(tag)
    for (const attribute of attributes) expect(attribute).toBe('href')
    for (const address of links) expect(address).toBe('https://ok.example/')
    expect(await page.evaluate(() => (window as { pwned?: unknown }).pwned)).toBeUndefined()
  }
  // Removes rows of an earlier, interrupted run.
  await removeHostileTexts(plan)
  await storeHostileTexts(plan)
  await serveScreens(page, await renderHostile(page, [FAQ, CONTACT]))
  // Any query string skips the first screen.
  for (const query of ['', '?drawn']) {
    await page.goto(at(harborview, `${FAQ}${query}`))
    await expect(page.locator('details')).toHaveCount(HOSTILE_HTML.length)
    await page.locator('summary').evaluateAll((questions) => {
      for (const question of questions) if (question instanceof HTMLElement) question.click()
    })
    await expect(page.locator('details[open]')).toHaveCount(HOSTILE_HTML.length)
    await expectHarmless()
    await page.goto(at(harborview, `${CONTACT}${query}`))
    await expect(page.locator('.written')).toHaveCount(1)
    await expectHarmless()
  }
  await removeHostileTexts(plan)
  expect(outside).toEqual([])
})
