import * as calls from '@portico/core/content/calls'
import { BANNER_BODY_MAX, CONTENT_TEXTS } from '@portico/core/content/forms'
import type { Banner, ContentEntry, ContentList, FaqEntity, Saved } from '@portico/core/content/shapes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { HOSTILE_HTML } from '../../test/hostile-html.ts'
import { DEMO_PASSWORD } from '../demo/seed/demo-access.ts'
import { cleanHtml, writtenHtml } from './domain/sanitize.ts'

let app: TestApp
let staff: TestBrowser
beforeAll(async () => {
  app = await buildTestApp()
  staff = app.openBrowser({ address: '203.0.113.78' })
  await staff.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
})
afterAll(() => app.close())

const DANGER = /<(?!\/?(?:p|strong|em|ul|ol|li|a|br|h3)\b)|\son\w+\s*=|javascript:|vbscript:|data:|style=|href="\/\//i

const banner = (change: Record<string, unknown> = {}) => ({
  id: '',
  version: 0,
  brand: '',
  categoryId: 'test',
  summary: 'Office hours change',
  body: '<p>From <strong>Monday</strong>.</p>',
  displayBody: true,
  audience: 'PUBLIC',
  startsAt: app.clock.now().toISOString(),
  endsAt: '',
  ...change,
})

const readBanners = async (browser: TestBrowser, categoryId = 'test') =>
  (await browser.getCall<Banner[]>(calls.getBanners.path, { categoryId })).entity

test('the sanitizer neutralizes all fifty hostile texts', () => {
  expect(new Set(HOSTILE_HTML).size).toBe(50)
  for (const html of HOSTILE_HTML) expect(cleanHtml(html), html).not.toMatch(DANGER)
})

test('the sanitizer keeps allowed markup', () => {
  const html = '<p>See <a href="https://plan.example/x">here</a>, <em>please</em>.</p><ul><li>one</li></ul><br />'
  expect(cleanHtml(html)).toContain('<a href="https://plan.example/x"')
  expect(cleanHtml('<p>See <a href="/thp/portal/providers/faq">the questions</a></p>')).toContain('href="/thp/portal')
})

test('sanitizes hostile HTML on write, and on read if a row was changed directly', async () => {
  for (const [index, html] of HOSTILE_HTML.entries()) {
    const categoryId = `hostile-${index}`
    await staff.postCall(calls.saveBanner.path, banner({ categoryId, body: html }))
    const stored = await app.db
      .selectFrom('banner')
      .select('body')
      .where('category_id', '=', categoryId)
      .executeTakeFirst()
    expect(stored?.body, html).not.toMatch(DANGER)
    await app.db.updateTable('banner').set({ body: html }).where('category_id', '=', categoryId).execute()
    expect((await readBanners(app.openBrowser(), categoryId))[0]?.body, html).not.toMatch(DANGER)
  }
})

test('shows a banner only for its brand, audience and time', async () => {
  const now = app.clock.now().getTime()
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
  const place = { categoryId: 'places' }
  await staff.postCall(calls.saveBanner.path, banner({ ...place, summary: 'all' }))
  await staff.postCall(calls.saveBanner.path, banner({ ...place, summary: 'bayside', brand: 'bayside' }))
  await staff.postCall(calls.saveBanner.path, banner({ ...place, summary: 'providers', audience: 'PROVIDER' }))
  await staff.postCall(calls.saveBanner.path, banner({ ...place, summary: 'later', startsAt: at(2) }))
  await staff.postCall(calls.saveBanner.path, banner({ ...place, summary: 'over', startsAt: at(-3), endsAt: at(-1) }))
  const summaries = async (browser: TestBrowser) =>
    (await readBanners(browser, 'places')).map((entry) => entry.summary).sort()
  expect(await summaries(app.openBrowser())).toEqual(['all'])
  expect(await summaries(app.openBrowser({ host: 'partner.localhost' }))).toEqual(['all', 'bayside'])
  const provider = app.openBrowser()
  await provider.signIn('demosaa', DEMO_PASSWORD)
  expect(await summaries(provider)).toEqual(['all', 'providers'])
})

test('rejects a save based on an outdated version and keeps the first editor’s text', async () => {
  const first = await staff.postCall<Saved>(calls.saveBanner.path, banner({ categoryId: 'two' }))
  const opened = { id: first.entity.id, version: first.entity.version, categoryId: 'two' }
  const saved = await staff.postCall<Saved>(calls.saveBanner.path, banner({ ...opened, summary: 'mine' }))
  expect(saved.entity.version).toBe(first.entity.version + 1)
  const late = await staff.postCall(calls.saveBanner.path, banner({ ...opened, summary: 'theirs' }))
  expect(late).toMatchObject({ status: 407, entity: { message: CONTENT_TEXTS.changed } })
  expect((await readBanners(app.openBrowser(), 'two'))[0]?.summary).toBe('mine')
})

test('lists omit the long texts, and an opened entry includes its text', async () => {
  const saved = await staff.postCall<Saved>(calls.saveBanner.path, banner({ categoryId: 'opened' }))
  const list = await staff.getCall<ContentList>(calls.listContent.path)
  const row = list.entity.banners.rows.find((entry) => entry.id === saved.entity.id)
  expect(row).toMatchObject({ summary: 'Office hours change', version: 1 })
  expect(row).not.toHaveProperty('body')
  const opened = await staff.getCall<ContentEntry>(calls.openContent.path, { kind: 'banner', id: saved.entity.id })
  expect(opened.entity).toEqual({ banner: { ...row, body: '<p>From <strong>Monday</strong>.</p>' } })
  const gone = await staff.getCall(calls.openContent.path, { kind: 'faq', id: '999999999' })
  expect(gone).toMatchObject({ status: 404, entity: { message: CONTENT_TEXTS.gone } })
})

test('converts text without markup to paragraphs', () => {
  expect(writtenHtml('We are closed.\nSorry.\n\nCall <5 times & wait.')).toBe(
    '<p>We are closed.<br />Sorry.</p><p>Call &lt;5 times &amp; wait.</p>',
  )
  expect(writtenHtml('<p>As it is</p>')).toBe('<p>As it is</p>')
  expect(writtenHtml('')).toBe('')
})

test('rejects invalid content with a message', async () => {
  const bad: [Record<string, unknown>, string][] = [
    [{ summary: '  ' }, CONTENT_TEXTS.summary],
    [{ categoryId: '' }, CONTENT_TEXTS.category],
    [{ startsAt: 'soon' }, CONTENT_TEXTS.start],
    [{ endsAt: '2001-01-01T00:00:00.000Z' }, CONTENT_TEXTS.end],
    [{ endsAt: 'never' }, CONTENT_TEXTS.end],
    [{ body: '<'.repeat(BANNER_BODY_MAX) }, CONTENT_TEXTS.long(BANNER_BODY_MAX)],
    [{ categoryId: 'login', audience: 'PROVIDER' }, CONTENT_TEXTS.audience],
    [{ categoryId: 'home', audience: 'MEMBER' }, CONTENT_TEXTS.otherAudience],
  ]
  for (const [change, sentence] of bad) {
    const reply = await staff.postCall(calls.saveBanner.path, banner(change))
    expect(reply).toMatchObject({ status: 400, entity: { message: sentence } })
  }
})

test('rejects an unknown brand as malformed and names the field', async () => {
  const reply = await staff.postCall(calls.saveBanner.path, banner({ brand: 'canary' }))
  expect(reply).toMatchObject({ http: 400, metadata: { field: 'brand' } })
  expect(JSON.stringify(reply)).not.toContain('canary')
})

test('returns questions by category in order, and descriptions by brand', async () => {
  const faq = { id: '', version: 0, brand: '', categoryId: 'orders', answer: '<p>Yes.</p>' }
  await staff.postCall(calls.saveFaq.path, { ...faq, question: 'Second?', position: 2 })
  await staff.postCall(calls.saveFaq.path, { ...faq, question: 'First?', position: 1 })
  const faqs = await app.openBrowser().getCall<FaqEntity[]>(calls.getFAQs.path, { categoryId: 'orders' })
  expect(faqs.entity.map((entry) => entry.question)).toEqual(['First?', 'Second?'])

  const text = { id: '', version: 0, categoryId: 'hours' }
  await staff.postCall(calls.saveDescription.path, { ...text, brand: '', body: '<p>Nine to five</p>' })
  await staff.postCall(calls.saveDescription.path, { ...text, brand: 'bayside', body: '<p>Eight to six</p>' })
  const again = await staff.postCall(calls.saveDescription.path, { ...text, brand: '', body: '<p>Never</p>' })
  expect(again).toMatchObject({ status: 407, entity: { message: CONTENT_TEXTS.exists } })
  const { descriptions } = (await staff.getCall<ContentList>(calls.listContent.path)).entity
  const bayside = descriptions.rows.find((entry) => entry.categoryId === 'hours' && entry.brand === 'bayside')
  const moved = await staff.postCall(calls.saveDescription.path, { ...bayside, brand: '', body: '<p>Never</p>' })
  expect(moved).toMatchObject({ status: 407, entity: { message: CONTENT_TEXTS.exists } })
  const read = async (host: string) =>
    (await app.openBrowser({ host }).getCall<{ body: string }>(calls.getDesc.path, { categoryId: 'hours' })).entity.body
  expect(await read('localhost')).toBe('<p>Nine to five</p>')
  expect(await read('partner.localhost')).toBe('<p>Eight to six</p>')
})

test('allows only plan staff to edit and audits every change', async () => {
  const provider = app.openBrowser()
  await provider.signIn('demoaa', DEMO_PASSWORD)
  expect((await provider.getCall(calls.listContent.path)).http).toBe(403)
  expect((await provider.postCall(calls.saveBanner.path, banner())).http).toBe(403)
  expect((await provider.postCall(calls.removeContent.path, { kind: 'banner', id: '1', version: 1 })).http).toBe(403)
  expect((await app.openBrowser().postCall(calls.previewContent.path, { html: '' })).http).toBe(401)
  const saved = await staff.postCall<Saved>(calls.saveBanner.path, banner({ categoryId: 'gone' }))
  const removal = { kind: 'banner', ...saved.entity }
  const stale = await staff.postCall(calls.removeContent.path, { ...removal, version: saved.entity.version - 1 })
  expect(stale).toMatchObject({ status: 407, entity: { message: CONTENT_TEXTS.changed } })
  await staff.postCall(calls.removeContent.path, removal)
  const twice = await staff.postCall(calls.removeContent.path, removal)
  expect(twice).toMatchObject({ status: 407, entity: { message: CONTENT_TEXTS.gone } })
  const list = await staff.getCall<ContentList>(calls.listContent.path)
  expect(list.entity.banners.rows.some((entry) => entry.id === saved.entity.id)).toBe(false)
  const actions = await app.db.selectFrom('audit_event').select('action').where('action', 'like', 'content.%').execute()
  expect(new Set(actions.map((event) => event.action))).toEqual(new Set(['content.saved', 'content.removed']))
})

test('pages the staff lists and searches them by words of the whole text', async () => {
  const entries = Array.from({ length: 30 }, (_, index) => ({
    category_id: 'many',
    question: `Heron ${index}?`,
    answer: index === 28 ? '<p>The quetzal nests here.</p>' : '<p>No.</p>',
    position: index,
    updated_at: app.clock.now(),
  }))
  await app.db.insertInto('faq').values(entries).execute()
  const list = async (query: { search: string; faqPage?: string }) =>
    (await staff.getCall<ContentList>(calls.listContent.path, query)).entity.faqs
  const first = await list({ search: 'heron' })
  expect(first).toMatchObject({ total: 30, pageSize: 25 })
  expect(first.rows.map((row) => row.position)).toEqual(Array.from({ length: 25 }, (_, index) => index))
  const second = await list({ search: 'heron', faqPage: '1' })
  expect(second.rows.map((row) => row.position)).toEqual([25, 26, 27, 28, 29])
  expect((await list({ search: 'QUETZAL 28' })).rows.map((row) => row.question)).toEqual(['Heron 28?'])
  expect((await list({ search: 'quetzal%' })).total).toBe(0)
  expect(first.lastPosition).toBeGreaterThanOrEqual(29)
})

/** Size limit of a reply. */
const REPLY_MAX_BYTES = 100_000

test('splits questions over the size limit into several replies without loss or duplicates', async () => {
  const entries = Array.from({ length: 12 }, (_, index) => ({
    category_id: 'heavy',
    question: `Question ${index}`,
    answer: `<p>${'é'.repeat(index % 2 === 0 ? 19_000 : 50)}</p>`,
    position: index,
    updated_at: app.clock.now(),
  }))
  await app.db.insertInto('faq').values(entries).execute()
  const read: FaqEntity[] = []
  do {
    const { entity } = await app
      .openBrowser()
      .getCall<FaqEntity[]>(calls.getFAQs.path, { categoryId: 'heavy', from: String(read.length) })
    expect(Buffer.byteLength(JSON.stringify(entity))).toBeLessThan(REPLY_MAX_BYTES)
    expect(entity.slice(0, -1).some((faq) => faq.more)).toBe(false)
    read.push(...entity)
  } while (read.at(-1)?.more)
  expect(read.map((faq) => faq.question)).toEqual(entries.map((entry) => entry.question))
  await app.db.deleteFrom('faq').where('category_id', '=', 'heavy').execute()
})

test('splits more short questions than one query reads into several replies', async () => {
  const entries = Array.from({ length: 101 }, (_, index) => ({
    category_id: 'short',
    question: `Question ${index}`,
    answer: '<p>Yes.</p>',
    position: index,
    updated_at: app.clock.now(),
  }))
  await app.db.insertInto('faq').values(entries).execute()
  const read = async (from: string) =>
    (await app.openBrowser().getCall<FaqEntity[]>(calls.getFAQs.path, { categoryId: 'short', from })).entity
  const first = await read('0')
  expect(first).toHaveLength(100)
  expect(first.at(-1)?.more).toBe(true)
  expect(await read('100')).toMatchObject([{ question: 'Question 100' }])
  expect((await read('100'))[0]).not.toHaveProperty('more')
  await app.db.deleteFrom('faq').where('category_id', '=', 'short').execute()
})

test('returns only the newest banners if all exceed the size limit', async () => {
  const entries = Array.from({ length: 20 }, (_, index) => ({
    category_id: 'heavy',
    summary: `News ${index}`,
    body: `<p>${'漢'.repeat(3_900)}</p>`,
    display_body: true,
    audience: 'PUBLIC' as const,
    starts_at: new Date(app.clock.now().getTime() - (20 - index) * 1000),
    updated_at: app.clock.now(),
  }))
  await app.db.insertInto('banner').values(entries).execute()
  const banners = await readBanners(app.openBrowser(), 'heavy')
  expect(Buffer.byteLength(JSON.stringify(banners))).toBeLessThan(REPLY_MAX_BYTES)
  expect(banners.slice(0, 2).map((banner) => banner.summary)).toEqual(['News 19', 'News 18'])
})
