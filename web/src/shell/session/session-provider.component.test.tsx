import { MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { isMemberUser, isProviderUser, me, trackUser } from '@portico/core/signon/calls'
import type { Me } from '@portico/core/signon/shapes'
import { expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { now } from '#kit/clock.ts'
import { MEMBER, openAsUser, openAsVisitor, SAA, STAFF } from '../../../test/area.tsx'
import { passTime } from '../../../test/clock.ts'
import { type DeclaredReply, failWith, reply } from '../../../test/render.tsx'
import { answerLogout } from '../../../test/session-clock.ts'
import { muteGatewayLog } from '../../../test/wizard.tsx'
import { useCall } from '../gateway/use-call.ts'
import { AREA_BY_KIND, AREAS, type Area, expiredLogoutUrl, signedOutUrl } from '../router/area.ts'
import { page } from '../router/pages.ts'
import { readReturnAddress } from './return-address.ts'
import { lastCallKey, recordSignOut, wasSignedIn } from './session-memory.ts'

muteGatewayLog()

const open = (area: Area, address: string, session: DeclaredReply) =>
  openAsVisitor(area, [page('signed-in', address, 'Claims', async () => () => 'Claims of the user')], {
    address: `${address}?year=2025`,
    replies: [session],
  })
const withTarget = (path: string, target: string) => `${path}?${new URLSearchParams({ TARGET: `${target}?year=2025` })}`

test.each([
  ['a provider’s session', AREAS.members, MEMBER_PATHS.claims, reply(isMemberUser, false)],
  ['a member’s session', AREAS.providers, PROVIDER_PATHS.claims, reply(isProviderUser, false)],
  ['no session', AREAS.members, MEMBER_PATHS.claims, failWith(isMemberUser, 401)],
])(
  '%s opens no page of another area and leads to its login with the page as TARGET',
  async (_, area, path, session) => {
    const { opened, container } = open(area, path, session)
    await expect.poll(() => opened).toEqual([withTarget(area.login, path)])
    expect(container.textContent).not.toContain('Claims of the user')
  },
)

test('an expired session leads to the login’s notice and back to the page', async () => {
  localStorage.setItem(lastCallKey('members'), String(now()))
  const { opened } = open(AREAS.members, MEMBER_PATHS.claims, failWith(isMemberUser, 401))
  await expect.poll(() => opened).toEqual([expiredLogoutUrl(AREAS.members)])
  expect(readReturnAddress(AREAS.members)).toBe(`${MEMBER_PATHS.claims}?year=2025`)
})

const nextLink = () => browser.getByRole('main').getByRole('link', { name: 'Next' })

/** A page of each area whose links lead to a page that makes several calls. */
const openSignedIn = async (who: Me) => {
  const area = AREA_BY_KIND[who.kind]
  const Busy = () => {
    const loaded = [useCall(area.keepAliveCall), useCall(trackUser), useCall(me)]
    return loaded.map(({ state }) => state).join()
  }
  const rendered = openAsUser(
    [
      page('signed-in', area.home, 'Home', async () => () => <a href={`${area.home}/next`}>Next</a>),
      page('signed-in', `${area.home}/next`, 'Next', async () => Busy),
    ],
    { address: area.home, me: who, replies: [answerLogout(area)] },
  )
  await expect.element(nextLink()).toBeVisible()
  passTime(1000)
  return { area, ...rendered }
}

test.each([SAA, MEMBER, STAFF])('a link of a $kind after the session ended leads once, to the notice', async (who) => {
  const { area, opened, setReplies } = await openSignedIn(who)
  setReplies(...[area.isUserCall, area.keepAliveCall, trackUser, me].map((call) => failWith(call, 401)))
  await userEvent.click(nextLink())
  await expect.poll(() => opened).toEqual([expiredLogoutUrl(area)])
  expect(readReturnAddress(area)).toBe(`${area.home}/next`)
  // Replies of the other calls have arrived too.
  await new Promise((resolve) => setTimeout(resolve))
  expect(opened).toEqual([expiredLogoutUrl(area)])
})

/** Another window of this browser. */
function openOtherWindow() {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  return { close: () => frame.remove(), storage: frame.contentWindow?.localStorage as Storage }
}

test.each([SAA, MEMBER, STAFF])(
  'a $kind who signs out in another tab is led to the login page at once',
  async (who) => {
    const { area, opened } = await openSignedIn(who)
    const other = openOtherWindow()
    other.storage.setItem(`portico.${area.name}.signed-out`, String(now()))
    await expect.poll(() => opened).toEqual([signedOutUrl(area)])
    other.close()
  },
)

test('a sign-out from before the page was opened, or of another area, does not end the session', async () => {
  localStorage.setItem('portico.providers.signed-out', String(now() - 1))
  const { opened } = await openSignedIn(SAA)
  const other = openOtherWindow()
  other.storage.setItem('portico.members.signed-out', String(now()))
  other.storage.setItem('portico.providers.signed-out', String(now() + 60_000))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(opened).toEqual([])
  other.close()
})

test('a tab that missed the sign-out leaves when it is shown', async () => {
  const { area, opened } = await openSignedIn(SAA)
  recordSignOut(area.name)
  expect(opened).toEqual([])
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => opened).toEqual([signedOutUrl(area)])
})

test('a call that is refused before the tab knows of the sign-out leads to the notice of the sign-out', async () => {
  const { area, opened, setReplies } = await openSignedIn(SAA)
  setReplies(...[area.isUserCall, area.keepAliveCall, trackUser, me].map((call) => failWith(call, 401)))
  recordSignOut(area.name)
  await userEvent.click(nextLink())
  await expect.poll(() => opened).toEqual([signedOutUrl(area)])
  expect(readReturnAddress(area)).toBeUndefined()
})

test('signing out is recorded for other tabs before the page is left', async () => {
  const { area, opened } = await openSignedIn(SAA)
  await userEvent.click(browser.getByRole('button', { name: /Your account/ }))
  await userEvent.click(browser.getByRole('link', { name: 'Sign out' }))
  await expect.poll(() => opened).toEqual([area.logout])
  expect(wasSignedIn(area.name)).toBe(false)
})

test('a session whose second factor is due leads to the factor page and back', async () => {
  const due = failWith(isMemberUser, 403, JSON.stringify({ entity: { messageCode: 'factor-due' } }))
  const { opened } = open(AREAS.members, MEMBER_PATHS.claims, due)
  await expect.poll(() => opened).toEqual([withTarget(MEMBER_PATHS.factor, MEMBER_PATHS.claims)])
})
