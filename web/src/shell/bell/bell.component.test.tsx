import { bellEntries, readAllBellEntries, readBellEntry } from '@portico/core/bell/calls'
import type { BellEntry } from '@portico/core/bell/shapes'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PageHeading } from '#kit/page-heading.tsx'
import { lastInput, openAsUser, SAA } from '../../../test/area.tsx'
import { type DeclaredReply, expectFits, refuse, reply } from '../../../test/render.tsx'
import { button, countSent, expectNone, muteGatewayLog } from '../../../test/wizard.tsx'
import type { PortalPage } from '../router/pages.ts'

muteGatewayLog()

const entry = (number: number, change: Partial<BellEntry> = {}): BellEntry => ({
  entryId: `entry-${number}`,
  kind: 'REQUESTS',
  says: `Access request R-${number} is waiting for your decision.`,
  page: PROVIDER_PATHS.status,
  on: '2026-03-02T15:00:00.000Z',
  read: false,
  ...change,
})

const blank = (path: string, title: string): PortalPage => ({
  path,
  title,
  audience: 'signed-in',
  load: async () => () => <PageHeading>{title}</PageHeading>,
})
const PAGES = [blank(PROVIDER_PATHS.home, 'Portal home'), blank(PROVIDER_PATHS.status, 'Your requests')]

const open = (unread: number, ...replies: DeclaredReply[]) =>
  openAsUser(PAGES, { address: PROVIDER_PATHS.home, me: { ...SAA, unread }, replies })
const bell = (name: string) => page.getByRole('button', { name, exact: true })

test('the bell names the number of unread entries, announces nothing when a page loads, and loads nothing before it opens', async () => {
  const rendered = open(3)
  await expect.element(bell('Notifications, 3 unread')).toBeVisible()
  expect(rendered.container.querySelector('.bell [aria-live]')?.textContent).toBe('')
  expect(countSent(rendered, bellEntries)).toBe(0)
  await expectFits(rendered.container)
})

test('more than 99 unread entries are named as that', async () => {
  open(100)
  await expect.element(bell('Notifications, more than 99 unread')).toBeVisible()
})

test('the list opens by keyboard, and following an entry marks it as read and leads to its page', async () => {
  const rendered = open(
    2,
    reply(bellEntries, { entries: [entry(1), entry(2, { read: true })], hasOlder: false }),
    reply(readBellEntry, { unread: 1 }),
  )
  await expect.element(bell('Notifications, 2 unread')).toBeVisible()
  bell('Notifications, 2 unread').element().focus()
  await userEvent.keyboard('{Enter}')
  const link = page.getByRole('link', { name: 'Unread: Access request R-1 is waiting for your decision.' })
  await expect.element(link).toBeVisible()
  await expectFits(rendered.container)
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(link).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Your requests' })).toBeVisible()
  expect(lastInput(rendered, readBellEntry)).toEqual({ entryId: 'entry-1', on: '2026-03-02T15:00:00.000Z' })
  await expect.element(bell('Notifications, 1 unread')).toBeVisible()
  await expect
    .poll(() => rendered.container.querySelector('.bell [aria-live]')?.textContent)
    .toBe('1 unread notification.')
})

test('an entry that is read is not marked again', async () => {
  const rendered = open(0, reply(bellEntries, { entries: [entry(2, { read: true })], hasOlder: false }))
  await userEvent.click(bell('Notifications'))
  await userEvent.click(page.getByRole('link', { name: /^Access request R-2/ }))
  await expect.element(page.getByRole('heading', { name: 'Your requests' })).toBeVisible()
  expect(countSent(rendered, readBellEntry)).toBe(0)
})

test('all entries are marked as read at once', async () => {
  const rendered = open(
    2,
    reply(bellEntries, { entries: [entry(1), entry(2)], hasOlder: false }),
    reply(readAllBellEntries, { unread: 0 }),
  )
  await userEvent.click(bell('Notifications, 2 unread'))
  await userEvent.click(button('Mark all as read'))
  await expect.element(bell('Notifications')).toBeVisible()
  expect(lastInput(rendered, readAllBellEntries)).toEqual({ until: '2026-03-02T15:00:00.000Z' })
  await expectNone(page.getByText('Unread:'))
  await expectNone(button('Mark all as read'))
})

test('older entries are added below', async () => {
  const rendered = open(
    0,
    reply(bellEntries, ({ olderThan }) =>
      olderThan ? { entries: [entry(2)], hasOlder: false } : { entries: [entry(1)], hasOlder: true },
    ),
  )
  await userEvent.click(bell('Notifications'))
  await userEvent.click(button('Show older'))
  await expect.element(page.getByRole('link', { name: /R-2/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /R-1/ })).toBeVisible()
  expect(lastInput(rendered, bellEntries)).toEqual({ olderThan: 'entry-1' })
  await expectNone(button('Show older'))
})

test('an empty bell says so', async () => {
  open(0, reply(bellEntries, { entries: [], hasOlder: false }))
  await userEvent.click(bell('Notifications'))
  await expect.element(page.getByText('You have no notifications.')).toBeVisible()
})

test('a list that could not be loaded says so and can be tried again', async () => {
  const rendered = open(1, refuse(bellEntries, { message: 'Not loaded.' }))
  await userEvent.click(bell('Notifications, 1 unread'))
  await expect.element(page.getByText('Not loaded.')).toBeVisible()
  rendered.setReplies(reply(bellEntries, { entries: [entry(1)], hasOlder: false }))
  await userEvent.click(button('Try again'))
  await expect.element(page.getByRole('link', { name: /R-1/ })).toBeVisible()
  await expectNone(page.getByText('Not loaded.'))
})
