import type { Account, AccountRow } from '@portico/core/access/account-shapes'
import {
  listAccounts,
  listActiveAgain,
  listHistory,
  listRequests,
  openAccount,
  openStaffNotes,
} from '@portico/core/access/calls'
import type { WaitingRequest } from '@portico/core/access/request-shapes'
import { INTERNAL_PATHS } from '@portico/core/constants'
import { REQUIRED } from '@portico/core/forms/messages'
import { confirmOwner, resetFactors } from '@portico/core/signon/factors/calls'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lastInput, openAsUser, pageOf, STAFF } from '../../../test/area.tsx'
import { expectAccessible, failWith, reply } from '../../../test/render.tsx'
import { button, expectAlert, expectNone, field, muteGatewayLog } from '../../../test/wizard.tsx'
import '../access.css'
import { staffPages } from '../console-pages.tsx'

muteGatewayLog()

const account = (index: number): AccountRow => ({
  accountId: `account-${index}`,
  name: `Zoe Vale ${String(index).padStart(2, '0')}`,
  kind: 'provider',
  state: 'INVITED',
  userName: '',
  email: `zoe${index}@office.example`,
  roles: ['AU'],
  created: '2026-03-02T15:00:00.000Z',
  lastSignIn: '',
})
const LONG: AccountRow = {
  ...account(0),
  accountId: 'long',
  name: `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)} Featherstonehaugh-Cholmondeley-Marjoribanks`,
  email: `${'long'.repeat(12)}@office.example`,
}
const openPeople = (...rows: AccountRow[]) =>
  openAsUser(staffPages, {
    address: INTERNAL_PATHS.people,
    me: STAFF,
    replies: [
      reply(listAccounts, ({ page }) =>
        rows.length > 0 ? pageOf(rows.length, (index) => rows[index] ?? LONG) : pageOf(60, account, page),
      ),
      reply(listActiveAgain, { rows: [], total: 0, pageSize: 25 }),
      failWith(openAccount, 503),
    ],
  })
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

test('a very long name wraps and leaves the other columns in one line', async () => {
  openPeople(LONG, account(1))
  await expect.element(row('Wolfeschlegel')).toBeVisible()
  const list = page.getByRole('region', { name: 'List of people' }).element()
  expect(list.scrollWidth).toBeLessThanOrEqual(list.clientWidth)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  for (const text of ['Provider user', 'AU', 'zoe1@office.example', 'Invited', 'Never'])
    expect(linesOf(row('Zoe').getByText(text, { exact: true }).element()), text).toBe(1)
})

/** Lines that an element's text takes. */
function linesOf(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].map(({ top }) => top)).size
}

test('Back restores the search, state, order and page of the console’s people', async () => {
  const rendered = openPeople()
  const search = page.getByLabelText('Search by name, email, user name or NPI')
  const name = page.getByRole('columnheader', { name: /^Name/ })
  const pager = page.getByRole('navigation', { name: 'Pages of people' })
  await userEvent.fill(search, 'zoe')
  await expect.poll(() => lastInput(rendered, listAccounts)).toMatchObject({ search: 'zoe' })
  await userEvent.selectOptions(field('State'), 'Invited')
  await userEvent.click(name.getByRole('button'))
  await userEvent.click(pager.getByRole('button', { name: 'Next' }))
  await expect.element(pager).toMatchTextContent('51–60 of 60')
  await userEvent.click(page.getByRole('link', { name: 'Zoe Vale 59' }))
  await expectNone(search)
  history.back()
  await expect.element(pager).toMatchTextContent('51–60 of 60')
  await expect.element(search).toHaveValue('zoe')
  await expect.element(field('State')).toHaveValue('INVITED')
  await expect.element(name).toHaveAttribute('aria-sort', 'descending')
  expect(lastInput(rendered, listAccounts)).toEqual({
    search: 'zoe',
    state: 'INVITED',
    sort: 'name',
    descending: 'true',
    page: '1',
  })
})

const PERSON: Account = {
  ...account(1),
  state: 'ACTIVE',
  firstName: 'Zoe',
  lastName: 'Vale 01',
  phone: '',
  phoneExt: '',
  memberId: '',
  brand: 'harborview',
  activated: '',
  suspendedReason: '',
  openSessions: 0,
  isMe: false,
  actions: [],
  ownerAddresses: [],
  grants: [],
}

test('staff confirm the owner of a reported account and choose the address that gets the link', async () => {
  const person: Account = {
    ...PERSON,
    actions: ['confirmOwner'],
    ownerAddresses: [
      { email: 'later@mail.example', until: '' },
      { email: 'zoe1@office.example', until: '2026-03-02T15:00:00.000Z' },
    ],
  }
  const rendered = openAsUser(staffPages, {
    address: `${INTERNAL_PATHS.people}?account=account-1`,
    me: STAFF,
    replies: [reply(openAccount, person), reply(listHistory, []), reply(confirmOwner, true)],
  })
  await userEvent.click(page.getByRole('button', { name: 'Confirm the owner' }))
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Confirm and send the link' })
  await userEvent.click(confirm)
  await expect.element(dialog.getByRole('group')).toHaveAccessibleDescription(expect.stringContaining(REQUIRED))
  expect(rendered.sent.some(({ path }) => path === confirmOwner.path)).toBe(false)
  await userEvent.click(dialog.getByLabelText('zoe1@office.example'))
  await userEvent.click(confirm)
  await expect.element(page.getByText('We emailed a link to set a new password to zoe1@office.example.')).toBeVisible()
  expect(lastInput(rendered, confirmOwner)).toEqual({ accountId: 'account-1', email: 'zoe1@office.example' })
})

test('staff reset a lost second factor only after a confirmation, which says what follows', async () => {
  const rendered = openAsUser(staffPages, {
    address: `${INTERNAL_PATHS.people}?account=account-1`,
    me: STAFF,
    replies: [
      reply(openAccount, { ...PERSON, actions: ['resetFactors'] }),
      reply(listHistory, []),
      reply(resetFactors, true),
    ],
  })
  await userEvent.click(button('Reset second factor'))
  const dialog = page.getByRole('dialog', { name: 'Reset the second factor of Zoe Vale 01?' })
  await expect.element(dialog).toMatchTextContent('They must confirm by email.')
  expect(lastInput(rendered, resetFactors)).toBeUndefined()
  await expectAccessible(rendered.container)
  await userEvent.click(dialog.getByRole('button', { name: 'Reset second factor' }))
  await expectAlert('We emailed Zoe Vale 01 to confirm. The second factor is reset 24 hours after that.')
  expect(lastInput(rendered, resetFactors)).toEqual({ accountId: 'account-1' })
})

const REQUEST: WaitingRequest = {
  reference: '7QK4M-2XWHD',
  phoneExt: '',
  role: 'AU',
  requestedOn: '2026-03-02T15:00:00.000Z',
  expiresOn: '',
  firstName: 'Zoe',
  lastName: 'Vale',
  email: 'zoe@office.example',
  phone: '',
  scopes: [{ entity: 'NPI:1100000011', kind: 'NPI', id: '1100000011', name: 'Amara Whitfield' }],
  permissions: ['HOME'],
  givable: ['HOME'],
  canTrim: false,
  npi: '1100000011',
  path: 'APPROVAL',
  contactName: '',
  signatoryEmail: '',
  validatedBy: '',
  emailConfirmed: false,
  emailKnown: false,
  competing: [],
  delayed: false,
  assignedTo: '',
  dueOn: '',
  onHoldSince: '',
  objections: [],
}

test('Back restores the order of the console’s requests', async () => {
  const opening = new Promise<never>(() => {})
  openAsUser(staffPages, {
    address: INTERNAL_PATHS.requests,
    me: STAFF,
    replies: [
      failWith(openStaffNotes, 503),
      reply(listRequests, ({ reference }) => (reference ? opening : pageOf(1, () => REQUEST))),
    ],
  })
  const requested = page.getByRole('columnheader', { name: /^Requested/ })
  await userEvent.click(requested.getByRole('button'))
  await expect.element(requested).toHaveAttribute('aria-sort', 'descending')
  await userEvent.click(page.getByRole('link', { name: 'Decide about Zoe Vale, 7QK4M-2XWHD' }))
  await expectNone(requested)
  history.back()
  await expect.element(requested).toHaveAttribute('aria-sort', 'descending')
})

test('staff read an SAA’s objection in the list, at the request and before they accept', async () => {
  const objections = [{ name: 'Ann Objecting', since: '2026-03-02T15:00:00.000Z' }]
  const rendered = openAsUser(staffPages, {
    address: INTERNAL_PATHS.requests,
    me: STAFF,
    replies: [
      failWith(openStaffNotes, 503),
      reply(
        listRequests,
        pageOf(1, () => ({ ...REQUEST, objections })),
      ),
    ],
  })
  await expect.element(row('Zoe')).toMatchTextContent('Ann Objecting objects')
  await userEvent.click(page.getByRole('link', { name: 'Decide about Zoe Vale, 7QK4M-2XWHD' }))
  await expect.element(page.getByText(/^Ann Objecting objected to this request on /)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Review NPI 1100000011' }))
    .toHaveAttribute('href', `${INTERNAL_PATHS.providers}?npi=1100000011`)
  await expectAccessible(rendered.container)
  await userEvent.click(page.getByRole('button', { name: /^Accept/ }))
  const dialog = page.getByRole('dialog', { name: 'Accept the request of Zoe Vale?' })
  await expect.element(dialog).toMatchTextContent('Ann Objecting objects to this request.')
  await userEvent.keyboard('{Escape}')
  await expectNone(dialog)
})
