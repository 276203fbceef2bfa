import { SESSION_HAS_EXPIRED, SHARED_BUTTONS } from '@portico/core/forms/messages'
import type { Me } from '@portico/core/signon/shapes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PageHeading } from '#kit/page-heading.tsx'
import { MEMBER, openAsUser, SAA } from '../../../test/area.tsx'
import { passTime } from '../../../test/clock.ts'
import { expectAccessible, reply } from '../../../test/render.tsx'
import {
  answerLogout,
  COUNTDOWN_MS,
  expectClockStarted,
  expired,
  WARNING_MS,
  warning,
} from '../../../test/session-clock.ts'
import { button, countSent, expectHeading, expectNone } from '../../../test/wizard.tsx'
import { AREA_BY_KIND, expiredLogoutUrl } from '../router/area.ts'
import { page as declarePage } from '../router/pages.ts'

async function openHome(me: Me) {
  const area = AREA_BY_KIND[me.kind]
  const home = declarePage('signed-in', area.home, 'Home', async () => () => <PageHeading>Home</PageHeading>)
  const rendered = openAsUser([home], {
    address: area.home,
    me,
    replies: [reply(area.keepAliveCall, true), answerLogout(area)],
  })
  await expectHeading('Home')
  await expectClockStarted()
  return rendered
}
const secondsShown = () => Number(/\d+/.exec(warning().element().textContent ?? '')?.[0])
const announced = () => document.querySelector('dialog [aria-live]')?.textContent

test('after 1620 s the popup warns, counts down from 180 and announces some seconds', async () => {
  const { container } = await openHome(SAA)
  passTime(WARNING_MS - 60_000)
  expect(warning().elements()).toHaveLength(0)
  passTime(60_000)
  await expect.element(warning()).toBeVisible()
  expect(document.querySelector('dialog .count')?.textContent).toBe('Your session will expire in 180 seconds.')
  await expect.element(button(SHARED_BUTTONS.maintainSession)).toHaveFocus()
  await expectAccessible(container)
  passTime(60_000)
  await expect.poll(secondsShown).toBe(120)
  expect(announced()).toBe('120 seconds left in this session.')
})

test.each([SAA, MEMBER])('MAINTAIN SESSION of a $kind sends the keepalive and restarts the 1620 s', async (me) => {
  const rendered = await openHome(me)
  passTime(WARNING_MS)
  await expect.element(warning()).toBeVisible()
  await userEvent.click(button(SHARED_BUTTONS.maintainSession))
  await expectNone(warning())
  expect(countSent(rendered, AREA_BY_KIND[me.kind].keepAliveCall)).toBe(1)
  passTime(COUNTDOWN_MS + 60_000)
  expect(expired().elements()).toHaveLength(0)
  passTime(WARNING_MS - COUNTDOWN_MS)
  await expect.element(warning()).toBeVisible()
})

test.each([SAA, MEMBER])('at 0 the session of a $kind ends, and LOGIN leads to the login page', async (me) => {
  const area = AREA_BY_KIND[me.kind]
  const { sent, opened, container } = await openHome(me)
  passTime(WARNING_MS + COUNTDOWN_MS)
  await expect.element(expired()).toMatchTextContent(SESSION_HAS_EXPIRED)
  expect(sent).toContainEqual({ path: area.logout, input: { expired: '1' } })
  // The page behind the popup is cleared, including the name in the header.
  await expect.poll(() => document.querySelector('main')?.textContent).toBe('You are signed out')
  await expect.poll(() => document.title).toBe('You are signed out')
  expect(document.querySelector('header')?.textContent).not.toContain(me.lastName)
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(expired()).toBeVisible()
  await expectAccessible(container)
  expect(opened).toEqual([])
  await userEvent.click(page.getByRole('button', { name: SHARED_BUTTONS.login }))
  await expect.poll(() => opened).toEqual([expiredLogoutUrl(area)])
})
