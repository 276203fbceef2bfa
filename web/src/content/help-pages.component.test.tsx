import { INTERNAL_PATHS, MEMBER_PATHS, PROVIDER_PATHS, SIGNED_IN_COOKIE } from '@portico/core/constants'
import { getDesc } from '@portico/core/content/calls'
import { SHARED_BUTTONS } from '@portico/core/forms/messages'
import { isProviderUser, keepAliveMember } from '@portico/core/signon/calls'
import type { Me } from '@portico/core/signon/shapes'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { brand } from '#shell/brands/brand.ts'
import { AREAS, expiredLogoutUrl } from '#shell/router/area.ts'
import { page as declarePage } from '#shell/router/pages.ts'
import { MEMBER, openAsVisitor, replyAsUser, STAFF } from '../../test/area.tsx'
import { passTime } from '../../test/clock.ts'
import { reply } from '../../test/render.tsx'
import {
  answerLogout,
  COUNTDOWN_MS,
  expectClockStarted,
  expired,
  WARNING_MS,
  warning,
} from '../../test/session-clock.ts'
import { button, countSent, expectHeading, expectNone } from '../../test/wizard.tsx'
import { helpPages } from './pages.ts'

beforeEach(() => cookieStore.set(SIGNED_IN_COOKIE, '1'))

const claims = declarePage('active', PROVIDER_PATHS.claims, 'Claim status', async () => () => null)
const openContact = (me: Me) =>
  openAsVisitor(AREAS.providers, [...helpPages, claims], {
    address: PROVIDER_PATHS.contact,
    replies: [
      ...replyAsUser(me),
      reply(isProviderUser, false),
      reply(getDesc, { categoryId: 'contact', body: '' }),
      reply(keepAliveMember, true),
      answerLogout(AREAS.members),
    ],
  })
const account = () => page.getByRole('button', { name: 'Your account: Sandra Ashgrove' })

test('a member keeps the header on help pages, and the session warns and expires there', async () => {
  const rendered = openContact(MEMBER)
  await expect.element(account()).toBeVisible()
  await expectNone(page.getByRole('link', { name: 'Sign in', exact: true }))
  await expect
    .element(page.getByRole('banner').getByRole('link', { name: brand.name }))
    .toHaveAttribute('href', MEMBER_PATHS.home)
  await expect.element(page.getByRole('main').getByRole('link', { name: brand.memberServicesPhone })).toBeVisible()
  await userEvent.click(page.getByRole('link', { name: 'Terms of use' }))
  await expectHeading('Terms of use')
  await expect.element(account()).toBeVisible()

  await expectClockStarted()
  passTime(WARNING_MS)
  await userEvent.click(button(SHARED_BUTTONS.maintainSession))
  await expectNone(warning())
  expect(countSent(rendered, keepAliveMember)).toBe(1)
  passTime(WARNING_MS + COUNTDOWN_MS)
  await expect.element(expired()).toBeVisible()
  await userEvent.click(button(SHARED_BUTTONS.login))
  await expect.poll(() => rendered.opened).toEqual([expiredLogoutUrl(AREAS.members)])
})

test('plan staff keep their header on help pages', async () => {
  openContact(STAFF)
  await userEvent.click(account())
  const links = page.getByRole('navigation', { name: 'Your account' }).getByRole('link')
  await expect.poll(() => links.elements().map(({ textContent }) => textContent)).toEqual(['Home', 'Sign out'])
  await expect.element(links.nth(0)).toHaveAttribute('href', INTERNAL_PATHS.home)
  await expect.element(links.nth(1)).toHaveAttribute('href', INTERNAL_PATHS.logout)
})

test('a member who follows a link to a provider page is asked to sign in', async () => {
  const { opened, container } = openContact(MEMBER)
  await expectHeading('Contact us')
  // As a link in a text that the plan wrote.
  container
    .querySelector('main h1')
    ?.append(Object.assign(document.createElement('a'), { href: PROVIDER_PATHS.claims, textContent: 'Claims' }))
  await userEvent.click(page.getByRole('link', { name: 'Claims', exact: true }))
  const target = new URLSearchParams({ TARGET: PROVIDER_PATHS.claims })
  await expect.poll(() => opened).toEqual([`${PROVIDER_PATHS.login}?${target}`])
})
