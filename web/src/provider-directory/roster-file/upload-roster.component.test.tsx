import { PROVIDER_PATHS } from '@portico/core/constants'
import * as calls from '@portico/core/provider-directory/calls'
import type { RosterHeading, RosterPreview } from '@portico/core/provider-directory/roster-shapes'
import { ROSTER_MOVED, ROSTER_NO_CHANGE, ROSTER_TOO_LONG } from '@portico/core/provider-directory/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { UNREADABLE_SHEET } from '#shell/spreadsheet/read-spreadsheet.ts'
import { lastInput, openAsUser, SAA } from '../../../test/area.tsx'
import { expectAccessible, failWith, refuse, reply } from '../../../test/render.tsx'
import { button, countSent, expectNone, expectSummary, muteGatewayLog } from '../../../test/wizard.tsx'
import { verifyPage } from '../pages.ts'

muteGatewayLog()

const SCOPE = {
  ...{ scopeKind: 'PG' as const, scopeId: 'G1', name: 'Tidewater Family Practice' },
  ...{ total: 3, verified: 1, overdue: 1, dueSoon: 1, dueOn: '2026-12-01', draftSavedAt: '' },
}
const named = { npi: '1100000011', providerName: 'Amara Whitfield', place: 'Harbor Office' }
const change = { field: 'phone' as const, before: '9785550101', after: '9785550177' }
const PREVIEW: RosterPreview = {
  hash: 'a'.repeat(64),
  changed: [{ ...named, line: 5, changes: [change] }],
  confirmed: [{ ...named, line: 7, providerName: 'Bo Tester' }],
  ...{ upToDate: 2, waiting: 1 },
  rejects: [
    { line: 8, column: 'phone', cell: '=HYPERLINK("x")', problem: 'Enter a phone number with ten digits.' },
    { line: 9, cell: '', problem: 'Line 5 already has this provider at this location.' },
  ],
  unnamed: { rows: [{ npi: '1100000029', providerName: 'Cy Missing' }], total: 1 },
}
const EMPTY: RosterPreview = {
  ...{ hash: 'b'.repeat(64), changed: [], confirmed: [], upToDate: 3, waiting: 0, rejects: [] },
  unnamed: { rows: [], total: 0 },
}
const DONE = { receipt: 'receipt1', verified: 2, accepted: 0, waiting: 1, moved: [], incomplete: [] }
/** A title and an empty row come before the headings. */
const CSV =
  'Roster of Tidewater,,,\n,,,\nNPI,Office phone,E-mail address,ZIP\n1100000011,(978) 555-0177,a@example.org,1970\n,,,\n1100000029,,,\n'

const open = (preview = PREVIEW, headings: RosterHeading[] = []) =>
  openAsUser([verifyPage], {
    address: `${PROVIDER_PATHS.verify}?scopeKind=PG&scopeId=G1&upload=file`,
    me: SAA,
    replies: [
      reply(calls.listVerificationScopes, [SCOPE]),
      reply(calls.openRosterHeadings, { headings }),
      reply(calls.previewRoster, preview),
      reply(calls.applyRoster, DONE),
    ],
  })
async function choose(content: BlobPart, name = 'roster.csv') {
  await userEvent.upload(page.getByLabelText('Your list of providers'), new File([content], name))
  await userEvent.click(button('Continue'))
}
const column = (name: string) => page.getByRole('combobox', { name })

test('recognizes headings below a title, and sends rows with their numbers in the file', async () => {
  const rendered = open()
  await expect.element(button('Continue')).toBeVisible()
  await expectAccessible(rendered.container)
  await choose(CSV)
  await expect.element(column('NPI')).toHaveValue('npi')
  await expect.element(column('Office phone')).toHaveValue('phone')
  await expect.element(column('E-mail address')).toHaveValue('')
  await expectAccessible(rendered.container)
  await userEvent.click(button('Compare 2 rows'))
  await expect.element(page.getByRole('heading', { name: 'Check the differences' })).toBeVisible()
  expect(lastInput(rendered, calls.previewRoster)).toEqual({
    ...{ scopeKind: 'PG', scopeId: 'G1' },
    rows: [
      { line: 4, cells: { npi: '1100000011', phone: '(978) 555-0177', zip: '1970' } },
      { line: 6, cells: { npi: '1100000029' } },
    ],
    headings: [
      { heading: 'npi', column: 'npi' },
      { heading: 'office phone', column: 'phone' },
      { heading: 'zip', column: 'zip' },
    ],
  })
})

test('shows differences, rejects and providers that are not in the file, then applies and links the receipt', async () => {
  const rendered = open()
  await choose(CSV)
  await userEvent.click(button('Compare 2 rows'))
  const part = (name: string) => page.getByRole('region', { name, exact: true }).first()
  await expect.element(part('Differences').getByText('(978) 555-0177')).toBeVisible()
  await expect.element(part('Still true').getByText('Bo Tester')).toBeVisible()
  await expect.element(part('Rows that need attention').getByText('=HYPERLINK("x")')).toBeVisible()
  await expect.element(part('Not in your file').getByText('Cy Missing')).toBeVisible()
  await expectAccessible(rendered.container)
  await userEvent.click(button('Apply 2 entries'))
  await expect.element(page.getByRole('link', { name: 'See the receipt' })).toBeVisible()
  expect(lastInput(rendered, calls.applyRoster)).toMatchObject({ hash: PREVIEW.hash, rows: [{ line: 4 }, { line: 6 }] })
})

test('says that a file changes nothing, and offers nothing to apply', async () => {
  const { container } = open(EMPTY)
  await choose(CSV)
  await userEvent.click(button('Compare 2 rows'))
  await expect.element(page.getByText(ROSTER_NO_CHANGE)).toBeVisible()
  await expectNone(page.getByRole('button', { name: /^Apply/ }))
  await expectAccessible(container)
  await userEvent.click(button('Choose another file'))
  await expect.element(button('Continue')).toBeVisible()
})

test('recognizes the headings of the last file, whatever their names', async () => {
  open(PREVIEW, [
    { heading: 'doctor', column: 'npi' },
    { heading: 'npi', column: 'locationId' },
  ])
  await choose('Doctor,NPI,Phone\n1100000011,L1,9785550101\n')
  await expect.element(column('Doctor')).toHaveValue('npi')
  await expect.element(column('NPI')).toHaveValue('locationId')
  await expect.element(column('Phone')).toHaveValue('')
})

test('asks for the column with the NPI', async () => {
  const rendered = open()
  await choose('Doctor,Phone\n1100000011,9785550101\n')
  await userEvent.click(button('Compare 0 rows'))
  await expectSummary('Choose the column with the NPI.')
  await userEvent.selectOptions(column('Column 1'), 'NPI')
  await userEvent.click(page.getByLabelText('The first row has headings'))
  await userEvent.click(button('Compare 1 row'))
  await expect.poll(() => countSent(rendered, calls.previewRoster)).toBe(1)
})

test('refuses no file, an unreadable one, an empty one and one that is too long', async () => {
  open()
  await userEvent.click(button('Continue'))
  await expectSummary('Choose a CSV or Excel file (.xlsx).')
  await choose('PK\u0003\u0004 not a workbook', 'roster.xlsx')
  await expectSummary(UNREADABLE_SHEET)
  await choose('\n\n')
  await expectSummary('This file has no rows.')
  await choose(`NPI\n${'1100000011\n'.repeat(10_000)}`)
  await expectSummary(ROSTER_TOO_LONG)
})

test('shows a new preview if the directory changed, and sends the same key again after a time-out', async () => {
  const rendered = open()
  await choose(CSV)
  await userEvent.click(button('Compare 2 rows'))
  rendered.setReplies(failWith(calls.applyRoster, 504))
  await userEvent.click(button('Apply 2 entries'))
  await expect.poll(() => countSent(rendered, calls.applyRoster)).toBe(1)
  const sent = lastInput(rendered, calls.applyRoster)
  rendered.setReplies(refuse(calls.applyRoster, { message: ROSTER_MOVED }, 407), reply(calls.previewRoster, EMPTY))
  await userEvent.click(button('Apply 2 entries'))
  await expect.element(page.getByText(ROSTER_MOVED)).toBeVisible()
  expect(lastInput(rendered, calls.applyRoster)).toEqual(sent)
  await expect.element(page.getByText(ROSTER_NO_CHANGE)).toBeVisible()
})
