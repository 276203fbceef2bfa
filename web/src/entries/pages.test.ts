import { INTERNAL_PATHS, MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Area } from '#shell/router/area.ts'
import type { PortalPage } from '#shell/router/pages.ts'

/** Pages per area, as the entries combine them. */
const mounted = vi.hoisted(() => new Map<string, readonly PortalPage[]>())
vi.mock('../shell/area-app.tsx', () => ({
  mountArea: ({ area, pages }: { area: Area; pages: readonly PortalPage[] }) => mounted.set(area.name, pages),
}))
vi.mock('#shell/brands/brand.ts', async () => ({ brand: (await import('@portico/core/brands/harborview')).default }))
vi.mock('virtual:member-brands.css', () => ({}))

/** Names without a page: the area itself, its login, the server's logout, and the wizard (its own entry). */
const NO_PAGES = ['area', 'login', 'logout', 'registration']

function findProblems(paths: Record<string, string>, pages: readonly Pick<PortalPage, 'path' | 'title'>[]): string[] {
  const registered = pages.map(({ path }) => path)
  const expected = Object.entries(paths).flatMap(([name, path]) => (NO_PAGES.includes(name) ? [] : [path]))
  return [
    ...expected.filter((path) => !registered.includes(path)).map((path) => `${path} has no page`),
    ...registered.filter((path) => !expected.includes(path)).map((path) => `${path} is not an address`),
    ...pages.filter(({ title }) => title.trim() === '').map(({ path }) => `${path} has no title`),
    ...registered.filter((path, at) => registered.indexOf(path) !== at).map((path) => `${path} is registered twice`),
  ]
}

beforeAll(async () => {
  vi.stubGlobal('location', new URL('http://localhost/'))
  await Promise.all([import('./providers.tsx'), import('./members.tsx'), import('./internal.tsx')])
})

test.each([
  ['providers', PROVIDER_PATHS],
  ['members', MEMBER_PATHS],
  ['internal', INTERNAL_PATHS],
] as const)('every address of the %s has exactly one page', (area, paths) => {
  expect(findProblems(paths, mounted.get(area) ?? [])).toEqual([])
})

test.each(['providers', 'members'])('the login page of the %s links to both recovery pages', (area) => {
  const pages = mounted.get(area)?.filter(({ audience, nav }) => audience === 'visitor' && !nav) ?? []
  expect(pages.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Forgot your password?', 'Forgot your user name?']),
  )
})

test('only provider pages without patients’ data, secrets or people’s access load the tag manager', () => {
  const tagged = [...mounted.values()].flat().filter(({ tagManager }) => tagManager)
  const { roster, status, contact, faq, termsOfUse, privacy, accessibility, languageAssistance } = PROVIDER_PATHS
  const help = [contact, faq, termsOfUse, privacy, accessibility, languageAssistance]
  expect(tagged.map(({ path }) => path)).toEqual([roster, status, ...help])
})

test('findProblems reports missing pages, unknown addresses, empty titles and duplicates', () => {
  const paths = { login: '/login', home: '/home', claims: '/claims' }
  const pages = ['/home', '/mail', '/home'].map((path, at) => ({ path, title: at === 1 ? ' ' : 'A page' }))
  expect(findProblems(paths, pages)).toEqual([
    '/claims has no page',
    '/mail is not an address',
    '/mail has no title',
    '/home is registered twice',
  ])
})
