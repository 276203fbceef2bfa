import { INTERNAL_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import * as views from '@portico/core/staff-views/calls'
import { VIEW_REASON_NEEDED } from '@portico/core/staff-views/sentences'
import type { StaffView, UnmaskRequest } from '@portico/core/staff-views/shapes'
import { afterEach, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { page } from '#shell/router/pages.ts'
import { lastInput, openAsUser, SAA, STAFF } from '../../test/area.tsx'
import { passTime } from '../../test/clock.ts'
import { expectAccessible, expectFits, refuse, reply } from '../../test/render.tsx'
import { alert, button, expectAlert, expectNone } from '../../test/wizard.tsx'
import { unmaskingPage, viewsPage } from './console-pages.ts'

afterEach(() => sessionStorage.clear())

const VIEW: StaffView = {
  viewId: 'view-1',
  name: 'Sandra Ashgrove-Featherstonehaugh of the Tidewater Family Practice',
  userName: 'sandra4821',
  reason: 'Called about a missing claim',
  openedAt: '2026-03-02T15:00:00.000Z',
  endsAt: '2026-03-02T15:15:00.000Z',
  secondsLeft: 754,
  unmasking: 'NONE',
}
const PERSON = { accountId: 'account-1', name: VIEW.name, userName: 'sandra4821', email: 'sandra@office.example' }
const people = { rows: [{ ...PERSON, roles: ['SAA' as const] }], total: 1, pageSize: 25 }
const AGENT = { ...STAFF, staffRole: 'SUPPORT' as const, opens: ['views'] }

const openViews = (own: StaffView[] = []) =>
  openAsUser([viewsPage], {
    address: INTERNAL_PATHS.views,
    me: AGENT,
    replies: [reply(views.findPeopleToView, people), reply(views.listViews, own), reply(views.openView, VIEW)],
  })

test('an agent opens a view with a reason, and comes to the home page of the person', async () => {
  const rendered = openViews()
  const { container, opened } = rendered
  await expect.element(browser.getByText('You have not opened a view yet.')).toBeVisible()
  await expectAccessible(container)
  await userEvent.click(button(`See as ${VIEW.name}`))
  await userEvent.click(button('Open the view'))
  await expect.element(browser.getByText(VIEW_REASON_NEEDED)).toBeVisible()
  await expectAccessible(container)
  await userEvent.fill(browser.getByLabelText('Reason'), ' Called ')
  await userEvent.click(button('Open the view'))
  await expect.poll(() => opened).toEqual([PROVIDER_PATHS.home])
  expect(lastInput(rendered, views.openView)).toEqual({ accountId: 'account-1', reason: 'Called' })
  expect(sessionStorage.getItem('portico.view')).toBe('view-1')
})

test('an agent returns to the open view or ends it, and an ended one offers neither', async () => {
  const ended = { ...VIEW, viewId: 'view-0', name: 'Uma Carrington', secondsLeft: 0 }
  const rendered = openViews([VIEW, ended])
  const { opened, setReplies } = rendered
  setReplies(reply(views.endView, true))
  await expect.element(button(`Go to the view of ${VIEW.name}`)).toBeVisible()
  await expectNone(browser.getByRole('button', { name: 'Go to the view of Uma Carrington' }))
  await userEvent.click(button(`End the view of ${VIEW.name}`))
  await expectAlert('The view has ended.')
  expect(lastInput(rendered, views.endView)).toEqual({ viewId: 'view-1' })
  await userEvent.click(button(`Go to the view of ${VIEW.name}`))
  await expect.poll(() => opened).toEqual([PROVIDER_PATHS.home])
})

test('on a phone the page of the views fits', async () => {
  await browser.viewport(390, 844)
  const { container } = openViews([VIEW])
  await expect.element(button(`Go to the view of ${VIEW.name}`)).toBeVisible()
  await expectFits(container)
})

const REQUEST: UnmaskRequest = {
  viewId: 'view-1',
  agent: 'Sylvia Quimby',
  name: VIEW.name,
  userName: VIEW.userName,
  viewReason: VIEW.reason,
  reason: 'The claim itself is in question',
  askedAt: VIEW.openedAt,
  endsAt: VIEW.endsAt,
}
const openRequests = (requests: UnmaskRequest[]) =>
  openAsUser([unmaskingPage], {
    address: INTERNAL_PATHS.unmasking,
    me: STAFF,
    replies: [reply(views.listUnmaskRequests, requests), reply(views.decideUnmasking, true)],
  })

test.each([
  ['Show the data', true, /shows claims and members’ data\.$/],
  ['Decline', false, /^You declined the request of Sylvia Quimby\.$/],
] as const)('a reviewer decides with %s', async (label, approve, said) => {
  const rendered = openRequests([REQUEST])
  const { container, setReplies } = rendered
  await expect.element(browser.getByText(REQUEST.reason)).toBeVisible()
  await expectAccessible(container)
  setReplies(reply(views.listUnmaskRequests, []))
  await userEvent.click(button(label))
  await expect.element(alert()).toMatchTextContent(said)
  expect(lastInput(rendered, views.decideUnmasking)).toEqual({ viewId: 'view-1', approve })
  await expect.element(browser.getByText('No support agent is asking now.')).toBeVisible()
})

test('a decision that comes too late is refused with a sentence', async () => {
  const { setReplies } = openRequests([REQUEST])
  setReplies(refuse(views.decideUnmasking, { message: 'We could not find this view, or it has ended.' }, 404))
  await userEvent.click(button('Show the data'))
  await expectAlert('We could not find this view, or it has ended.')
})

/** A page of the portal inside the view, and the header of each call that it sends. */
function openInView(view: StaffView) {
  sessionStorage.setItem('portico.view', 'view-1')
  const home = page('signed-in', PROVIDER_PATHS.home, 'Home', async () => () => 'Home of the person')
  const profile = { ...page('signed-in', PROVIDER_PATHS.profile, 'Profile', async () => () => 'Profile') }
  const rendered = openAsUser([home, { ...profile, nav: { label: 'Profile', inAccountMenu: true as const } }], {
    address: PROVIDER_PATHS.home,
    me: SAA,
    replies: [reply(views.describeView, view)],
  })
  const headers = new Map<string, string | null>()
  const declared = globalThis.fetch
  globalThis.fetch = (address, init) => {
    headers.set(
      String(address)
        .replace(/^.*\/rest\//, '')
        .replace(/\?.*$/, ''),
      new Headers(init?.headers).get('x-portico-view'),
    )
    return declared(address, init)
  }
  return { ...rendered, headers }
}
const banner = () => browser.getByRole('region', { name: 'Support view' })

test('every page of a view says whose portal it is and how long it lasts', async () => {
  const { container } = openInView(VIEW)
  await expect.element(banner()).toMatchTextContent(VIEW.name)
  await expect.element(banner()).toMatchTextContent(/12:3\d left/)
  await expect.element(banner()).toMatchTextContent('Claims and members’ data are hidden.')
  await expectAccessible(container)
})

test('calls name the view, except those of the agent about the view', async () => {
  const { headers } = openInView(VIEW)
  await expect.element(banner()).toMatchTextContent('left')
  await expect.element(browser.getByText('Home of the person')).toBeVisible()
  await expect.poll(() => headers.get('sec/common/me')).toBe('view-1')
  expect(headers.get('sec/internal/view')).toBeNull()
})

test('a page of a view does not link to the profile', async () => {
  openInView(VIEW)
  await userEvent.click(browser.getByRole('button', { name: /Your account/ }))
  await expect.element(browser.getByRole('link', { name: 'Sign out' })).toBeVisible()
  await expectNone(browser.getByRole('link', { name: 'Profile' }))
})

test('the end button ends the view and goes back to the console', async () => {
  const rendered = openInView(VIEW)
  const { opened, setReplies } = rendered
  setReplies(reply(views.endView, true))
  await userEvent.click(button('End the view'))
  await expect.poll(() => opened).toEqual([INTERNAL_PATHS.views])
  expect(lastInput(rendered, views.endView)).toEqual({ viewId: 'view-1' })
  expect(sessionStorage.getItem('portico.view')).toBeNull()
})

test('the browser leaves a view whose time is over', async () => {
  const { opened } = openInView({ ...VIEW, secondsLeft: 1 })
  await expect.element(banner()).toMatchTextContent('0:01')
  expect(opened).toEqual([])
  passTime(1000)
  await expect.poll(() => opened).toEqual([INTERNAL_PATHS.views])
})

test('a view that has ended leads back to the console', async () => {
  const { opened } = openInView({ ...VIEW, secondsLeft: 0 })
  await expect.element(banner()).toMatchTextContent('This support view has ended.')
  await userEvent.click(button('Back to the console'))
  await expect.poll(() => opened).toEqual([INTERNAL_PATHS.views])
})

test('an agent asks to see claims, and the banner says that a colleague decides', async () => {
  const rendered = openInView(VIEW)
  const { container, setReplies } = rendered
  setReplies(reply(views.askToUnmask, true))
  await userEvent.click(button('Ask to show claims'))
  await userEvent.fill(browser.getByLabelText('Reason'), 'The claim itself is in question')
  await expectAccessible(container)
  setReplies(reply(views.describeView, { ...VIEW, unmasking: 'ASKED' }))
  await userEvent.click(button('Ask a colleague'))
  await expect.element(banner()).toMatchTextContent('A colleague has to approve your request.')
  await expectNone(browser.getByRole('button', { name: 'Ask to show claims' }))
  expect(lastInput(rendered, views.askToUnmask)).toEqual({
    viewId: 'view-1',
    reason: 'The claim itself is in question',
  })
})

test('on a phone the banner fits', async () => {
  await browser.viewport(390, 844)
  const { container } = openInView(VIEW)
  await expect.element(banner()).toMatchTextContent('left')
  await expectFits(container)
})
