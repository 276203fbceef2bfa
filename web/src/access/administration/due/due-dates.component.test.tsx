import { ACCESS_PAGES } from '@portico/core/access/pages'
import { dueDates, makeFeed, withdrawFeed } from '@portico/core/signon/calendar/calls'
import { DUE_KINDS } from '@portico/core/signon/calendar/due'
import type { DueDates } from '@portico/core/signon/calendar/shapes'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openAsUser, SAA } from '../../../../test/area.tsx'
import { type DeclaredReply, expectAccessible, expectFits, refuse, reply } from '../../../../test/render.tsx'
import {
  button,
  countSent,
  expectAlert,
  expectHeading,
  expectNone,
  muteGatewayLog,
  tabTo,
} from '../../../../test/wizard.tsx'
import '../../access.css'
import { administrationPage } from '../../pages.tsx'

muteGatewayLog()
beforeEach(() => page.viewport(1280, 800))

const NO_FEED = { madeOn: '', readOn: '' }
const DUE: DueDates = {
  today: '2026-03-10',
  due: [
    { kind: 'CONFIRM', day: '2026-03-02', overdue: true, count: 1 },
    { kind: 'REQUESTS', day: '2026-03-10', overdue: false, count: 2 },
    { kind: 'VERIFY', day: '2026-03-20', overdue: false, count: 1200 },
  ],
  feed: NO_FEED,
}
const MADE = { madeOn: '2026-03-09T14:00:00.000Z', readOn: '' }
const ADDRESS = `https://providers.harborview.example/calendar/${'aB3_'.repeat(10)}xyz.ics`

const open = (found: DueDates, ...replies: DeclaredReply[]) =>
  openAsUser([administrationPage], {
    address: ACCESS_PAGES.due,
    me: SAA,
    replies: [reply(dueDates, found), ...replies],
  })
const entries = () => page.getByRole('main').getByRole('listitem')
const dialog = () => page.getByRole('dialog')

test('lists what is due by date, with the page to do it and what happens otherwise', async () => {
  const { container } = open(DUE)
  await expectHeading('Due dates')
  const texts = entries()
    .elements()
    .map(({ textContent }) => textContent)
  expect(texts).toEqual([
    expect.stringMatching(/^Confirm the access of 1 person.*Overdue.*Since March 2, 2026.*can be suspended any day/),
    expect.stringMatching(/^Decide 2 access requests.*Today.*By March 10, 2026.*expires/),
    expect.stringMatching(/^Verify 1,200 directory entries.*By March 20, 2026.*members are told/),
  ])
  await expect
    .element(page.getByRole('link', { name: 'Confirm the access of 1 person' }))
    .toHaveAttribute('href', ACCESS_PAGES.confirm)
  await expectFits(container)
})

test('fits a phone with every kind at once', async () => {
  await page.viewport(360, 800)
  const due = DUE_KINDS.map((kind) => ({ kind, day: '2026-03-21', overdue: false, count: 12345 }))
  const { container } = open({ ...DUE, due, feed: { ...MADE, readOn: MADE.madeOn } })
  await expectHeading('Due dates')
  expect(entries().elements()).toHaveLength(DUE_KINDS.length)
  await expectFits(container)
  await expectAccessible(container)
})

test('says that nothing is due', async () => {
  open({ ...DUE, due: [] })
  await expect.element(page.getByText('Nothing is due in the next 30 days.')).toBeVisible()
})

test('makes an address by keyboard, shows it once, and Escape does not close it', async () => {
  const rendered = open(DUE, reply(makeFeed, { address: ADDRESS }))
  await expect.element(button('Make a private address')).toBeVisible()
  await expectNone(button('Withdraw the address'))
  await tabTo(button('Make a private address'))
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).toMatchTextContent(ADDRESS)
  await expectFits(document.body)
  await expectAccessible(rendered.container)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).toMatchTextContent(ADDRESS)
  rendered.setReplies(reply(dueDates, { ...DUE, feed: MADE }))
  await userEvent.click(dialog().getByRole('button', { name: 'I’ve saved it' }))
  await expect.element(page.getByText('No calendar has read it yet.')).toBeVisible()
  await expectNone(page.getByText(ADDRESS))
})

test('withdraws the address, and says so', async () => {
  const rendered = open({ ...DUE, feed: { ...MADE, readOn: '2026-03-09T18:00:00.000Z' } }, reply(withdrawFeed, true))
  await expect.element(page.getByText(/A calendar last read it around Mar 9, 2026, 2:00 PM EDT/)).toBeVisible()
  rendered.setReplies(reply(dueDates, DUE))
  await userEvent.click(button('Withdraw the address'))
  await expectAlert('The address is withdrawn. Calendars that use it no longer get these dates.')
  await expect.element(button('Make a private address')).toBeVisible()
  expect(countSent(rendered, withdrawFeed)).toBe(1)
})

test('says why no address was made', async () => {
  open(DUE, refuse(makeFeed, { message: 'Due dates are listed for Senior Access Administrators.' }, 404))
  await userEvent.click(button('Make a private address'))
  await expectAlert('Due dates are listed for Senior Access Administrators.')
  await expectNone(dialog())
})
