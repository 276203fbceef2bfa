import { PROVIDER_PATHS } from '@portico/core/constants'
import { getGTM, trackUser } from '@portico/core/signon/calls'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PageHeading } from '#kit/page-heading.tsx'
import { openAsUser, SAA } from '../../test/area.tsx'
import { reply } from '../../test/render.tsx'
import { expectHeading } from '../../test/wizard.tsx'
import { page as declarePage, type PortalPage } from './router/pages.ts'

const { roster, claims } = PROVIDER_PATHS
const Roster = () => (
  <>
    <PageHeading>Roster</PageHeading>
    <a href={`${claims}?status=DENIED`}>Denied claims</a>
  </>
)
const Claims = () => (
  <>
    <PageHeading>Claims</PageHeading>
    <a href={roster}>All providers</a>
  </>
)
const PAGES: PortalPage[] = [
  { ...declarePage('active', roster, 'Roster', async () => Roster), tagManager: true },
  declarePage('active', claims, 'Claims', async () => Claims),
]

const script = () => document.querySelector<HTMLScriptElement>('script[src*="googletagmanager"]')
afterEach(() => script()?.remove())

const open = (address: string, containerId: string, isActive = true) =>
  openAsUser(PAGES, {
    address,
    me: SAA,
    replies: [
      reply(trackUser, { accountId: 'account-1', enabled: isActive, status: 'ACTIVE', firstTimeUser: false }),
      reply(getGTM, { enabled: containerId !== '', containerId }),
    ],
  })

test('a page without patients’ data loads the configured tag manager without consent', async () => {
  open(roster, 'GTM-TEST1')
  await expect.poll(() => script()?.src).toBe('https://www.googletagmanager.com/gtm.js?id=GTM-TEST1')
  expect(Array.from(Reflect.get(window, 'dataLayer')[0])).toMatchObject([
    'consent',
    'default',
    { analytics_storage: 'denied' },
  ])
})

test('a page with patients’ data opens in a new document, without the tag manager', async () => {
  const { opened } = open(roster, 'GTM-TEST1')
  await expect.poll(script).not.toBeNull()
  await userEvent.click(page.getByRole('link', { name: 'Denied claims' }))
  await expect.poll(() => opened).toEqual([`${claims}?status=DENIED`])
  await expectHeading('Roster')
  expect(location.pathname).toBe(roster)
})

test('Back to a page with patients’ data, from before the tag manager, loads that page again', async () => {
  const { opened } = open(claims, 'GTM-TEST1')
  await userEvent.click(page.getByRole('link', { name: 'All providers' }))
  await expect.poll(script).not.toBeNull()
  history.back()
  await expect.poll(() => opened).toEqual([claims])
  await expectHeading('Roster')
})

test('without a configured tag manager the page asks once and loads nothing', async () => {
  const { sent } = open(roster, '')
  await expect.poll(() => sent.filter(({ path }) => path === getGTM.path)).toHaveLength(1)
  await userEvent.click(page.getByRole('link', { name: 'Denied claims' }))
  await expectHeading('Claims')
  expect(script()).toBeNull()
})

test.each([
  ['a page with patients’ data', claims, true],
  ['a page of a user whose tracking is off', roster, false],
])('%s does not ask for the tag manager', async (_where, address, isActive) => {
  const { sent } = open(address, 'GTM-TEST1', isActive)
  await expect.element(page.getByRole('button', { name: /Sandra/ })).toBeVisible()
  expect(sent.map(({ path }) => path)).not.toContain(getGTM.path)
  expect(script()).toBeNull()
})
