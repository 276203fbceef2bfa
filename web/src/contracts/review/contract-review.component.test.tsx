import { openStaffNotes } from '@portico/core/access/calls'
import { INTERNAL_PATHS } from '@portico/core/constants'
import {
  contractView,
  nextContract,
  returnContract,
  reviewContract,
  validateContract,
} from '@portico/core/contracts/calls'
import { RETURN_REASON_NEEDED } from '@portico/core/contracts/limits'
import type { ContractReview } from '@portico/core/contracts/shapes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openAsUser, STAFF } from '../../../test/area.tsx'
import { type DeclaredReply, expectFits, refuse, reply } from '../../../test/render.tsx'
import { button, expectNone, muteGatewayLog } from '../../../test/wizard.tsx'
import '../../internal/internal.css'
import { contractsPage } from '../console-pages.ts'

muteGatewayLog()

const REVIEW: ContractReview = {
  reference: 'ABCDE-FGHJK',
  state: 'PENDING_CONTRACT',
  stage: 'RECEIVED',
  level: 'PG',
  npi: '1300000019',
  providerName: 'Amara Whitfield',
  organizationName: '',
  brand: 'harborview',
  askedAt: '2026-03-02T15:00:00.000Z',
  registrant: { name: 'Robin Sample', email: 'robin@office.example', phone: '5125550177' },
  scopes: [{ name: 'Old Harbor Primary Care', id: '1', currentSaa: '' }],
  rivals: [],
  onHoldSince: '',
  objections: [],
  held: false,
  dueOn: '',
  contracts: [
    {
      id: 'contract-1',
      state: 'RECEIVED',
      cameBy: 'UPLOAD',
      fileName: 'signed.pdf',
      hasFile: true,
      pages: 2,
      receivedAt: '2026-03-03T15:00:00.000Z',
      decidedAt: '',
      reason: '',
    },
  ],
  signings: [],
}
const PAPER: DeclaredReply = {
  call: contractView,
  answer: () => new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } }),
}
const openReview = (...replies: DeclaredReply[]) =>
  openAsUser([contractsPage], {
    address: `${INTERNAL_PATHS.contracts}?reference=${REVIEW.reference}`,
    me: STAFF,
    replies: [
      reply(reviewContract, REVIEW),
      PAPER,
      reply(openStaffNotes, { me: STAFF.accountId, assignedTo: '', assignedName: '', reviewers: [], notes: [] }),
      reply(nextContract, { reference: '' }),
      ...replies,
    ],
  })
const paper = () => page.getByTitle(/^Signed contract/)
const decision = () => page.getByRole('heading', { name: 'Your decision' })
const dialog = () => page.getByRole('dialog')

/** Sides of an element in the window. */
const sidesOf = (locator: ReturnType<typeof paper>) => locator.element().getBoundingClientRect()

test('the signed contract is beside the decision, and above it on a phone', async () => {
  const { container } = openReview()
  await expect.element(paper()).toBeVisible()
  await expect.element(decision()).toBeVisible()
  expect(sidesOf(paper()).left).toBeGreaterThan(sidesOf(decision()).right)
  expect(sidesOf(paper()).top).toBeLessThan(sidesOf(decision()).top)
  await page.viewport(390, 844)
  expect(sidesOf(decision()).top).toBeGreaterThan(sidesOf(paper()).bottom)
  await expectFits(container)
})

test('Validate asks by keyboard, and Escape returns to the button', async () => {
  const { container } = openReview()
  await expect.element(button('Validate and next')).toBeVisible()
  button('Validate and next').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Validate this contract?' })).toBeVisible()
  await expectFits(container)
  await userEvent.keyboard('{Escape}')
  await expectNone(dialog())
  await expect.element(button('Validate and next')).toHaveFocus()
})

test('returning without a reason focuses the reason and says what is missing', async () => {
  const { sent } = openReview()
  await userEvent.click(button('Return with a reason'))
  await userEvent.click(button('Return and next'))
  const reason = page.getByLabelText('Reason', { exact: true })
  await expect.element(reason).toHaveFocus()
  await expect.element(reason).toHaveAccessibleDescription(new RegExp(RETURN_REASON_NEEDED))
  expect(sent.map(({ path }) => path)).not.toContain(returnContract.path)
})

test.each([
  ['validation', 'Validate and next', validateContract],
  ['return', 'Return with a reason', returnContract],
] as const)('a refused %s shows why in its dialog', async (_act, open, call) => {
  const taken = 'This request is no longer waiting for a contract.'
  openReview(refuse(call, { message: taken }, 407))
  await userEvent.click(button(open))
  if (call === returnContract) await userEvent.fill(page.getByLabelText('Reason', { exact: true }), 'Not signed.')
  await userEvent.click(dialog().getByRole('button', { name: / and next$/ }))
  await expect.element(dialog()).toMatchTextContent(taken)
})

const SIGNED: ContractReview = {
  ...REVIEW,
  signings: [
    {
      contractId: 'contract-1',
      way: 'ASKED',
      unchanged: true,
      signatureValid: true,
      codeConfirmed: true,
      planAddress: 'SAME',
      name: 'Dana Whitlock',
      title: 'Medical Director',
      email: 'director@practice.example',
      from: '203.0.113.7',
      documentHash: 'ab12',
      certificate: 'Harborview Health Plan',
      signatureKind: 'DRAWN',
      askedOn: '2026-03-02T15:00:00.000Z',
      openedOn: '2026-03-02T16:00:00.000Z',
      confirmedOn: '2026-03-02T16:01:00.000Z',
      signedOn: '2026-03-02T16:02:00.000Z',
    },
  ],
}

test('a contract that passed every online check is validated with Enter alone', async () => {
  const { container, sent } = openReview(
    reply(reviewContract, SIGNED),
    reply(validateContract, true),
    reply(nextContract, { reference: 'FGHJK-ABCDE' }),
  )
  await expect.element(page.getByText('Digital signature valid (PAdES)')).toBeVisible()
  await expectFits(container)
  await expect.element(button('Validate and next')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => sent.find(({ path }) => path === validateContract.path)?.input)
    .toMatchObject({ reference: REVIEW.reference, contractId: 'contract-1' })
})

test('a contract that failed an online check needs a confirmation', async () => {
  const [signing] = SIGNED.signings
  const changed = signing ? [{ ...signing, unchanged: false }] : []
  const { sent } = openReview(reply(reviewContract, { ...SIGNED, signings: changed }))
  await expect.element(page.getByText('The document or the request has changed')).toBeVisible()
  await userEvent.click(button('Validate and next'))
  await expect.element(page.getByRole('dialog', { name: 'Validate this contract?' })).toBeVisible()
  expect(sent.map(({ path }) => path)).not.toContain(validateContract.path)
})
