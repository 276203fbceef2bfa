import { INTERNAL_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { at, harborview, inspectEveryBrand, startSession } from './fixtures.ts'
import { importDeactivation, importReactivation } from './support/import-national.ts'
import { registerActivePerson } from './support/people.ts'
import { newStaff, openStaffWindow } from './support/staff.ts'
import { alert, button, expect, heading, test } from './support/wizard.ts'

test('a deactivation ends access and notifies; after a reactivation staff restore the access', async ({
  page,
  plan,
  request,
  browser,
}) => {
  const person = await registerActivePerson(request, plan)
  const { npi } = person.provider
  const roster = at(harborview, PROVIDER_PATHS.roster)
  await startSession(page, harborview, 'providers', person)
  await page.goto(roster)
  await expect(page.getByText(npi).first()).toBeVisible()

  await importDeactivation(npi)
  await page.reload()
  await page.waitForURL('**/providers/login**')
  expect((await plan.findMail('npi.access-ended', person.email)).body).toContain(`NPI ${npi}`)
  await startSession(page, harborview, 'providers', person)
  await page.goto(at(harborview, PROVIDER_PATHS.access))
  await expect(page.getByText('The national provider file lists the NPI as deactivated.').first()).toBeVisible()

  const { userName } = await newStaff(plan)
  await importReactivation(npi)
  const mail = await plan.findMail('npi.active-again-staff', `${userName}@example.org`)
  const [address = ''] = /https?:\/\/\S+list=active-again/.exec(mail.body) ?? []
  expect((await plan.findMail('npi.active-again', person.email)).body).toContain(npi)

  const staff = await openStaffWindow(browser, plan)
  await staff.goto(at(harborview, INTERNAL_PATHS.people))
  await expect(staff.getByRole('heading', { name: /active again$/ })).toBeVisible()
  await staff.goto(at(harborview, new URL(address).pathname + new URL(address).search))
  await expect(heading(staff)).toHaveText('NPIs that are active again')
  const own = staff.getByRole('listitem').filter({ has: staff.getByRole('heading', { name: npi }) })
  await own.getByRole('checkbox').last().press('Space')
  await inspectEveryBrand(staff, 'active-again')
  await button(staff, 'Restore access of 1 grant').press('Enter')
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The provider confirmed it by phone.')
  await inspectEveryBrand(staff, 'restore-access')
  await dialog.getByRole('button', { name: 'Restore access' }).press('Enter')
  await expect(alert(staff)).toContainText('1 grant is active again.')
  await expect(staff.getByRole('heading', { name: npi })).toHaveCount(0)

  expect((await plan.findMail('grant.reactivated', person.email)).body).toContain('The provider confirmed it by phone.')
  await startSession(page, harborview, 'providers', person)
  await page.goto(roster)
  await expect(page.getByText(npi).first()).toBeVisible()
})
