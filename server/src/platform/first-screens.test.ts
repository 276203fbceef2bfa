import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import type { FirstScreen } from './first-screen.ts'
import { SESSION_COOKIE } from './session-cookie.ts'

/** A build with three pages, and a program that renders what it is given. */
let web: string
let test: TestApp

const screen = (html: string, change: Partial<FirstScreen> = {}): FirstScreen => ({
  html: `<div id="root" data-screen="visitor">${html}</div>`,
  title: 'Title & more | Plan',
  description: '',
  screenFor: 'visitor',
  asks: [],
  ...change,
})

const asks = [{ path: '/rest/nonsec/wcm/getFAQs', query: { categoryId: 'all' } }]
const screens: Record<string, FirstScreen> = {
  [PROVIDER_PATHS.login]: screen('sign in', { description: 'Says "what" it is' }),
  [PROVIDER_PATHS.faq]: screen('no questions yet', { asks }),
  [PROVIDER_PATHS.contact]: screen('unreadable', { asks: [{ path: '/rest/nonsec/wcm/getNothing', query: {} }] }),
  [PROVIDER_PATHS.home]: screen('frame', { screenFor: 'signed-in' }),
}

const program = `
let times = 0
const fail = () => { throw new Error('cannot be rendered') }
const brand = import.meta.url.replace(/^.*\\/|\\.js$/g, '')
export const renderScreen = async (entry, path, given) => ({
  ...(given[0].entity.some((faq) => faq.question === 'Breaks?') && fail()),
  html: ['rendered', ++times, brand, entry, path, ...given[0].entity.map((faq) => faq.question)].join(' | ')
})`

beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'portico-screens-'))
  for (const folder of ['assets', 'content', 'server']) await mkdir(join(web, folder))
  await writeFile(join(web, 'brands.json'), JSON.stringify({ harborview: {}, bayside: {} }))
  await writeFile(join(web, 'screens.json'), JSON.stringify({ harborview: screens }))
  await writeFile(join(web, 'server', 'harborview.js'), program)
  await writeFile(join(web, 'providers.html'), '<title>Plan</title><!--screen-->empty<!--/screen-->')
  test = await buildTestApp({ database: 'migrated', webFolder: web })
})
afterAll(async () => {
  await test.close()
  await rm(web, { recursive: true })
})

const open = async (path: string, headers: Record<string, string> = {}) =>
  (await test.app.inject({ url: path, headers })).body

async function writeQuestion(question: string): Promise<void> {
  const row = { category_id: 'registration', question, answer: '<p>Yes</p>', updated_at: test.clock.now() }
  await test.db.insertInto('faq').values(row).execute()
}

it('stands in the page, with its title and description', async () => {
  const page = await open(PROVIDER_PATHS.login)
  expect(page).toContain('<div id="root" data-screen="visitor">sign in</div>')
  expect(page).toContain('<title>Title &#38; more | Plan</title>')
  expect(page).toContain('<meta name="description" content="Says &#34;what&#34; it is" />')
  expect(page).not.toContain('empty')
})

it('is left to the page where it may be another one: behind a query, and for whoever is signed in', async () => {
  expect(await open(`${PROVIDER_PATHS.login}?error=1`)).toContain('empty')
  expect(await open(PROVIDER_PATHS.faq, { cookie: `${SESSION_COOKIE}=any` })).toContain('empty')
})

it('of a page behind the sign-in is the same for everybody', async () => {
  const signedIn = await open(`${PROVIDER_PATHS.home}?page=2`, { cookie: `${SESSION_COOKIE}=any` })
  expect(signedIn).toContain('frame')
  expect(signedIn).not.toContain('description')
})

it('an address that is no page has none', async () => {
  expect(await open('/thp/portal/providers/no-such-page')).toContain('empty')
})

it('shows what plan staff wrote, rendered again only when it is another', async () => {
  await writeQuestion('How?')
  const first = await open(PROVIDER_PATHS.faq)
  expect(first).toContain(`rendered | 1 | harborview | providers | ${PROVIDER_PATHS.faq} | How?`)
  expect(await open(PROVIDER_PATHS.faq)).toBe(first)
  await writeQuestion('When?')
  expect(await open(PROVIDER_PATHS.faq)).toContain('rendered | 2 | ')
})

it('stays as it was built where what was written cannot be rendered', async () => {
  await writeQuestion('Breaks?')
  expect(await open(PROVIDER_PATHS.faq)).toContain('no questions yet')
  await test.db.deleteFrom('faq').where('question', '=', 'Breaks?').execute()
  expect(await open(PROVIDER_PATHS.faq)).toContain('rendered')
})

it('stays as it was built where the replies cannot be read', async () => {
  expect(await open(PROVIDER_PATHS.contact)).toContain('unreadable')
})

it('stays as it was built where one reply could not carry all that is shown', async () => {
  for (const count of [1, 2, 3]) await writeQuestion(`${count}${'?'.repeat(50_000)}`)
  expect(await open(PROVIDER_PATHS.faq)).toContain('no questions yet')
})
