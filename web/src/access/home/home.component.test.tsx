import { listMyRequests, listScopes, officeHome } from '@portico/core/access/calls'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { OfficeHome } from '@portico/core/access/shapes'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { applicationTiles } from '@portico/core/sign-on-hub/calls'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openAsUser, SAA, SCOPE } from '../../../test/area.tsx'
import { type DeclaredReply, expectFits, failWith, reply } from '../../../test/render.tsx'
import { expectNone, muteGatewayLog } from '../../../test/wizard.tsx'
import { EligibilityBox } from '../../plan-data/eligibility-box.tsx'
import '../../plan-data/plan-data.css'
import '#shell/sign-on-hub/applications.css'
import '../access.css'
import { administrationPage, homePage } from '../pages.tsx'

muteGatewayLog()

const claimsOf = (...counts: number[]): OfficeHome['claims'] => ({
  months: counts.map((claims, index) => ({ month: `2026-0${index + 1}`, claims })),
  statuses: [{ status: 'PAID', claims: 5 }],
})
const HOME: OfficeHome = {
  lastVisit: '2026-03-02T15:00:00.000Z',
  changes: Array.from({ length: 8 }, (_, index) => ({
    on: `2026-03-0${index + 1}T15:00:00.000Z`,
    what: 'ACCESS_BEGAN' as const,
    state: '' as const,
    about: `Zoe Vale ${index}`,
    count: 1,
  })),
  waiting: { total: 3 },
  invitations: 2,
  claims: claimsOf(1, 3, 1),
  successors: { missing: 0, toConfirm: 0, toAnswer: 0, offered: 0 },
}
const openHome = (...replies: DeclaredReply[]) =>
  openAsUser(
    [
      homePage(
        <p>News of the plan</p>,
        async () => EligibilityBox,
        async () => () => null,
      ),
      administrationPage,
    ],
    {
      address: PROVIDER_PATHS.home,
      me: SAA,
      replies: [reply(officeHome, HOME), reply(listScopes, [SCOPE]), reply(listMyRequests, []), ...replies],
    },
  )
const section = (name: string) => page.getByRole('region', { name })
const task = () => page.getByRole('link', { name: '3 access requests need your decision' })
const change = () => page.getByRole('link', { name: 'Zoe Vale 0 has access now' })

beforeEach(() => page.viewport(1280, 800))

test('home shows tasks, the eligibility check and changes without scrolling on a desktop', async () => {
  const { container } = openHome()
  await expect.element(task()).toBeInViewport()
  await expect.element(section('Check eligibility').getByRole('button')).toBeInViewport()
  await expect.element(change()).toBeInViewport()
  await expectFits(container)
})

test('home shows tasks, the eligibility check and changes within one scroll on a phone', async () => {
  await page.viewport(390, 844)
  openHome()
  await expect.element(task()).toBeInViewport()
  await expect.element(section('Check eligibility').getByRole('button')).toBeInViewport()
  await expect.element(change()).toBeVisible()
  expect(change().element().getBoundingClientRect().bottom).toBeLessThan(2 * window.innerHeight)
})

test('home does not repeat the links of the navigation', async () => {
  openHome()
  await expect.element(task()).toBeVisible()
  await expectNone(page.getByRole('main').getByRole('link', { name: 'User administration' }))
})

test.each([
  { counts: [1, 3, 1], summary: '5 claims in twelve months, most in February 2026.' },
  { counts: [2, 3, 3], summary: '8 claims in twelve months.' },
])('the claims of $counts in three months are summed up as "$summary"', async ({ counts, summary }) => {
  openHome(reply(officeHome, { ...HOME, claims: claimsOf(...counts) }))
  await expect.element(page.getByText(summary, { exact: true })).toBeVisible()
})

test('home does not say that nothing waits before it knows', async () => {
  openHome(failWith(officeHome, 500), reply(listScopes, [{ ...SCOPE, confirmDue: 0 }]))
  await expect.element(section('To do').getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectNone(page.getByText('You’re all caught up.'))
})

const TILE = { clientId: 'learning', name: 'Learning', address: 'https://learning.example.org/', hasLogo: false }

test('home shows the applications that the user can open, by name', async () => {
  const { container } = openHome(reply(applicationTiles, [TILE, { ...TILE, clientId: 'claims', name: 'Claims tool' }]))
  const link = section('Applications').getByRole('link', { name: 'Learning', exact: true })
  await expect.element(link).toHaveAttribute('href', TILE.address)
  await expectFits(container)
})

test('home without applications has no such section', async () => {
  openHome()
  await expect.element(task()).toBeVisible()
  await expectNone(section('Applications'))
})

test.each([
  ['missing', 'Name a successor who takes over when you leave'],
  ['toConfirm', 'Confirm your successor'],
  ['toAnswer', 'You were named as successor: agree or decline'],
  ['offered', 'You can take over as Senior Access Administrator'],
] as const)('home leads to the page of successors: %s', async (task, name) => {
  openHome(reply(officeHome, { ...HOME, successors: { ...HOME.successors, [task]: 1 } }))
  await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', ACCESS_PAGES.successor)
})
