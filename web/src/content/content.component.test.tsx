import { INTERNAL_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import * as calls from '@portico/core/content/calls'
import { CONTENT_TEXTS } from '@portico/core/content/forms'
import type { Banner, BannerRow, FaqEntity, FaqRow } from '@portico/core/content/shapes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { HOSTILE_HTML } from '../../../server/test/hostile-html.ts'
import { openAsUser, openAsVisitor, pageOf, STAFF } from '../../test/area.tsx'
import { type DeclaredReply, expectFits, refuse, render, reply } from '../../test/render.tsx'
import {
  button,
  expectAlert,
  expectHeading,
  expectNone,
  expectSummary,
  field,
  muteGatewayLog,
  tabTo,
} from '../../test/wizard.tsx'
import '../internal/internal.css'
import { AREAS } from '#shell/router/area.ts'
import { Banners } from './banners.tsx'
import { contentPage } from './console-pages.ts'
import { helpPages } from './pages.ts'

muteGatewayLog()

const { content } = INTERNAL_PATHS
const none = { rows: [], total: 0, pageSize: 25 }
const faqRow = (index: number): FaqRow => ({
  id: String(index),
  version: 1,
  brand: '',
  categoryId: 'portal',
  question: `Which shelf is number ${index}?`,
  position: index,
})
const openContent = (query: string, ...replies: DeclaredReply[]) =>
  openAsUser([contentPage], { address: content + query, me: STAFF, replies })
const listOf = (total: number) =>
  reply(calls.listContent, ({ search, faqPage }) => ({
    banners: none,
    faqs: { ...pageOf(search === 'nothing' ? 0 : total, faqRow, Number(faqPage ?? 0), 25), lastPosition: total },
    descriptions: none,
  }))
const questions = () => page.getByRole('region', { name: 'List of questions' }).getByRole('link')
const texts = (locator: ReturnType<typeof questions>) => locator.elements().map((element) => element.textContent)

test('each content list has its own pages, in the address, and one search', async () => {
  const { container, sent } = openContent('?search=shelf', listOf(27))
  await expect.poll(() => questions().elements().length).toBe(25)
  await expectFits(container)
  const pages = page.getByRole('navigation', { name: 'Pages of questions' })
  await userEvent.click(pages.getByRole('button', { name: 'Next' }))
  await expect.poll(() => texts(questions())).toEqual(['Which shelf is number 25?', 'Which shelf is number 26?'])
  expect(location.search).toBe('?search=shelf&faqPage=1')
  await userEvent.fill(field('Search the text'), 'nothing')
  await expect.poll(() => page.getByText('Nothing matches these words.').elements().length).toBe(3)
  expect(sent.at(-1)?.input).toMatchObject({ search: 'nothing' })
  expect(location.search).toBe('?search=nothing')
})

const FAQ = { ...faqRow(7), answer: '<p>Neither.</p>' }
const preview = reply(calls.previewContent, ({ html }) => ({ html }))

test('an editor whose entry a colleague changed keeps the text and can open the new version', async () => {
  const { sent, setReplies } = openContent(
    '?faq=7',
    reply(calls.openContent, { faq: FAQ }),
    preview,
    listOf(1),
    refuse(calls.saveFaq, { message: CONTENT_TEXTS.changed }, 407),
  )
  await userEvent.fill(field('Answer'), 'Me.')
  setReplies(reply(calls.openContent, { faq: { ...FAQ, version: 2, answer: '<p>The other one.</p>' } }))
  await userEvent.click(button('Save'))
  await expect.element(page.getByRole('alert')).toMatchTextContent(CONTENT_TEXTS.changed)
  await expect.element(field('Answer')).toHaveValue('Me.')
  await expect.poll(() => sent.filter(({ path }) => path === calls.openContent.path).length).toBe(2)
  await userEvent.click(button('open the current version'))
  await expect.element(field('Answer')).toHaveValue('<p>The other one.</p>')
  setReplies(reply(calls.saveFaq, { id: '7', version: 3 }))
  await userEvent.click(button('Save'))
  await expectAlert('The question is saved. Readers can see it now.')
  expect(sent.findLast(({ path }) => path === calls.saveFaq.path)?.input).toMatchObject({ id: '7', version: 2 })
})

test('a banner for visitors needs a summary, a start and everyone as its readers', async () => {
  const { container, sent } = openContent('?banner=new', preview)
  await expectHeading('New banner')
  await userEvent.selectOptions(field('Shown on'), 'Provider sign-in page')
  await userEvent.fill(field('From'), '')
  await userEvent.click(button('Save'))
  await expectSummary('Please write a summary.', 'Please enter when it starts.', 'Please choose Everyone.')
  expect(document.title).toMatch(/^Error: New banner/)
  await expectFits(container)
  await userEvent.click(page.getByRole('link', { name: 'Please enter when it starts.' }))
  await expect.element(field('From')).toHaveFocus()
  expect(sent.map(({ path }) => path)).not.toContain(calls.saveBanner.path)
})

const faq = (id: string, question: string, answer: string): FaqEntity => ({
  id,
  categoryId: 'registration',
  question,
  answer,
})
const FAQS = [
  faq('1', 'What do I need to register?', '<p>Your NPI.</p>'),
  faq('2', 'I forgot my password.', '<p>The link works for <strong>30 minutes</strong>.</p>'),
]
const openFaq = (query: string, ...faqs: FaqEntity[]) =>
  openAsVisitor(AREAS.providers, helpPages, {
    address: PROVIDER_PATHS.faq + query,
    replies: [reply(calls.getFAQs, faqs), reply(calls.getDesc, { categoryId: 'faq', body: '' })],
  })
const answers = () => [...document.querySelectorAll('details.answer')]

test('the FAQ search finds words of questions and answers, keeps them in the address and opens by keyboard', async () => {
  openFaq('?search=30+MINUTES+password', ...FAQS)
  const status = page.getByRole('status').filter({ hasText: 'match' })
  await expect.element(status).toHaveTextContent('1 question matches.')
  await expect.element(field('Search the questions')).toHaveValue('30 MINUTES password')
  expect(answers().map((answer) => answer.querySelector('summary')?.textContent)).toEqual(['I forgot my password.'])
  await tabTo(page.getByText('I forgot my password.'))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('30 minutes')).toBeVisible()
  await userEvent.fill(field('Search the questions'), 'no such words anywhere')
  await expect.element(status).toHaveTextContent('No questions match. Try fewer or different words.')
  expect(answers()).toEqual([])
  await userEvent.fill(field('Search the questions'), '')
  await expect.poll(() => answers().length).toBe(FAQS.length)
})

const isUnharmed = () => !('pwned' in window)

test('hostile questions and summaries are shown as text', async () => {
  openFaq('', ...HOSTILE_HTML.map((text, index) => faq(String(index), text, '')))
  await expect.poll(() => answers().length).toBe(HOSTILE_HTML.length)
  expect(answers().map((answer) => answer.querySelector('summary')?.textContent)).toEqual([...HOSTILE_HTML])
  expect(document.querySelectorAll('summary *')).toHaveLength(0)
  expect(isUnharmed()).toBe(true)
})

test('hostile summaries of banners are shown as text', async () => {
  const banners: Banner[] = HOSTILE_HTML.map((summary, index) => ({
    id: String(index),
    summary,
    body: '',
    displayBody: true,
  }))
  const { container } = render(<Banners categoryId="login" />, { replies: [reply(calls.getBanners, banners)] })
  await expect.poll(() => container.querySelectorAll('.news').length).toBe(HOSTILE_HTML.length)
  expect([...container.querySelectorAll('.news')].map((news) => news.textContent)).toEqual([...HOSTILE_HTML])
  expect(container.querySelectorAll('.news > p *')).toHaveLength(0)
  expect(isUnharmed()).toBe(true)
})

test('the console shows hostile texts as text and previews only what the server sanitized', async () => {
  const [hostile = ''] = HOSTILE_HTML
  const row: BannerRow = {
    id: '1',
    version: 1,
    brand: '',
    categoryId: 'home',
    summary: hostile,
    displayBody: true,
    audience: 'PROVIDER',
    startsAt: '2026-03-02T15:00:00.000Z',
    endsAt: '',
  }
  openContent(
    '?banner=1',
    reply(calls.openContent, { banner: { ...row, body: hostile } }),
    reply(calls.previewContent, { html: '<p>Sanitized.</p>' }),
    reply(calls.listContent, {
      banners: { ...none, rows: [row], total: 1 },
      faqs: { ...none, lastPosition: 0 },
      descriptions: none,
    }),
  )
  await expect.element(field('Body (optional)')).toHaveValue(hostile)
  const shown = page.getByRole('region', { name: 'As readers see it' })
  await expect.element(shown.getByText('Sanitized.')).toBeVisible()
  await expect.element(shown).toMatchTextContent(hostile)
  await userEvent.click(page.getByRole('link', { name: 'Back to content' }))
  await expect.element(page.getByRole('link', { name: hostile, exact: true })).toBeVisible()
  await expectNone(shown)
  expect(isUnharmed()).toBe(true)
})
