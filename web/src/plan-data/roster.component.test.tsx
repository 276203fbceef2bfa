import { PROVIDER_PATHS } from '@portico/core/constants'
import { SELECT_OPTION } from '@portico/core/forms/messages'
import * as calls from '@portico/core/plan-data/calls'
import { SAY_WHAT_CHANGED } from '@portico/core/plan-data/sentences'
import type { RosterRow } from '@portico/core/plan-data/shapes'
import * as changes from '@portico/core/provider-directory/calls'
import { expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { lastInput, openAsUser, pageOf, SAA } from '../../test/area.tsx'
import { expectAccessible, expectPrintsNoControls, failWith, reply } from '../../test/render.tsx'
import { button, countSent, expectAlert, expectHeading, expectNone, field, muteGatewayLog } from '../../test/wizard.tsx'
import './plan-data.css'
import { portalFunctions } from './pages.ts'

muteGatewayLog()

const PROVIDER: RosterRow = {
  npi: '1100000011',
  name: 'Amara Whitfield',
  address: '1 Harbor Street, Salem, MA 01970',
  phone: '9785550100',
  organization: '',
  groups: ['Tidewater Family Practice'],
  groupCount: 1,
}
const openRoster = (me = SAA) =>
  openAsUser(portalFunctions, {
    address: PROVIDER_PATHS.roster,
    me,
    replies: [
      reply(calls.listRoster, ({ search }) => pageOf(search === 'zzz' ? 0 : 1, () => PROVIDER)),
      reply(calls.listRosterGroups, [
        { id: 'G1', name: 'Tidewater Family Practice', organization: '', providers: 29 },
        { id: 'G2', name: 'Tidewater Pediatrics', organization: 'Tidewater Health', providers: 1 },
      ]),
      reply(
        changes.listMyChanges,
        pageOf(0, () => {
          throw new Error('no rows')
        }),
      ),
      reply(changes.reportChange, true),
    ],
  })
const kind = () => field('What has changed?')
const details = () => page.getByLabelText('What is the correct information, and since when?')

test('a report is not sent until it says what changed, and the first missing field gets the focus', async () => {
  const rendered = openRoster()
  await userEvent.click(page.getByRole('button', { name: 'Report a change for Amara Whitfield' }))
  await userEvent.click(button('Send report'))
  await expect.element(kind()).toHaveFocus()
  await expect.element(kind()).toHaveAccessibleDescription(SELECT_OPTION)
  await userEvent.selectOptions(kind(), 'Something else')
  await userEvent.click(button('Send report'))
  await expect.element(details()).toHaveFocus()
  await expect.element(details()).toHaveAccessibleDescription(expect.stringContaining(SAY_WHAT_CHANGED))
  await expectAccessible(rendered.container)
  expect(countSent(rendered, changes.reportChange)).toBe(0)
  await userEvent.fill(details(), 'The office moved.')
  await userEvent.click(button('Send report'))
  await expectAlert(
    'Thank you. We received your report about Amara Whitfield. We’ll email you our answer and show it below.',
  )
  expect(rendered.sent).toContainEqual({
    path: changes.reportChange.path,
    input: { npi: PROVIDER.npi, kind: 'OTHER', details: 'The office moved.' },
  })
})

test('the roster is filtered by one of several groups and by name', async () => {
  const rendered = openRoster()
  const groups = field('Organization and group')
  await userEvent.selectOptions(groups, 'Tidewater Pediatrics (1)')
  await expect.poll(() => lastInput(rendered, calls.listRoster)).toMatchObject({ groupId: 'G2' })
  expect(groups.element().querySelector('optgroup:last-of-type')?.getAttribute('label')).toBe('Tidewater Health')
  await userEvent.fill(field('Name or NPI'), 'zzz')
  await expect.element(page.getByText('No providers match. Try fewer letters or another group.')).toBeVisible()
})

test('the roster is sorted by the server, and its file contains what the filter matches', async () => {
  const rendered = openRoster()
  rendered.setReplies(failWith(calls.exportRoster, 503))
  await userEvent.click(button('Organization'))
  await expect
    .poll(() => lastInput(rendered, calls.listRoster))
    .toMatchObject({ sort: 'organization', descending: 'false' })
  await userEvent.selectOptions(field('Organization and group'), 'Tidewater Pediatrics (1)')
  await expect.poll(() => lastInput(rendered, calls.listRoster)).toMatchObject({ groupId: 'G2', sort: 'organization' })
  await userEvent.click(button('Download CSV'))
  await expect.poll(() => lastInput(rendered, calls.exportRoster)).toEqual({ groupId: 'G2' })
})

test('the roster prints without filters, buttons and links to report', async () => {
  const { container } = openRoster()
  const report = page.getByRole('button', { name: 'Report a change for Amara Whitfield' })
  await expect.element(report).toBeVisible()
  const link = report.element()
  await expectPrintsNoControls(container)
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  expect(link.checkVisibility()).toBe(false)
  const arrows = [...container.querySelectorAll('.sort')].map((sort) => getComputedStyle(sort, '::after').content)
  expect(new Set(arrows)).toEqual(new Set(['none']))
  await expect.element(page.getByText('Amara Whitfield')).toBeVisible()
  await cdp().send('Emulation.setEmulatedMedia', { media: '' })
})

test('the arrow of a sortable header stays beside a word that fills the column', async () => {
  openRoster()
  const header = page.getByRole('columnheader', { name: 'Organization' }).getByRole('button')
  await expect.element(header).toBeVisible()
  const element = header.element() as HTMLElement
  const { height } = element.getBoundingClientRect()
  element.style.width = 'min-content'
  expect(element.getBoundingClientRect().height).toBe(height)
})

test.each(portalFunctions)('$title outside the user’s access shows a message and no link', async ({ path, title }) => {
  const { container } = openAsUser(portalFunctions, { address: path, me: { ...SAA, permissions: ['HOME'] } })
  await expectHeading(title)
  await expect.element(page.getByText(/^Your access doesn’t include/)).toBeVisible()
  await expectNone(page.getByRole('navigation', { name: 'Main' }))
  await expectAccessible(container)
})

test('the header links only to functions within the user’s access', async () => {
  openRoster({ ...SAA, permissions: ['HOME', 'ELIG', 'ROSTER'] })
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect.poll(() => links.elements().map(({ textContent }) => textContent)).toEqual(['Eligibility', 'Roster'])
})
