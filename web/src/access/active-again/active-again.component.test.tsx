import { listAccounts, listActiveAgain, restoreAccess } from '@portico/core/access/calls'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { ActiveAgain } from '@portico/core/access/shapes'
import { INTERNAL_PATHS } from '@portico/core/constants'
import { REQUIRED } from '@portico/core/forms/messages'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lastInput, openAsUser, SAA, STAFF } from '../../../test/area.tsx'
import { expectAccessible, expectFits, refuse, reply } from '../../../test/render.tsx'
import { button, countSent, expectAlert, expectHeading, expectNone, field, tabTo } from '../../../test/wizard.tsx'
import '../access.css'
import { staffPages } from '../console-pages.tsx'
import { administrationPage } from '../pages.tsx'

const MOMENT = '2026-03-02T15:00:00.000Z'
const LONG_NAME = `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)} Featherstonehaugh-Cholmondeley-Marjoribanks`

const grantOf = (grantId: string, name: string, role: 'SAA' | 'AA' | 'AU' = 'AU', restorable = true) => ({
  ...{ grantId, accountId: `of-${grantId}`, name, email: `${grantId}@office.example`, role, restorable },
  permissions: ['HOME'],
  suspendedOn: MOMENT,
})
const FIRST: ActiveAgain = {
  ...{ npi: '1100000011', name: 'Amara Whitfield', activeSince: MOMENT, leftNetwork: false },
  grants: [grantOf('chief', 'Sandra Ashgrove', 'SAA'), grantOf('biller', 'Zoe Vale')],
}
const SECOND: ActiveAgain = {
  ...{ npi: '1100000029', name: 'NPI 1100000029', activeSince: MOMENT, leftNetwork: false },
  grants: [grantOf('other', LONG_NAME)],
}
const GONE: ActiveAgain = {
  ...{ npi: '1100000037', name: 'Theo Marsh', activeSince: MOMENT, leftNetwork: true },
  grants: [grantOf('gone', 'Ines Head', 'AU', false)],
}
const listing = (...rows: ActiveAgain[]) => reply(listActiveAgain, { rows, total: rows.length, pageSize: 25 })
const openStaff = (...rows: ActiveAgain[]) =>
  openAsUser(staffPages, {
    address: `${INTERNAL_PATHS.people}?list=active-again`,
    me: STAFF,
    replies: [listing(...rows), reply(restoreAccess, { restored: 3 })],
  })
const box = (name: string | RegExp) => page.getByRole('checkbox', { name })
const HEADING = 'NPIs that are active again'

test('staff restore all access of an NPI and one of another by keyboard, with a reason', async () => {
  const rendered = openStaff(FIRST, SECOND, GONE)
  await expectHeading(HEADING)
  await expect.element(button('Restore access')).toBeDisabled()
  await expect.element(box(/^Ines Head/)).toBeDisabled()
  await expect.element(page.getByText('no longer in the plan’s network')).toBeVisible()
  await expectFits(rendered.container)
  await tabTo(box('All access to Amara Whitfield'))
  await userEvent.keyboard(' ')
  await expect.element(box(/^Zoe Vale/)).toBeChecked()
  await tabTo(box(/^Wolfeschlegel/))
  await userEvent.keyboard(' ')
  await tabTo(button('Restore access of 3 grants'))
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Restore access of 3 grants?' })
  await expect.element(dialog).toMatchTextContent('3 people can use all 3 grants again')
  await userEvent.click(dialog.getByRole('button', { name: 'Restore access' }))
  await expect.element(dialog.getByText(REQUIRED)).toBeVisible()
  expect(countSent(rendered, restoreAccess)).toBe(0)
  await userEvent.fill(field('Reason'), 'Confirmed by phone.')
  rendered.setReplies(listing(GONE))
  await userEvent.click(dialog.getByRole('button', { name: 'Restore access' }))
  await expectAlert('3 grants are active again. We notified each person by email.')
  await expectNone(box(/^Zoe Vale/))
  expect(lastInput(rendered, restoreAccess)).toEqual({
    grantIds: ['chief', 'biller', 'other'],
    reason: 'Confirmed by phone.',
  })
})

test('a selection drops what a colleague restored meanwhile', async () => {
  const rendered = openStaff(FIRST, SECOND)
  await userEvent.click(box('All access to Amara Whitfield'))
  await userEvent.click(button('Restore access of 2 grants'))
  await userEvent.fill(field('Reason'), 'Confirmed by phone.')
  rendered.setReplies(
    refuse(restoreAccess, { message: 'This access has changed. Please reload the list.' }, 407),
    listing({ ...FIRST, grants: FIRST.grants.slice(1) }),
  )
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Restore access' }))
  await expectAlert('This access has changed. Please reload the list.')
  await expect.element(page.getByRole('dialog', { name: 'Restore access of 1 grant?' })).toBeVisible()
})

test('the lists of people lead to the access that waits, and say nothing if none does', async () => {
  const rendered = openAsUser(staffPages, {
    address: INTERNAL_PATHS.people,
    me: STAFF,
    replies: [listing(FIRST, SECOND), reply(listAccounts, { rows: [], total: 0, pageSize: 25 })],
  })
  await expect.element(page.getByRole('heading', { name: '2 NPIs are active again' })).toBeVisible()
  await expectAccessible(rendered.container)
  rendered.setReplies(listing())
  await userEvent.click(page.getByRole('link', { name: 'Decide about suspended access' }))
  await expect.element(page.getByText('No suspended access is waiting to be restored.')).toBeVisible()
  await expectNone(button('Restore access'))
  await userEvent.click(page.getByRole('link', { name: 'Back to people' }))
  await expectHeading('People')
  await expectNone(page.getByRole('heading', { name: /active again/ }))
})

test('an SAA sees who restores what they cannot', async () => {
  const chief = grantOf('chief', 'Sandra Ashgrove', 'SAA', false)
  const rendered = openAsUser([administrationPage], {
    address: ACCESS_PAGES.activeAgain,
    me: SAA,
    replies: [
      listing({ ...FIRST, grants: [chief, grantOf('biller', 'Zoe Vale')] }),
      reply(restoreAccess, { restored: 1 }),
    ],
  })
  await expectHeading(HEADING)
  await expect.element(box(/^Sandra Ashgrove.*Provider Services can restore it/)).toBeDisabled()
  await expect
    .element(page.getByRole('link', { name: 'View Zoe Vale' }))
    .toHaveAttribute('href', ACCESS_PAGES.person('of-biller'))
  await expectFits(rendered.container)
  await userEvent.click(box(/^Zoe Vale/))
  await expect.element(button('Restore access of 1 grant')).toBeEnabled()
})
