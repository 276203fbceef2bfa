import type { FourEyesApproval } from '@portico/core/access/account-shapes'
import { addStaff, decideFourEyesApproval, listFourEyesApprovals, listStaff } from '@portico/core/access/calls'
import { INTERNAL_PATHS } from '@portico/core/constants'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WAITS_FOR_APPROVAL } from '#shell/console/approver-help.ts'
import { openAsUser, STAFF } from '../../../test/area.tsx'
import { expectFits, render, reply } from '../../../test/render.tsx'
import { expectAlert, expectNone, muteGatewayLog } from '../../../test/wizard.tsx'
import { staffTeamPage } from '../console-pages.tsx'
import '../access.css'
import { FourEyesApprovals } from './four-eyes-approvals.tsx'

muteGatewayLog()

const ROW: FourEyesApproval = {
  kind: 'INVITE_ADMINISTRATOR',
  askId: 'ask-1',
  npi: '',
  scopeName: '',
  name: 'Nora Quill',
  changes: [],
  email: 'nora@plan.example',
  askedBy: 'Theodora Norwood',
  askedOn: '2026-03-02T15:00:00.000Z',
  expiresOn: '2026-03-09T15:00:00.000Z',
  isMine: false,
  canApprove: true,
  hasApprover: true,
}

test.each([
  ['an approver', ROW, true, 'Theodora Norwood asked on'],
  ['another administrator', { ...ROW, canApprove: false }, false, 'You can’t approve this, but another administrator'],
  ['everyone if no one can approve', { ...ROW, canApprove: false, hasApprover: false }, false, 'portico user add'],
])('a pending approval shows %s what they can do', async (_who, row, canApprove, text) => {
  const rendered = render(<FourEyesApprovals />, { replies: [reply(listFourEyesApprovals, [row])] })
  const item = page.getByRole('listitem')
  await expect.element(item).toMatchTextContent('Invite Nora Quill as an administrator of this console')
  await expect.element(item).toMatchTextContent(text)
  const approve = page.getByRole('button', { name: /^Approve/ })
  if (canApprove) await expect.element(approve).toBeVisible()
  else await expectNone(approve)
  await expectFits(rendered.container)
})

test('the staff page says that the approval of a new administrator is pending', async () => {
  openAsUser([staffTeamPage(async () => () => null)], {
    address: INTERNAL_PATHS.staff,
    me: STAFF,
    replies: [reply(listStaff, []), reply(addStaff, { accountId: '', waiting: true })],
  })
  await userEvent.click(page.getByRole('button', { name: 'Add a colleague' }))
  await userEvent.fill(page.getByLabelText('First name'), 'Nora')
  await userEvent.fill(page.getByLabelText('Last name'), 'Quill')
  await userEvent.fill(page.getByLabelText('Email'), 'nora@plan.example')
  await userEvent.click(page.getByLabelText('Administrator', { exact: true }))
  await userEvent.click(page.getByRole('button', { name: 'Send the invitation' }))
  await expectAlert(WAITS_FOR_APPROVAL)
})

test('an approver reads what would change, and gets the new secret once', async () => {
  const row: FourEyesApproval = {
    ...ROW,
    kind: 'ADD_APPLICATION',
    name: 'Claims tool',
    email: '',
    changes: ['Brand: harborview', 'Redirect addresses: https://tool.example.org/callback'],
  }
  const rendered = render(<FourEyesApprovals />, {
    replies: [
      reply(listFourEyesApprovals, [row]),
      reply(decideFourEyesApproval, { clientId: 'c1', clientSecret: 'sh0wn0nce' }),
    ],
  })
  await expect.element(page.getByText(row.changes[1] ?? '')).toBeVisible()
  await expectFits(rendered.container)
  rendered.setReplies(reply(listFourEyesApprovals, []))
  await userEvent.click(page.getByRole('button', { name: 'Approve: Register the application Claims tool' }))
  await expect.element(page.getByRole('dialog')).toMatchTextContent('sh0wn0nce')
  await userEvent.click(page.getByRole('button', { name: 'I’ve stored it' }))
  await expectNone(page.getByRole('dialog'))
  await expectAlert('Claims tool is registered.')
})
