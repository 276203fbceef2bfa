import {
  inviteMany,
  listActiveAgain,
  listPeople,
  listRequests,
  listScopes,
  invite as sendInvitation,
} from '@portico/core/access/calls'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { InviteManyResult } from '@portico/core/access/shapes'
import { STATUS } from '@portico/core/constants'
import { REQUIRED } from '@portico/core/forms/messages'
import { factorChoices, proveFactor } from '@portico/core/signon/factors/calls'
import { CURRENT_PASSWORD_WRONG, STEP_UP_CANCELED } from '@portico/core/signon/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accessUser, lastInput, openAsUser, SAA, SCOPE } from '../../../../test/area.tsx'
import { expectAccessible, expectFits, failWith, refuse, reply } from '../../../../test/render.tsx'
import {
  button,
  countSent,
  expectAlert,
  expectHeading,
  expectNone,
  expectSummary,
  field,
  muteGatewayLog,
} from '../../../../test/wizard.tsx'
import '../../access.css'
import { administrationPage } from '../../pages.tsx'

muteGatewayLog()

const AA = 'Access Administrator (AA)'
const AU = 'Access User (AU)'
const open = (address: string, scope = SCOPE) =>
  openAsUser([administrationPage], {
    address,
    me: SAA,
    replies: [
      reply(listScopes, [scope]),
      reply(listRequests, { rows: [], total: 0, pageSize: 50 }),
      reply(listActiveAgain, { rows: [], total: 0, pageSize: 25 }),
      reply(listPeople, { total: 1, people: [accessUser(2)], actions: [] }),
      reply(sendInvitation, { accountId: 'account-3', reference: '7QK4M-2XWHD', waiting: false }),
    ],
  })
const email = () => field('Email')
async function fillPerson() {
  await userEvent.fill(field('First name'), 'Ingrid')
  await userEvent.fill(field('Last name'), 'Vale')
  await userEvent.fill(email(), 'ingrid@office.example')
  await userEvent.click(field(AU))
}

test('an empty invitation reports its errors and is not sent', async () => {
  const rendered = open(ACCESS_PAGES.invite)
  await userEvent.click(button('Send the invitation'))
  await expectSummary(REQUIRED)
  await expect.element(field('First name')).toHaveAccessibleDescription(REQUIRED)
  await expectAccessible(rendered.container)
  expect(countSent(rendered, sendInvitation)).toBe(0)
})

test('an AA can invite only an AU, with the AA’s own functions', async () => {
  open(ACCESS_PAGES.invite, { ...SCOPE, myRole: 'AA', invites: ['AU'], permissions: ['HOME', 'CLAIM'] })
  await expect.element(field(AU)).toBeChecked()
  await expectNone(field(AA))
  await expect.element(page.getByRole('checkbox', { name: 'Claim status' })).toBeVisible()
  await expectNone(page.getByRole('checkbox', { name: 'SCO invoices' }))
})

test('the access of a colleague fills in role and functions', async () => {
  const rendered = open(ACCESS_PAGES.invite)
  await userEvent.fill(page.getByRole('combobox', { name: 'Same access as a colleague' }), 'zoe')
  const search = { entity: SCOPE.entity, colleagues: 'true', search: 'zoe' }
  await expect.poll(() => lastInput(rendered, listPeople)).toMatchObject(search)
  await userEvent.click(page.getByRole('option', { name: 'Zoe Vale 2, Access User, zoe2@office.example' }))
  await expect.element(field(AU)).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: 'Claim status' })).toBeChecked()
})

test('step-up in the middle of a form keeps the input', async () => {
  const rendered = open(ACCESS_PAGES.invite)
  const needsProof = failWith(sendInvitation, 401, JSON.stringify({ entity: { messageCode: 'step-up' } }))
  rendered.setReplies(
    needsProof,
    reply(factorChoices, { due: '', kinds: ['password'], canSetUp: [], passkeysElsewhere: false, sentTo: '' }),
  )
  await fillPerson()
  await userEvent.click(email())
  // Keyboard only from here on.
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const password = dialog.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveFocus()
  await expectFits(document.body)
  await userEvent.keyboard('{Escape}')
  await expectNone(dialog)
  await expectAlert(STEP_UP_CANCELED)
  await expect.element(email()).toHaveValue('ingrid@office.example')

  rendered.setReplies(refuse(proveFactor, { message: CURRENT_PASSWORD_WRONG }, STATUS.pageMessage))
  await userEvent.click(email())
  await userEvent.keyboard('{Enter}')
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('NotThisOne1{Enter}')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(CURRENT_PASSWORD_WRONG)
  await expect.element(password).toHaveFocus()
  rendered.setReplies(
    reply(proveFactor, { location: '' }),
    reply(sendInvitation, { accountId: 'account-3', reference: '7QK4M-2XWHD', waiting: false }),
  )
  await userEvent.fill(password, 'Harborview1')
  await userEvent.keyboard('{Enter}')
  await expectAlert('Ingrid Vale is invited. We emailed the link to ingrid@office.example.')
  expect(lastInput(rendered, sendInvitation)).toMatchObject({ role: 'AU', email: 'ingrid@office.example' })
})

const row = (line: number, email: string, invited: boolean, message: string): InviteManyResult['rows'][number] => ({
  line,
  name: 'Robin Sample',
  email,
  role: 'AU',
  permissions: ['HOME', 'CLAIM'],
  invited,
  message,
})
const CHECKED: InviteManyResult = {
  invited: 1,
  rows: [
    row(2, 'robin@office.example', true, 'Can be invited.'),
    row(3, 'not-an-address', false, 'Email: Invalid Email'),
    row(4, 'boss@office.example', false, 'Role must be AA or AU.'),
  ],
}
const file = (text: string) => new File([text], 'people.csv', { type: 'text/csv' })
const rowOf = (text: string) => page.getByRole('row', { name: new RegExp(text) })

test('an invitation file is required, and an unreadable one is refused with a message', async () => {
  const { setReplies } = open(ACCESS_PAGES.inviteMany)
  await userEvent.click(button('Check the file'))
  await expect
    .element(field('File with the people'))
    .toHaveAccessibleDescription(expect.stringContaining('Please choose a file.'))
  const message = 'The first line must name the columns.'
  setReplies(refuse(inviteMany, { message }, STATUS.pageMessage))
  await userEvent.upload(field('File with the people'), file('name;mail'))
  await userEvent.click(button('Check the file'))
  await expectAlert(message)
})

test('an invitation file shows rows with errors before anything is sent', async () => {
  const rendered = open(ACCESS_PAGES.inviteMany)
  rendered.setReplies(reply(inviteMany, CHECKED))
  const csv = 'first_name,last_name,email,role,permissions'
  await userEvent.upload(field('File with the people'), file(csv))
  await userEvent.click(button('Check the file'))
  await expectHeading('Review before you send')
  expect(lastInput(rendered, inviteMany)).toEqual({ entity: SCOPE.entity, csv, preview: true })
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('1 person can be invited. 2 rows have errors and are skipped.')
  await expect.element(rowOf('not-an-address')).toMatchTextContent('Email: Invalid Email')
  await expect.element(rowOf('boss@office')).toMatchTextContent('Role must be AA or AU.')
  await expect.element(rowOf('robin@office')).toMatchTextContent('Portal home, Claim status')
  await expectAccessible(rendered.container)
  await userEvent.click(button('Send 1 invitation'))
  await expectHeading('Invitations sent')
  expect(lastInput(rendered, inviteMany)).toEqual({ entity: SCOPE.entity, csv })
})
