import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { PROVIDER_BASE } from '@portico/core/constants'
import { HOSTILE_HTML } from '../server/test/hostile-html.ts'
import { at, bayside, expectAccessible, harborview, inspectEveryBrand, signIn, startSession } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { openAs } from './support/team.ts'
import type { TestPlan } from './support/test-plan.ts'
import { clearWindow } from './support/windows.ts'
import { alert, button, expect, heading, summary, tabTo, test } from './support/wizard.ts'

const CONTENT = '/thp/portal/internal/content'
const LOGIN = '/thp/portal/providers/login'
const HOME = '/thp/portal/providers/home'
const FAQ = '/thp/portal/providers/faq'
const CONTACT = '/thp/portal/providers/contact'
const LONG_MS = 180_000

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
  test.setTimeout(LONG_MS)
  const person = await registerActivePerson(request, plan)
  const title = `The office of ${person.lastName} moves`
  await startSession(page, harborview, 'internal', 'demostaff')
  await openContent(page)
  await page.getByRole('link', { name: 'New banner' }).click()
  await expect(heading(page)).toHaveText('New banner')

  await page.getByLabel('Shown on').selectOption('Provider sign-in page')
  await page.getByLabel('From').fill('')
  await button(page, 'Save').click()
  await expect(summary(page)).toBeFocused()
  await expect(page).toHaveTitle(/^Error: New banner/)
  await expect(page.getByLabel('Summary')).toHaveAccessibleDescription(/Please write a summary\./)
  await expect(page.getByLabel('For', { exact: true })).toHaveAccessibleDescription(/Please choose Everyone\./)
  await page.getByRole('link', { name: 'Please enter when it starts.' }).click()
  await expect(page.getByLabel('From')).toBeFocused()

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
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page, 'Remove')).toBeFocused()
  await button(page, 'Remove').click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(alert(page)).toHaveText('The banner is removed.')
  await expect(page.getByRole('row', { name: title })).toHaveCount(0)
  await provider.reload()
  await expect(heading(provider)).toBeVisible()
  await provider.waitForLoadState('networkidle')
  await expect(provider.getByText(title)).toHaveCount(0)
  await clearWindow(provider.context())
})

test('an editor whose entry was changed by a colleague keeps the text and can open the new version', async ({
  page,
  context,
  plan,
}) => {
  const [row] = await plan.db
    .insertInto('faq')
    .values({
      category_id: 'portal',
      question: 'Which of us was first?',
      answer: '<p>Neither.</p>',
      updated_at: new Date(),
    })
    .returning('id')
    .execute()
  await startSession(page, harborview, 'internal', 'demostaff')
  await openContent(page, `?faq=${row?.id}`)
  const other = await context.newPage()
  await openContent(other, `?faq=${row?.id}`)
  await other.getByLabel('Answer').fill('The other one.')
  await button(other, 'Save').click()
  await expect(alert(other)).toContainText('The question is saved.')

  await page.getByLabel('Answer').fill('Me.')
  await button(page, 'Save').click()
  await expect(alert(page)).toContainText('Someone else saved a change first, so your change was not saved.')
  await expect(page.getByLabel('Answer')).toHaveValue('Me.')
  await button(page, 'open the current version').click()
  await expect(page.getByLabel('Answer')).toHaveValue('<p>The other one.</p>')
  await page.getByLabel('Answer').fill('The other one, then me.')
  await button(page, 'Save').click()
  await expect(alert(page)).toContainText('The question is saved.')
  await plan.db
    .deleteFrom('faq')
    .where('id', '=', row?.id ?? '')
    .execute()
})

test('FAQ search finds words of questions and answers', async ({ page }) => {
  await page.goto(at(harborview, FAQ))
  const search = page.getByLabel('Search the questions')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Registering')
  await search.fill('30 MINUTES password')
  await expect(page.getByRole('status')).toHaveText('1 question matches.')
  const found = page.locator('details')
  await expect(found).toHaveCount(1)
  await page.reload()
  await expect(search).toHaveValue('30 MINUTES password')
  await expect(found).toHaveCount(1)
  await tabTo(page, found.locator('summary'))
  await page.keyboard.press('Enter')
  await expect(found.getByText('two of your three security questions')).toBeVisible()
  await search.fill('no such words anywhere')
  await expect(page.getByRole('status')).toHaveText('No questions match. Try fewer or different words.')
  await expect(found).toHaveCount(0)
  await search.fill('')
  await expect(found).not.toHaveCount(0)
})

test('help pages make no secure calls for visitors and show the account header to signed-in users', async ({
  page,
}) => {
  const secure: string[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('/rest/sec/')) secure.push(sent.url())
  })
  const account = page.getByRole('button', { name: 'Sandra Ashgrove' })
  for (const path of [LOGIN, FAQ, CONTACT]) {
    await page.goto(at(harborview, path))
    await expect(heading(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  expect(secure).toEqual([])

  await signIn(page, harborview, 'providers', 'demosaa')
  await expect(account).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(heading(page)).toHaveText('Frequently asked questions')
  await expect(account).toBeVisible()
  await page.goto(at(harborview, CONTACT))
  await expect(account).toBeVisible()
  await page.context().clearCookies()
  await page.goto(at(harborview, FAQ))
  await expect(page.getByRole('navigation', { name: 'Help' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${FAQ}$`))
  secure.length = 0
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Help' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(secure).toEqual([])
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

test('content lists are paged, keep their page in the URL, and search the whole text', async ({ page, plan }) => {
  const rows = Array.from({ length: 27 }, (_, index) => ({
    category_id: 'z-many',
    question: `Which shelf is number ${index}?`,
    answer: index === 26 ? '<p>Beside the gramophone.</p>' : '<p>That one.</p>',
    position: index,
    updated_at: new Date(),
  }))
  const removeThem = () => plan.db.deleteFrom('faq').where('category_id', '=', 'z-many').execute()
  await removeThem()
  await plan.db.insertInto('faq').values(rows).execute()
  await startSession(page, harborview, 'internal', 'demostaff')
  await openContent(page)
  const search = page.getByLabel('Search the text')
  const questions = page.getByRole('region', { name: 'List of questions' }).getByRole('link')
  await search.fill('shelf')
  await expect(questions.first()).toHaveText('Which shelf is number 0?')
  await expect(questions).toHaveCount(25)
  await page.getByRole('navigation', { name: 'Pages of questions' }).getByRole('button', { name: 'Next' }).click()
  await expect(questions).toHaveText(['Which shelf is number 25?', 'Which shelf is number 26?'])
  await questions.first().click()
  await expect(heading(page)).toHaveText('Edit the question')
  await page.goBack()
  await expect(questions).toHaveText(['Which shelf is number 25?', 'Which shelf is number 26?'])
  await search.fill('gramophone')
  await expect(questions).toHaveText(['Which shelf is number 26?'])
  await search.fill('gramophone and no such word')
  await expect(page.getByText('Nothing matches these words.')).toHaveCount(3)
  await removeThem()
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

/** Maximum number of banners on a page. */
const BANNERS_AT_ONCE = 20

async function storeHostileBanners(plan: TestPlan, texts: readonly string[]): Promise<string[]> {
  await plan.db.deleteFrom('banner').where('category_id', '=', HOSTILE).execute()
  const banners = await plan.db
    .insertInto('banner')
    .values(
      texts.map((text) => ({
        category_id: HOSTILE,
        updated_at: new Date(),
        summary: text,
        body: text,
        display_body: true,
        audience: 'PUBLIC' as const,
        starts_at: new Date(0),
      })),
    )
    .returning('id')
    .execute()
  return banners.map((banner) => banner.id)
}

async function removeHostileTexts(plan: TestPlan): Promise<void> {
  for (const table of ['banner', 'faq', 'description'] as const) {
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
  [LOGIN]: ['getBanners login'],
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

test('hostile texts in the database run no script and load nothing on any page', async ({ page, plan }) => {
  test.setTimeout(LONG_MS)
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
    await page.waitForLoadState('networkidle')
    const { tags, attributes, links } = await readContentHtml(page)
    for (const tag of tags) expect(['p', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'br', 'h3']).toContain(tag)
    for (const attribute of attributes) expect(attribute).toBe('href')
    for (const address of links) expect(address).toBe('https://ok.example/')
    expect(await page.evaluate(() => (window as { pwned?: unknown }).pwned)).toBeUndefined()
  }
  // Removes rows of an earlier, interrupted run.
  await removeHostileTexts(plan)
  await storeHostileTexts(plan)
  // First rendered by the server, then by the browser (any query string skips the first screen).
  const queries = ['', '?drawn']
  await serveScreens(page, await renderHostile(page, [FAQ, CONTACT]))
  for (const query of queries) {
    await page.goto(at(harborview, `${FAQ}${query}`))
    await expect(page.locator('html[data-works]')).toHaveCount(1)
    await expect(page.locator('details')).toHaveCount(HOSTILE_HTML.length)
    await page.locator('summary').evaluateAll((questions) => {
      for (const question of questions) if (question instanceof HTMLElement) question.click()
    })
    await expect(page.locator('details[open]')).toHaveCount(HOSTILE_HTML.length)
    await expectHarmless()
    await page.goto(at(harborview, `${CONTACT}${query}`))
    await expect(page.locator('html[data-works]')).toHaveCount(1)
    await expect(page.locator('.written')).toHaveCount(1)
    await expectHarmless()
  }

  for (let first = 0; first < HOSTILE_HTML.length; first += BANNERS_AT_ONCE) {
    const texts = HOSTILE_HTML.slice(first, first + BANNERS_AT_ONCE)
    const [newest] = await storeHostileBanners(plan, texts)
    await serveScreens(page, await renderHostile(page, [LOGIN]))
    for (const query of queries) {
      const reply = await page.goto(at(harborview, `${LOGIN}${query}`))
      expect(reply?.headers()['content-security-policy']).toMatch(/script-src 'self'( 'sha256-[\w+/=]{44}')?;/)
      await expect(page.locator('html[data-works]')).toHaveCount(1)
      await expect(page.locator('.news')).toHaveCount(texts.length)
      await expect(news(page)).toContainText(texts[0] ?? '')
      await expectHarmless()
    }
    await page.unroute(at(harborview, LOGIN))

    await startSession(page, harborview, 'internal', 'demostaff')
    await openContent(page)
    await expect(page.getByRole('link', { name: texts[0] ?? '', exact: true }).first()).toBeVisible()
    await openContent(page, `?banner=${newest}`)
    await expect(page.getByLabel('Body (optional)')).toHaveValue(texts[0] ?? '')
    await expect(preview(page).locator('.news')).toBeVisible()
    await expectHarmless()
    await page.context().clearCookies()
  }
  await removeHostileTexts(plan)
  expect(outside).toEqual([])
})

test('the content pages have no accessibility faults in any brand', async ({ page }) => {
  test.setTimeout(LONG_MS)
  const picture = (name: string) => inspectEveryBrand(page, `content-${name}`)
  await startSession(page, harborview, 'internal', 'demostaff')
  await page.goto(at(harborview, CONTENT))
  await expect(page.getByRole('link', { name: 'What do I need to register?' })).toBeVisible()
  await picture('lists')
  await page.getByRole('link', { name: 'What do I need to register?' }).click()
  await expect(preview(page).getByText('the practice’s tax ID')).toBeVisible()
  await picture('question')
  await page.goto(at(harborview, `${CONTENT}?banner=new`))
  await button(page, 'Save').click()
  await expect(summary(page)).toBeFocused()
  await picture('banner-errors')
})
