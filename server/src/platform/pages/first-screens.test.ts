import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { isMemberUser, isProviderUser, me, trackUser } from '@portico/core/signon/calls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insertTestAccount, testPassword } from '../../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { buildApp } from '../../app.ts'
import { SESSION_COOKIE } from '../identity/session-cookie.ts'
import type { FirstScreen } from './first-screen.ts'

/** A build with three pages, and a program that renders its input. */
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

const asks = [{ method: 'GET' as const, path: '/rest/nonsec/wcm/getFAQs', query: { categoryId: 'all' } }]
const screens: Record<string, FirstScreen> = {
  [PROVIDER_PATHS.login]: screen('sign in', { description: 'Says "what" it is' }),
  [PROVIDER_PATHS.faq]: screen('no questions yet', { asks }),
  [PROVIDER_PATHS.contact]: screen('unreadable', {
    asks: [{ method: 'GET', path: '/rest/nonsec/wcm/getNothing', query: {} }],
  }),
  [PROVIDER_PATHS.status]: screen('frame', { screenFor: 'signed-in' }),
  [PROVIDER_PATHS.home]: screen('frame', {
    screenFor: 'signed-in',
    asks: [isProviderUser, me, trackUser].map(({ method, path }) => ({ method, path, query: {} })),
  }),
  [MEMBER_PATHS.home]: screen('frame', {
    screenFor: 'signed-in',
    asks: [isMemberUser, me].map(({ method, path }) => ({ method, path, query: {} })),
  }),
}

const program = `
let times = 0
const fail = () => { throw new Error('cannot be rendered') }
const brand = import.meta.url.replace(/^.*\\/|\\.js$/g, '')
const valueOf = (given, end) => given.find(({ path }) => path.endsWith(end))?.entity
const renderHome = (path, given) => ({
  ...(valueOf(given, '/me').lastName === 'Breaks' && fail()),
  screenFor: valueOf(given, 'User') === true ? 'person' : 'signed-in',
  // A signed-in user's page makes more calls, depending on earlier replies.
  asks: [
    { method: 'GET', path: '/rest/sec/common/nothing', query: {} },
    { method: 'GET', path: '/rest/sec/access/myRequests', query: { left: '', out: undefined } },
    ...(valueOf(given, '/myRequests') ? [{ method: 'GET', path: '/rest/sec/common/sessions', query: {} }] : []),
  ],
  html: ['home of', valueOf(given, '/me').firstName, ...given.map(({ path }) => path.split('/').at(-1))].join(' | ')
})
export const renderScreen = async (entry, path, given) => path.endsWith('/home') ? renderHome(path, given) : ({
  ...(given[0].entity.some((faq) => faq.question === 'Breaks?') && fail()),
  html: ['rendered', ++times, brand, entry, path, ...given[0].entity.map((faq) => faq.question)].join(' | ')
})`

beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'portico-screens-'))
  for (const folder of ['assets', 'content', 'server']) await mkdir(join(web, folder))
  await writeFile(join(web, 'brands.json'), JSON.stringify({ harborview: {}, bayside: {} }))
  await writeFile(join(web, 'screens.json'), JSON.stringify({ harborview: screens }))
  await writeFile(join(web, 'server', 'harborview.js'), program)
  for (const entry of ['providers', 'members'])
    await writeFile(join(web, `${entry}.html`), '<title>Plan</title><!--screen-->empty<!--/screen-->')
  test = await buildTestApp({ database: 'migrated', webFolder: web })
})
afterAll(async () => {
  await test.close()
  await rm(web, { recursive: true })
})

afterEach(() => test.db.deleteFrom('faq').execute())

const open = async (path: string, headers: Record<string, string> = {}) =>
  (await test.app.inject({ url: path, headers })).body

const timesRendered = (page: string) => Number(/rendered \| (\d+) \|/.exec(page)?.[1])

async function writeQuestion(question: string): Promise<void> {
  const row = { category_id: 'registration', question, answer: '<p>Yes</p>', updated_at: test.clock.now() }
  await test.db.insertInto('faq').values(row).execute()
}

it('contains the prerendered screen, with its title and description', async () => {
  const page = await open(PROVIDER_PATHS.login)
  expect(page).toContain('<div id="root" data-screen="visitor">sign in</div>')
  expect(page).toContain('<title>Title &#38; more | Plan</title>')
  expect(page).toContain('<meta name="description" content="Says &#34;what&#34; it is" />')
  expect(page).not.toContain('empty')
})

it('leaves out the prerendered screen behind a query and for signed-in users', async () => {
  expect(await open(`${PROVIDER_PATHS.login}?error=1`)).toContain('empty')
  expect(await open(PROVIDER_PATHS.faq, { cookie: `${SESSION_COOKIE}=any` })).toContain('empty')
})

it('prerenders a page behind the sign-in the same for all users', async () => {
  const signedIn = await open(`${PROVIDER_PATHS.status}?page=2`, { cookie: `${SESSION_COOKIE}=any` })
  expect(signedIn).toContain('frame')
  expect(signedIn).not.toContain('description')
})

it('has no prerendered screen for an unknown address', async () => {
  expect(await open('/thp/portal/providers/no-such-page')).toContain('empty')
})

it('renders content that staff wrote, again only when it changed', async () => {
  await writeQuestion('How?')
  const first = await open(PROVIDER_PATHS.faq)
  expect(first).toContain(` | harborview | providers | ${PROVIDER_PATHS.faq} | How?`)
  expect(await open(PROVIDER_PATHS.faq)).toBe(first)
  await writeQuestion('When?')
  expect(await open(PROVIDER_PATHS.faq)).toContain(`rendered | ${timesRendered(first) + 1} | `)
})

it('serves the built screen, not an error, to a request that a closing server had accepted', async () => {
  const app = await buildApp(test.deps, { webFolder: web })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  const accepted = once(app.server, 'connection')
  client.write(`GET ${PROVIDER_PATHS.faq} HTTP/1.1\r\nHost: localhost\r\n`)
  const [socket] = await accepted
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(0)
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  client.write('Connection: close\r\n\r\n')
  const page = await text(client)
  expect(page).toMatch(/^HTTP\/1\.1 200 /)
  expect(page).toContain('no questions yet')
  await closed
})

it('serves the built screen if the content cannot be rendered', async () => {
  await writeQuestion('How?')
  await writeQuestion('Breaks?')
  expect(await open(PROVIDER_PATHS.faq)).toContain('no questions yet')
  await test.db.deleteFrom('faq').where('question', '=', 'Breaks?').execute()
  expect(await open(PROVIDER_PATHS.faq)).toContain('rendered')
})

it('serves the built screen if the replies cannot be read', async () => {
  expect(await open(PROVIDER_PATHS.contact)).toContain('unreadable')
})

it('serves the built screen if one reply cannot hold the whole list', async () => {
  for (const count of [1, 2, 3]) await writeQuestion(`${count}${'?'.repeat(50_000)}`)
  expect(await open(PROVIDER_PATHS.faq)).toContain('no questions yet')
})

describe('pages rendered for the user', () => {
  async function openAs(username: string, path: string) {
    const browser = test.openBrowser()
    await browser.signIn(username, testPassword)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return test.app.inject({ url: path, headers: { cookie } })
  }

  it('renders a page from its calls’ replies to the user, and forbids caching it', async () => {
    await insertTestAccount(test.db, { username: 'homealex', firstName: 'Alex', grants: [{ role: 'AU' }] })
    await insertTestAccount(test.db, { username: 'homesam1', firstName: 'Sam', grants: [{ role: 'AU' }] })
    const page = await openAs('homealex', PROVIDER_PATHS.home)
    expect(page.body).toContain('home of | Alex | isProviderUser | me | trackUser | myRequests | sessions')
    expect(page.headers['cache-control']).toBe('no-store')
    expect((await openAs('homesam1', PROVIDER_PATHS.home)).body).toContain('home of | Sam')
  })

  it('calls the members’ own base for a member’s page', async () => {
    await insertTestAccount(test.db, { username: 'homemember', firstName: 'Mem', kind: 'member' })
    expect((await openAs('homemember', MEMBER_PATHS.home)).body).toContain('home of | Mem | isMemberUser | me')
  })

  it('sends only the frame behind a query, without a session, and to a user of another area', async () => {
    const frames = [
      await openAs('homealex', `${PROVIDER_PATHS.home}?page=2`),
      await test.app.inject({ url: PROVIDER_PATHS.home }),
      await test.app.inject({ url: PROVIDER_PATHS.home, headers: { cookie: `${SESSION_COOKIE}=any` } }),
      await openAs('homemember', PROVIDER_PATHS.home),
    ]
    for (const { body, headers } of frames) {
      expect(body).toContain('frame')
      expect(headers['cache-control']).toBe('no-cache')
    }
  })

  it('sends only the frame if the page cannot be rendered', async () => {
    await insertTestAccount(test.db, { username: 'homebreaks', lastName: 'Breaks', grants: [{ role: 'AU' }] })
    expect((await openAs('homebreaks', PROVIDER_PATHS.home)).body).toContain('frame')
  })
})
