import { INTERNAL_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { accessJobs } from '../server/src/access/scheduled-jobs.ts'
import { recordBellEvent } from '../server/src/platform/bell/record-event.ts'
import { readSettings } from '../server/src/platform/settings/settings.ts'
import { signonJobs } from '../server/src/signon/scheduled-jobs.ts'
import { insertTestAccount } from '../server/test/accounts.ts'
import { makeRequest } from '../server/test/small-plan.ts'
import { at, harborview, inspectEveryBrand, startSession } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { runJob } from './support/server-work.ts'
import { newStaff } from './support/staff.ts'
import { addMember, changePermissions, openAs, selectAccount } from './support/team.ts'
import { button, expect, heading, test } from './support/wizard.ts'

const DAY_MS = 86_400_000

test('what happened to a person waits under the bell, and is read on every device', async ({
  page,
  plan,
  request,
  browser,
}) => {
  const saa = await registerActivePerson(request, plan)
  const member = await addMember(plan, saa, 'AU', ['HOME', 'ELIG'])
  const other = await openAs(browser, member)
  await startSession(page, harborview, 'providers', member)
  await plan.db.deleteFrom('bell_entry').where('account_id', 'in', selectAccount(plan, member)).execute()
  await page.goto(at(harborview, PROVIDER_PATHS.home))
  await expect(button(page, 'Notifications')).toBeVisible()

  await changePermissions(saa, member, ['HOME', 'CLAIM'])
  await page.reload()
  const bell = button(page, 'Notifications, 1 unread')
  await expect(bell).toBeVisible()
  await expect(page.locator('.bell [aria-live]')).toHaveText('')
  await other.goto(at(harborview, PROVIDER_PATHS.home))
  await expect(button(other, 'Notifications, 1 unread')).toBeVisible()

  await bell.press('Enter')
  const entry = page.getByRole('link', { name: 'Unread: Your access was changed.' })
  await expect(entry).toBeVisible()
  await inspectEveryBrand(page, 'bell')
  await entry.focus()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Who controls your access')
  await expect(page.locator('.bell [aria-live]')).toHaveText('No unread notifications.')
  await expect(button(page, 'Notifications')).toBeVisible()
  await other.reload()
  await expect(button(other, 'Notifications')).toBeVisible()
})

test('a person chooses the daily digest, and gets one mail with what is unread', async ({ page, plan, request }) => {
  const saa = await registerActivePerson(request, plan)
  await startSession(page, harborview, 'providers', saa)
  await page.goto(at(harborview, PROVIDER_PATHS.profile))
  await page.getByLabel('Access and directory data to confirm').selectOption('Daily summary by email, at 7 a.m.')
  await expect(page.getByText('Your choice is saved.')).toBeVisible()
  await inspectEveryBrand(page, 'bell-choice')
  const { id } = await selectAccount(plan, saa).executeTakeFirstOrThrow()
  // It happened before the last 7 a.m. of the plan, so the digest is due.
  const twoDaysAgo = new Date(Date.now() - 2 * DAY_MS)
  await recordBellEvent({ db: plan.db, now: twoDaysAgo }, { event: 'grant.confirm-reminder', accountId: id })
  await runJob(plan, signonJobs.jobs, 'send-digests')
  const { body } = await plan.findMail('account.digest', saa.email)
  expect(body).toContain('Please confirm who still needs access.')
})

test('a request that is left to plan staff because its office lost its SAA waits under the bell of a reviewer', async ({
  page,
  plan,
  request,
}) => {
  const saa = await registerActivePerson(request, plan)
  const asking = await insertTestAccount(plan.db, { username: `asks${saa.provider.npi}`, lastName: saa.lastName })
  const settings = readSettings({ PORTICO_DATA_DIR: process.env.PORTICO_E2E_DATA_DIR })
  const { npi } = saa.provider
  const { reference } = await makeRequest(plan.db, settings, {
    ...{ accountId: asking.id, role: 'AU', npi, scopes: [{ kind: 'NPI', id: npi }], now: new Date() },
  })
  await startSession(page, harborview, 'internal', await newStaff(plan, 'REVIEWER'))
  await plan.db
    .updateTable('access_grant')
    .set({ state: 'REVOKED' })
    .where('account_id', 'in', selectAccount(plan, saa))
    .execute()
  await runJob(plan, accessJobs.jobs, 'announce-left-to-staff')
  await page.goto(at(harborview, INTERNAL_PATHS.home))
  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread$/ })
  await bell.press('Enter')
  const entry = page.getByRole('link', { name: 'Unread: Access requests are waiting for Provider Services.' })
  await expect(entry).toBeVisible()
  await inspectEveryBrand(page, 'bell-of-staff')
  await entry.focus()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Requests')
  await page.getByLabel('Search by reference, NPI, person or group').fill(reference)
  await expect(page.getByRole('row').filter({ hasText: saa.lastName })).toHaveCount(1)
})
