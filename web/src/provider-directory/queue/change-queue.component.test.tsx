import { INTERNAL_PATHS } from '@portico/core/constants'
import * as calls from '@portico/core/provider-directory/calls'
import type { ChangeRow, ReviewedChange } from '@portico/core/provider-directory/queue-shapes'
import { CHANGE_MOVED, ENTER_ANSWER } from '@portico/core/provider-directory/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lastInput, openAsUser, pageOf, STAFF } from '../../../test/area.tsx'
import { type DeclaredReply, expectAccessible, expectFits, refuse, reply } from '../../../test/render.tsx'
import { button, expectAlert, expectHeading, expectNone, muteGatewayLog } from '../../../test/wizard.tsx'
import '../../internal/internal.css'
import { changesPage } from '../console-pages.ts'

muteGatewayLog()

const ROW: ChangeRow = {
  reference: 'CH-7',
  npi: '1400000026',
  providerName: 'Harriet Okonjo',
  place: 'Tidewater Family Practice, 12 Harbor Street, Salem, MA',
  before: '(978) 555-0101',
  after: '(978) 555-0199',
  field: 'phone',
  source: 'PAGE',
  state: 'WAITING',
  isAutomatic: false,
  isDisputed: false,
  isDelayed: false,
  takenBy: '',
  isMine: false,
  reportedAt: '2026-03-02T15:00:00.000Z',
  dueAt: '2026-03-04T23:59:59.999Z',
  decidedAt: '',
  decidedBy: '',
}
const CHANGE: ReviewedChange = {
  ...ROW,
  present: '(978) 555-0101',
  seen: 'hash-7',
  hasMoved: false,
  national: '(617) 555-0000',
  office: 'Tidewater Family Practice',
  reportedBy: 'Sandra Ashgrove',
  answer: '',
  disputedAt: '',
  disputedBy: '',
  disputeNote: '',
  others: [],
  notes: [],
}
const TOGETHER: ReviewedChange['others'] = [
  {
    reference: 'CH-8',
    place: '',
    before: '',
    after: '5 Elm Street\nSalem, MA 01970',
    reportedAt: ROW.reportedAt,
    seen: 'hash-8',
    field: 'address',
    isSameSubmission: true,
  },
]
const RULES = {
  waiting: 4,
  overdue: 1,
  disputed: 1,
  oldest: '2026-03-02T15:00:00.000Z',
  accepted: ['languages' as const, 'hours' as const],
  asked: ['phone' as const, 'address' as const],
}

const open = (search: string, ...replies: DeclaredReply[]) =>
  openAsUser([changesPage], {
    address: `${INTERNAL_PATHS.changes}${search}`,
    me: STAFF,
    replies: [
      reply(
        calls.listChanges,
        pageOf(1, () => ROW),
      ),
      reply(calls.describeChangeRules, RULES),
      reply(calls.nextChange, { reference: '' }),
      reply(calls.acceptChanges, true),
      reply(calls.returnChanges, true),
      reply(calls.takeChange, true),
      reply(calls.addChangeNote, true),
      ...replies,
    ],
  })
const openChange = (change: Partial<ReviewedChange> = {}, ...replies: DeclaredReply[]) =>
  open('?change=CH-7', reply(calls.reviewChange, { ...CHANGE, ...change }), ...replies)
const dialog = () => page.getByRole('dialog')
const inDialog = (name: string) => dialog().getByRole('button', { name })

test('the queue shows what waits with its age, and the rules of the plan', async () => {
  const { container } = open('')
  await expect.element(page.getByRole('link', { name: 'Review Phone of Harriet Okonjo, CH-7' })).toBeVisible()
  await expect.element(page.getByText('Late')).toBeVisible()
  await expect.element(page.getByText('Accepted without staff')).toBeInTheDocument()
  await expect.element(page.getByText('Languages, Office hours')).toBeInTheDocument()
  await expectFits(container)
})

test('the queue is filtered by view, field and search', async () => {
  const rendered = open('')
  await userEvent.selectOptions(page.getByLabelText('Show'), 'Disputed')
  await userEvent.selectOptions(page.getByLabelText('Field'), 'Phone')
  await expect.poll(() => lastInput(rendered, calls.listChanges)).toMatchObject({ view: 'DISPUTED', field: 'phone' })
})

test('the queue is downloaded with its filter', async () => {
  const rendered = open('?view=OVERDUE&field=phone', {
    call: calls.exportChanges,
    answer: () => new Response('a', { headers: { 'content-type': 'text/csv' } }),
  })
  await userEvent.click(button('Download CSV'))
  await expect.element(page.getByText('directory-changes.csv was saved.')).toBeVisible()
  expect(lastInput(rendered, calls.exportChanges)).toEqual({ view: 'OVERDUE', field: 'phone' })
})

test('a note is added for plan staff, and notes are plain text', async () => {
  const rendered = openChange({
    notes: [{ at: ROW.reportedAt, by: 'Rosalind Norwood', note: `<b>Call back</b> ${'long'.repeat(60)}` }],
  })
  const staff = page.getByRole('region', { name: 'For plan staff only' })
  await expect.element(staff.getByText(/<b>Call back<\/b>/)).toBeVisible()
  await expectFits(rendered.container)
  await userEvent.fill(staff.getByLabelText('Note'), 'The front desk confirms it.')
  await userEvent.click(staff.getByRole('button', { name: 'Add note' }))
  await expect
    .poll(() => lastInput(rendered, calls.addChangeNote))
    .toEqual({ reference: 'CH-7', note: 'The front desk confirms it.' })
  await expect.element(staff.getByLabelText('Note')).toHaveValue('')
})

test('a change is accepted by key, with the value that the reviewer saw, and the list opens after the last', async () => {
  const rendered = openChange()
  await expectHeading('Harriet Okonjo')
  await expect.element(page.getByText('(617) 555-0000')).toBeVisible()
  await expectAccessible(rendered.container)
  await userEvent.keyboard('v')
  await userEvent.click(inDialog('Accept and next'))
  await expect
    .poll(() => lastInput(rendered, calls.acceptChanges))
    .toEqual({ changes: [{ reference: 'CH-7', seen: 'hash-7' }], holdSeconds: 10 })
  await expectHeading('Directory changes')
})

test('changes of one submission are decided together', async () => {
  const rendered = openChange({ others: TOGETHER })
  await userEvent.click(page.getByRole('checkbox', { name: 'Address: 5 Elm Street, Salem, MA 01970' }))
  await userEvent.click(button('Return with a reason'))
  await userEvent.fill(dialog().getByLabelText('Reason', { exact: true }), 'Please call us.')
  await userEvent.click(inDialog('Return and next'))
  await expect
    .poll(() => lastInput(rendered, calls.returnChanges))
    .toMatchObject({
      changes: [
        { reference: 'CH-7', seen: 'hash-7' },
        { reference: 'CH-8', seen: 'hash-8' },
      ],
      reason: 'Please call us.',
    })
})

test('a report in words needs an answer, and shows markup as text', async () => {
  const rendered = openChange({ field: 'other', source: 'REPORT', before: '', after: '<b>Moved</b>', national: '' })
  await expect.element(page.getByText('<b>Moved</b>')).toBeVisible()
  await userEvent.click(button('Accept and next'))
  await userEvent.click(inDialog('Accept and next'))
  await expect.element(dialog().getByText(ENTER_ANSWER)).toBeVisible()
  expect(rendered.sent.some(({ path }) => path === calls.acceptChanges.path)).toBe(false)
})

test('the page says that the directory changed, and shows a refusal for that reason', async () => {
  const { container } = openChange(
    { hasMoved: true, present: '(978) 555-0111' },
    refuse(calls.acceptChanges, { message: CHANGE_MOVED, messageCode: 'moved' }, 407),
  )
  await expect.element(page.getByText('The directory says now')).toBeVisible()
  await expect.element(page.getByText('(978) 555-0111')).toBeVisible()
  await userEvent.click(button('Accept and next'))
  await userEvent.click(inDialog('Accept and next'))
  await expect.element(dialog().getByText(CHANGE_MOVED)).toBeVisible()
  await expectAccessible(container)
})

test('a disputed change says who reported it and offers to keep or restore it', async () => {
  const { container } = openChange({
    isDisputed: true,
    disputedBy: 'front@office.example',
    disputedAt: ROW.reportedAt,
    disputeNote: 'We never had this number.',
  })
  await expect.element(page.getByText('We never had this number.')).toBeVisible()
  await expect.element(button('Keep and next')).toBeVisible()
  await expect.element(button('Restore with a reason')).toBeVisible()
  await expectAccessible(container)
})

test('a change is taken by key and cannot be taken from a colleague', async () => {
  const rendered = openChange()
  await expect.element(button('Take')).toBeVisible()
  await userEvent.keyboard('c')
  await expect.poll(() => lastInput(rendered, calls.takeChange)).toEqual({ reference: 'CH-7', take: true })
})

test('a change that a colleague has taken has no button to take it', async () => {
  openChange({ takenBy: 'Omar Other' })
  await expect.element(page.getByText('Assigned to Omar Other.')).toBeVisible()
  await expectNone(button('Take'))
})

test('a decided change shows the decision and the answer, and no form', async () => {
  openChange({ state: 'RETURNED', decidedAt: ROW.reportedAt, decidedBy: 'Rita Viewer', answer: 'Wrong number.' })
  await expect.element(page.getByText('Wrong number.')).toBeVisible()
  await expectNone(page.getByRole('region', { name: 'Your decision' }))
})

test('an unknown change shows the refusal', async () => {
  open('?change=CH-9', refuse(calls.reviewChange, { message: 'We could not find this change.' }, 404))
  await expectAlert('We could not find this change.')
})

test('a change with a delayed decision cannot be decided again', async () => {
  openChange({ isDelayed: true })
  await expect.element(page.getByText('Just decided')).toBeVisible()
  await expectNone(button('Accept and next'))
})
