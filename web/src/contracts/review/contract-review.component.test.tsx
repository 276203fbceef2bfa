import { openStaffNotes } from '@portico/core/access/calls'
import { INTERNAL_PATHS } from '@portico/core/constants'
import {
  contractView,
  nextContract,
  recordContract,
  returnContract,
  reviewContract,
  validateContract,
} from '@portico/core/contracts/calls'
import { RETURN_REASON_NEEDED } from '@portico/core/contracts/limits'
import type { ContractReview } from '@portico/core/contracts/shapes'
import { saveShortcuts } from '@portico/core/signon/calls'
import type { Me } from '@portico/core/signon/shapes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lastInput, openAsUser, STAFF } from '../../../test/area.tsx'
import { type DeclaredReply, expectFits, refuse, reply } from '../../../test/render.tsx'
import { button, expectAlert, expectNone, field, muteGatewayLog } from '../../../test/wizard.tsx'
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
  competing: [],
  onHoldSince: '',
  objections: [],
  delayed: false,
  dueOn: '',
  contracts: [
    {
      id: 'contract-1',
      state: 'RECEIVED',
      cameBy: 'UPLOAD',
      fileName: 'signed.pdf',
      hasFile: true,
      pages: 2,
      pictures: 0,
      receivedAt: '2026-03-03T15:00:00.000Z',
      decidedAt: '',
      reason: '',
    },
  ],
  signings: [],
}
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

/**
 * A text in place of a PDF: Chromium's PDF viewer loads for a second, and takes the focus out of a modal dialog when it
 * cannot read the file. Journeys show real contracts.
 */
const PAPER: DeclaredReply = {
  call: contractView,
  answer: () => new Response('Page 1', { headers: { 'content-type': 'text/plain' } }),
}
const openReview = (...replies: DeclaredReply[]) => openReviewAs(STAFF, ...replies)
const openReviewAs = (me: Me, ...replies: DeclaredReply[]) =>
  openAsUser([contractsPage], {
    address: `${INTERNAL_PATHS.contracts}?reference=${REVIEW.reference}`,
    me,
    replies: [
      reply(reviewContract, REVIEW),
      PAPER,
      reply(openStaffNotes, { me: STAFF.accountId, assignedTo: '', assignedName: '', reviewers: [], notes: [] }),
      reply(nextContract, { reference: '' }),
      ...replies,
    ],
  })
const paper = () => page.getByTitle(/^Signed contract/)
const shownDocument = () => page.getByRole('region', { name: 'The signed contract' })
const bar = () => page.getByRole('region', { name: 'Your decision' })
const dialog = () => page.getByRole('dialog')
const isSent = (sent: { path: string }[]) =>
  sent.some(({ path }) => path === validateContract.path || path === returnContract.path)

/** Sides of an element in the window. */
const sidesOf = (locator: ReturnType<typeof paper>) => locator.element().getBoundingClientRect()

function expectInSight() {
  const { top, bottom, left, right } = sidesOf(bar())
  expect(Math.min(top, left)).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(innerHeight)
  expect(right).toBeLessThanOrEqual(innerWidth)
}

test('the decision stays in sight beside a document of the window’s height', async () => {
  await page.viewport(1280, 800)
  const { container } = openReview()
  await expect.element(paper()).toBeVisible()
  expect(sidesOf(paper()).height).toBeGreaterThan(innerHeight * 0.75)
  expect(sidesOf(paper()).right).toBeLessThan(sidesOf(bar()).left)
  expectInSight()
  scrollTo(0, document.documentElement.scrollHeight)
  expectInSight()
  await expectFits(container)
})

test('the decision stays in sight at the bottom of a phone', async () => {
  await page.viewport(390, 844)
  const { container } = openReview()
  await expect.element(paper()).toBeVisible()
  expectInSight()
  scrollTo(0, document.documentElement.scrollHeight)
  expectInSight()
  const notes = container.querySelector('.stack > :last-child')
  expect(notes?.getBoundingClientRect().bottom).toBeLessThanOrEqual(sidesOf(bar()).top)
  await expectFits(container)
})

test('the request is one line of facts, and many groups open on demand', async () => {
  const scopes = ['A', 'B', 'C'].map((name) => ({ name: `Group ${name}`, id: name, currentSaa: '' }))
  openReview(reply(reviewContract, { ...REVIEW, scopes, dueOn: '2026-03-05T15:00:00.000Z' }))
  const facts = page.getByRole('list', { name: 'The request' })
  await expect.element(facts).toMatchTextContent('Registrant Robin Sample, robin@office.example, (512) 555-0177')
  await expect.element(facts).toMatchTextContent('Started from Amara Whitfield, NPI 1300000019')
  await expect.element(page.getByText('Group C (C)')).not.toBeVisible()
  await userEvent.click(page.getByText('3 groups'))
  await expect.element(page.getByText('Group C (C)')).toBeVisible()
})

test('focus begins at the document, and Enter decides nothing', async () => {
  const { sent } = openReview(reply(reviewContract, SIGNED), reply(validateContract, true))
  await expect.element(page.getByText('Digital signature valid (PAdES)')).toBeVisible()
  await expect.element(shownDocument()).toHaveFocus()
  await userEvent.keyboard('{Enter}{Enter}')
  await expectNone(dialog())
  expect(isSent(sent)).toBe(false)
})

test('a user who is already elsewhere keeps the focus', async () => {
  let show = () => {}
  const loaded = new Promise<void>((resolve) => {
    show = resolve
  })
  openReview(reply(reviewContract, () => loaded.then(() => REVIEW)))
  const back = page.getByRole('link', { name: 'Back to contracts' })
  await expect.element(back).toBeVisible()
  back.element().focus()
  show()
  await expect.element(paper()).toBeVisible()
  await expect.element(back).toHaveFocus()
})

test.each(['{Enter}', ' '])('a focused decision button opens its confirmation with %j', async (key) => {
  const { sent } = openReview()
  await expect.element(button('Validate and next')).toBeVisible()
  button('Validate and next').element().focus()
  await userEvent.keyboard(key)
  await expect.element(page.getByRole('dialog', { name: 'Validate this contract?' })).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(isSent(sent)).toBe(false)
  await userEvent.keyboard('{Escape}')
  await expectNone(dialog())
  await expect.element(button('Validate and next')).toHaveFocus()
})

test.each([
  ['v', 'Validate this contract?'],
  ['R', 'Return this contract?'],
])('the key %s opens the confirmation while the document or the decision has the focus', async (key, heading) => {
  openReview()
  await expect.element(shownDocument()).toHaveFocus()
  for (const place of [shownDocument(), button('Return with a reason')]) {
    place.element().focus()
    await userEvent.keyboard(key)
    await expect.element(page.getByRole('dialog', { name: heading })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectNone(dialog())
    await expect.element(place).toHaveFocus()
  }
  page.getByRole('link', { name: 'Back to contracts' }).element().focus()
  await userEvent.keyboard(key)
  await expectNone(dialog())
})

test('the keys do nothing for a user who turned them off, and can be turned on again', async () => {
  const { sent } = openReviewAs({ ...STAFF, usesShortcuts: false }, reply(saveShortcuts, true))
  await expect.element(shownDocument()).toHaveFocus()
  await userEvent.keyboard('vr?')
  await expectNone(dialog())
  await userEvent.click(button('Keyboard (off)'))
  await userEvent.click(dialog().getByLabelText('Use keyboard shortcuts'))
  await expect.poll(() => sent.find(({ path }) => path === saveShortcuts.path)?.input).toEqual({ on: true })
})

test('by keyboard alone a contract is validated in three keys after it was opened', async () => {
  const { sent } = openReview(reply(validateContract, true), reply(nextContract, { reference: 'FGHJK-ABCDE' }))
  await expect.element(shownDocument()).toHaveFocus()
  await userEvent.keyboard('v{Tab}{Enter}')
  await expect
    .poll(() => sent.find(({ path }) => path === validateContract.path)?.input)
    .toMatchObject({ reference: REVIEW.reference, contractId: 'contract-1' })
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

test('a failed online check is shown', async () => {
  const [signing] = SIGNED.signings
  const changed = signing ? [{ ...signing, unchanged: false }] : []
  const { container } = openReview(reply(reviewContract, { ...SIGNED, signings: changed }))
  await expect.element(page.getByText('The document or the request has changed')).toBeVisible()
  await expectFits(container)
})

test('a contract on paper is recorded only with the way it came', async () => {
  const rendered = openReview(
    reply(reviewContract, { ...REVIEW, stage: 'AWAITED', contracts: [] }),
    reply(recordContract, true),
  )
  await expect.element(page.getByText('No contract received yet.')).toBeVisible()
  await userEvent.click(button('Record contract'))
  await expect.element(page.getByText('Please select an option.')).toBeVisible()
  expect(lastInput(rendered, recordContract)).toBeUndefined()
  await userEvent.click(field('Fax'))
  await expectFits(rendered.container)
  rendered.setReplies(reply(reviewContract, REVIEW))
  await userEvent.click(button('Record contract'))
  await expectAlert('The contract is recorded. We let the registrant know that we received it.')
  expect(lastInput(rendered, recordContract)).toEqual({ reference: REVIEW.reference, cameBy: 'FAX' })
})

test('a document made from pictures says so', async () => {
  const contracts = REVIEW.contracts.map((contract) => ({ ...contract, pictures: 2 }))
  openReview(reply(reviewContract, { ...REVIEW, contracts }))
  const made = 'The portal made this PDF from 2 pictures. The pictures are not kept.'
  await expect.element(page.getByText(made)).toBeVisible()
})

test('a paper contract is recorded with pictures of its pages', async () => {
  const rendered = openReview(
    reply(reviewContract, { ...REVIEW, stage: 'AWAITED', contracts: [] }),
    reply(recordContract, true),
  )
  await userEvent.click(field('Mail'))
  const canvas = new OffscreenCanvas(900, 1200)
  canvas.getContext('2d')
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  const input = (await field('Scan (optional)').findElement()) as HTMLInputElement
  const data = new DataTransfer()
  data.items.add(new File([blob], 'desk.png', { type: 'image/png' }))
  input.files = data.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await userEvent.click(page.getByRole('button', { name: 'Turn right page 1' }))
  rendered.setReplies(reply(reviewContract, REVIEW))
  await userEvent.click(button('Record contract'))
  await expectAlert('The contract is recorded. We let the registrant know that we received it.')
  expect(lastInput(rendered, recordContract)).toMatchObject({ cameBy: 'MAIL', pictures: [{ turn: 90 }] })
})
