import {
  confirmPeople,
  decideRequest,
  listActiveAgain,
  listPeople,
  listRequests,
  listScopes,
} from '@portico/core/access/calls'
import { PEOPLE_PAGE_SIZE } from '@portico/core/access/limits'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { WaitingRequest } from '@portico/core/access/request-shapes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accessUser, lastInput, openAsUser, pageOf, SAA, SCOPE } from '../../../test/area.tsx'
import { expectAccessible, expectFits, reply } from '../../../test/render.tsx'
import { button, expectAlert, expectHeading, expectSummary, tabTo } from '../../../test/wizard.tsx'
import '../access.css'
import { administrationPage } from '../pages.tsx'

const NO_REQUESTS = { rows: [], total: 0, pageSize: 50 }
const open = (address: string) =>
  openAsUser([administrationPage], {
    address,
    me: SAA,
    replies: [
      reply(listScopes, [SCOPE]),
      reply(listRequests, NO_REQUESTS),
      reply(listActiveAgain, NO_REQUESTS),
      reply(listPeople, ({ due, search, offset = '0' }) => {
        const total = due || search === 'zoe7@office.example' ? 1 : 60
        const { rows } = pageOf(total, accessUser, Number(offset) / PEOPLE_PAGE_SIZE, PEOPLE_PAGE_SIZE)
        return { total, people: rows, actions: [] }
      }),
      reply(confirmPeople, { confirmed: 1 }),
    ],
  })
const search = () => page.getByLabelText('Name or email')

test('an SAA finds a person by keyboard, and Back restores the whole list', async () => {
  open(ACCESS_PAGES.people)
  await expect.element(page.getByText('60 entries')).toBeVisible()
  await tabTo(search())
  await userEvent.keyboard('zoe7@office.example{Enter}')
  await expect.element(page.getByText('1 entry')).toBeVisible()
  expect(page.getByRole('row').elements()).toHaveLength(2)
  history.back()
  await expect.element(page.getByText('60 entries')).toBeVisible()
  await expect.element(search()).toHaveValue('')
})

test('an SAA confirms people by keyboard, and selects at least one', async () => {
  const rendered = open(ACCESS_PAGES.confirm)
  await expectHeading('Confirm people')
  await expect.element(button('Confirm')).toBeVisible()
  await tabTo(button('Confirm'))
  await userEvent.keyboard('{Enter}')
  await expectSummary('Please select at least one person.')
  await tabTo(page.getByRole('checkbox', { name: /^Zoe Vale 0/ }))
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('checkbox', { name: 'Select all' })).toBeChecked()
  await expectAccessible(rendered.container)
  rendered.setReplies(reply(listPeople, { total: 0, people: [], actions: [] }))
  await tabTo(button('Confirm 1 person'))
  await userEvent.keyboard('{Enter}')
  await expectAlert('1 person is confirmed for another 180 days.')
  await expect.element(page.getByText('No one’s access needs to be confirmed right now.')).toBeVisible()
  expect(lastInput(rendered, confirmPeople)).toEqual({ grantIds: ['grant-0'] })
})

test('the people’s page says how many people must be confirmed', async () => {
  open(ACCESS_PAGES.people)
  await expect.element(page.getByRole('heading', { name: '1 person’s access has to be confirmed' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Confirm people' })).toHaveAttribute('href', ACCESS_PAGES.confirm)
})

const REQUEST: WaitingRequest = {
  reference: '7QK4M-2XWHD',
  phoneExt: '',
  role: 'AU',
  requestedOn: '2026-03-02T15:00:00.000Z',
  expiresOn: '',
  firstName: 'Robin',
  lastName: 'Sample',
  email: 'robin@office.example',
  phone: '',
  scopes: [SCOPE],
  permissions: ['HOME', 'ELIG', 'CLAIM'],
  givable: ['HOME', 'ELIG', 'CLAIM'],
  canTrim: true,
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

test.each([
  ['not confirmed', { emailConfirmed: false, emailKnown: false }],
  ['confirmed', { emailConfirmed: true, emailKnown: true }],
])('list and decision say that the address is %s, and nothing but the minimum is checked', async (label, email) => {
  const rendered = open(ACCESS_PAGES.people)
  const known = email.emailKnown ? 'Address known here' : 'Address not known here'
  rendered.setReplies(
    reply(listRequests, { rows: [{ ...REQUEST, ...email }], total: 1, pageSize: 50 }),
    reply(decideRequest, { reference: REQUEST.reference, state: 'ACTIVE' }),
  )
  const waiting = page.getByRole('region', { name: 'Waiting for your decision' })
  await expect.element(waiting).toMatchTextContent(`Email ${label}`)
  await expect.element(waiting).toMatchTextContent(known)
  await userEvent.click(page.getByRole('link', { name: 'Review the request of Robin Sample' }))
  await expectHeading('Access request of Robin Sample')
  const main = page.getByRole('main')
  for (const text of [`Email ${label}`, known, 'has not verified the name Robin Sample'])
    await expect.element(main).toMatchTextContent(text)
  await expect.element(page.getByRole('checkbox', { name: 'Portal home' })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: 'Claim status' })).not.toBeChecked()
  await expectFits(rendered.container)
  await userEvent.click(page.getByRole('checkbox', { name: 'Member eligibility' }))
  await userEvent.click(button('Accept'))
  await expect.poll(() => lastInput(rendered, decideRequest)).toMatchObject({ permissions: ['HOME', 'ELIG'] })
})

test('a rejection requires a reason, which is sent', async () => {
  const rendered = open(ACCESS_PAGES.request(REQUEST.reference))
  rendered.setReplies(
    reply(listRequests, { rows: [REQUEST], total: 1, pageSize: 50 }),
    reply(decideRequest, () => {
      rendered.setReplies(reply(listRequests, NO_REQUESTS))
      return { reference: REQUEST.reference, state: 'REJECTED' as const }
    }),
  )
  await userEvent.click(button('Reject'))
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabelText('Reason')
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  await expect.element(reason).toHaveAccessibleDescription(expect.stringContaining('Required.'))
  expect(lastInput(rendered, decideRequest)).toBeUndefined()
  await expectAccessible(rendered.container)
  await userEvent.fill(reason, 'Please ask for the role of an Access User.')
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  await expectAlert('The request of Robin Sample is rejected. We emailed them the reason.')
  expect(lastInput(rendered, decideRequest)).toMatchObject({ reason: 'Please ask for the role of an Access User.' })
})

test('a request that was decided elsewhere is not waiting', async () => {
  open(ACCESS_PAGES.request(REQUEST.reference))
  await expectHeading('This request is not waiting for you')
})
