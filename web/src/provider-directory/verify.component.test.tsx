import { PROVIDER_PATHS } from '@portico/core/constants'
import * as calls from '@portico/core/provider-directory/calls'
import type { Receipt, VerifyItem, VerifyRow } from '@portico/core/provider-directory/verify-shapes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lastInput, openAsUser, pageOf, SAA } from '../../test/area.tsx'
import { expectAccessible, failWith, reply } from '../../test/render.tsx'
import { button, countSent, expectNone, field, muteGatewayLog } from '../../test/wizard.tsx'
import { verifyPage } from './pages.ts'

muteGatewayLog()

const SCOPE = {
  ...{ scopeKind: 'PG' as const, scopeId: 'G1', name: 'Tidewater Family Practice' },
  ...{ total: 3, verified: 1, overdue: 1, dueSoon: 1, dueOn: '2026-12-01', draftSavedAt: '' },
}
const address = { line1: '1 Harbor Street', line2: '', city: 'Salem', state: 'MA', zip: '01970' }
const rowOf = (at: number, change: Partial<VerifyRow> = {}): VerifyRow => ({
  ...{ id: `row${at}`, npi: `110000001${at}`, providerName: `Amara Whitfield ${at}`, locationId: 'L1', seen: '1.1.0' },
  ...{ name: 'Harbor Office', phone: '9785550101', fax: '', hours: '', accessibility: '', leaving: '', address },
  ...{ specialty: ['207Q00000X'], acceptingNewPatients: 'Y', telehealth: null, languages: ['en'], groupName: '' },
  ...{ networkName: '', national: { phone: '', specialty: '', address: { ...address, line1: '' } }, different: [] },
  ...{ missing: [], pending: [], state: 'OVERDUE', dueOn: '2026-12-01', verifiedAt: '', verifiedBy: '' },
  ...change,
})
const LACKING = rowOf(3, { phone: '', missing: ['phone'] })
const DIFFERENT = rowOf(2, { different: ['phone'], national: { phone: '9785550199', specialty: '', address } })
const result = { verified: 1, accepted: 0, waiting: 0, moved: [], incomplete: [] }

const open = (rows = [rowOf(1), DIFFERENT, LACKING], items: VerifyItem[] = []) =>
  openAsUser([verifyPage], {
    address: PROVIDER_PATHS.verify,
    me: SAA,
    replies: [
      reply(calls.listVerificationScopes, [SCOPE]),
      reply(calls.openVerificationDraft, { savedAt: items.length > 0 ? '2026-11-18T15:00:00.000Z' : '', items }),
      reply(calls.saveVerificationDraft, { savedAt: '2026-11-18T15:01:00.000Z' }),
      reply(calls.listToVerify, { rows, total: rows.length, all: rows.length, pageSize: 50 }),
      reply(calls.selectToVerify, {
        rows: rows.flatMap(({ id, npi, seen, missing }) => (id && missing.length === 0 ? [{ id, npi, seen }] : [])),
        incomplete: 1,
      }),
      reply(
        calls.listReceipts,
        pageOf(0, () => {
          throw new Error('no rows')
        }),
      ),
      reply(calls.verifyDirectory, { ...result, receipt: 'receipt1' }),
    ],
  })
const stillTrue = (at: number) => button(`Still true: Amara Whitfield ${at}, Harbor Office`)

test('marks a row as still true, saves the draft, sends it and links the receipt', async () => {
  const rendered = open()
  await userEvent.click(stillTrue(1))
  await expect.element(page.getByText('1 of 3 confirmed, 0 changes')).toBeVisible()
  await expect.element(page.getByText(/Draft saved/)).toBeVisible()
  const item = { id: 'row1', npi: '1100000011', seen: '1.1.0', changes: [] }
  expect(lastInput(rendered, calls.saveVerificationDraft)).toMatchObject({ scopeKind: 'PG', items: [item] })
  await userEvent.click(button('Send verification'))
  await expect.element(page.getByRole('link', { name: 'See the receipt' })).toBeVisible()
  expect(lastInput(rendered, calls.verifyDirectory)).toMatchObject({ scopeId: 'G1', items: [item] })
  await expectNone(button('Send verification'))
  await expectAccessible(rendered.container)
})

test('says in words what differs and what is missing, and offers no confirmation of a row with a gap', async () => {
  const { container } = open()
  await expect.element(page.getByText('Differs', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Please add: phone.')).toBeVisible()
  await expectNone(stillTrue(3))
  await expectAccessible(container)
})

test('selects all complete rows together and confirms them', async () => {
  open()
  await userEvent.click(button('Select all 3'))
  await expect.element(page.getByText('1 entry needs more data first.')).toBeVisible()
  await userEvent.click(button('Still true (2 selected)'))
  await expect.element(page.getByText('2 of 3 confirmed, 0 changes')).toBeVisible()
})

test('changes a row by the shared rules, and fills what is missing', async () => {
  const rendered = open()
  await userEvent.click(button('Change Amara Whitfield 3, Harbor Office'))
  await userEvent.fill(field('Phone'), 'call us')
  await userEvent.click(button('Keep changes'))
  await expect.element(field('Phone')).toHaveFocus()
  await userEvent.fill(field('Phone'), '(978) 555-0177')
  await userEvent.click(button('Keep changes'))
  await expect.element(page.getByText('1 of 3 confirmed, 1 change')).toBeVisible()
  await expect.element(page.getByText('Your change: (978) 555-0177')).toBeVisible()
  await expect
    .poll(() => lastInput(rendered, calls.saveVerificationDraft))
    .toMatchObject({ items: [{ id: 'row3', changes: [{ field: 'phone', value: '9785550177' }] }] })
})

test('works with the keyboard alone: next row, select, still true', async () => {
  open()
  await expect.element(stillTrue(1)).toBeVisible()
  await userEvent.keyboard('j')
  const first = page.getByRole('checkbox', { name: 'Select Amara Whitfield 1, Harbor Office' })
  await expect.element(first).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(first).toBeChecked()
  await userEvent.keyboard('t')
  await expect.element(page.getByText('1 of 3 confirmed, 0 changes')).toBeVisible()
  await userEvent.keyboard('e')
  await expect.element(page.getByRole('dialog')).toBeVisible()
})

test('shows a draft again, and asks for another look at a row that changed since', async () => {
  const rendered = open(undefined, [{ id: 'row1', npi: '1100000011', seen: '0.1.0', changes: [] }])
  await expect.element(page.getByText('Changed since you looked')).toBeVisible()
  await userEvent.click(button('Keep my answer for Amara Whitfield 1, Harbor Office'))
  await expect
    .poll(() => lastInput(rendered, calls.saveVerificationDraft))
    .toMatchObject({ items: [{ id: 'row1', seen: '1.1.0' }] })
})

test('keeps the mark of a row that another person verified, and says who', async () => {
  const rendered = open()
  const moved = [
    { id: 'row1', npi: '1100000011', what: 'VERIFIED' as const, by: 'Casey Sample', at: '2026-11-18T15:00:00.000Z' },
  ]
  rendered.setReplies(reply(calls.verifyDirectory, { ...result, verified: 0, moved }))
  await userEvent.click(stillTrue(1))
  await userEvent.click(button('Send verification'))
  await expect.element(page.getByText(/^Casey Sample verified NPI 1100000011/)).toBeVisible()
  await expect.element(page.getByText('1 of 3 confirmed, 0 changes')).toBeVisible()
})

test('sends the same key again after a failure without an answer', async () => {
  const rendered = open()
  rendered.setReplies(failWith(calls.verifyDirectory, 504))
  await userEvent.click(stillTrue(1))
  await userEvent.click(button('Send verification'))
  await expect.poll(() => countSent(rendered, calls.verifyDirectory)).toBe(1)
  const before = lastInput(rendered, calls.verifyDirectory)
  rendered.setReplies(reply(calls.verifyDirectory, { ...result, receipt: 'receipt1' }))
  await userEvent.click(button('Send verification'))
  await expect.element(page.getByRole('link', { name: 'See the receipt' })).toBeVisible()
  expect(lastInput(rendered, calls.verifyDirectory)).toEqual(before)
})

test('adds a location for a provider without any', async () => {
  const { id: _, ...bare } = rowOf(1, { missing: ['newLocation'], name: '', phone: '', seen: '' })
  const rendered = open([bare])
  await userEvent.click(button('Add a location for Amara Whitfield 1'))
  await userEvent.click(button('Keep location'))
  await expect.element(page.getByText('Enter the street address.')).toBeVisible()
  for (const [label, value] of [
    ['Street', '5 Oak Street'],
    ['City', 'Lynn'],
    ['State', 'MA'],
    ['ZIP code', '01901'],
    ['Phone', '7815550123'],
  ] as const)
    await userEvent.fill(page.getByRole('dialog').getByLabelText(label, { exact: true }), value)
  await userEvent.click(button('Keep location'))
  await expect
    .poll(() => lastInput(rendered, calls.saveVerificationDraft))
    .toMatchObject({
      items: [{ npi: '1100000011', changes: [{ field: 'newLocation', value: { phone: '7815550123' } }] }],
    })
})

test('shows a receipt with what each entry said', async () => {
  const { id: _id, ...line } = rowOf(1)
  const receipt: Receipt = {
    ...{ id: 'receipt1', scopeKind: 'PG', scopeId: 'G1', name: 'Tidewater Family Practice', source: 'PAGE' },
    ...{ verifiedAt: '2026-11-18T15:00:00.000Z', verifiedBy: 'Sandra Ashgrove', rows: 1, changes: 1 },
    lines: [{ ...line, changes: [{ field: 'phone', before: '9785550101', after: '9785550177' }] }],
  }
  const { container } = openAsUser([verifyPage], {
    address: `${PROVIDER_PATHS.verify}?receipt=receipt1`,
    me: SAA,
    replies: [reply(calls.openReceipt, receipt)],
  })
  await expect.element(button('Print')).toBeVisible()
  await expect.element(page.getByText('(978) 555-0177')).toBeVisible()
  await expectAccessible(container)
})

test('a user without providers sees that there is nothing to verify', async () => {
  openAsUser([verifyPage], {
    address: PROVIDER_PATHS.verify,
    me: SAA,
    replies: [reply(calls.listVerificationScopes, [])],
  })
  await expect.element(page.getByText('Your access doesn’t include any providers to verify.')).toBeVisible()
})
