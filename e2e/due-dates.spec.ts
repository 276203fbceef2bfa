import { PROVIDER_PATHS } from '@portico/core/constants'
import { at, harborview, inspectEveryBrand, startSession } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { addMember, selectAccount } from './support/team.ts'
import { button, expect, heading, test } from './support/wizard.ts'

test('an SAA sees what is due, and a calendar reads the same dates until the address is withdrawn', async ({
  page,
  plan,
  request,
}) => {
  const saa = await registerActivePerson(request, plan)
  const colleague = await addMember(plan, saa, 'AU', ['HOME'])
  await plan.db
    .updateTable('access_grant')
    .set({ confirm_due_at: new Date(Date.now() + 20 * 86_400_000) })
    .where('account_id', 'in', selectAccount(plan, colleague))
    .execute()
  await startSession(page, harborview, 'providers', saa)
  await page.goto(at(harborview, PROVIDER_PATHS.home))
  await page.getByRole('link', { name: 'Due dates at a glance' }).press('Enter')
  await expect(heading(page)).toHaveText('Due dates')
  const entry = page.getByRole('link', { name: 'Confirm the access of 1 person' })
  await expect(entry).toBeVisible()
  await inspectEveryBrand(page, 'due-dates')

  await button(page, 'Make a private address').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your private address' })
  const address = await dialog.locator('code').innerText()
  await inspectEveryBrand(page, 'due-dates-address')
  await dialog.getByRole('button', { name: 'I’ve saved it' }).press('Enter')
  await expect(page.getByText('No calendar has read it yet.')).toBeVisible()
  const feed = await request.get(address)
  expect(await feed.text()).toContain('SUMMARY:Confirm the access of 1 person\r\n')
  await page.reload()
  await expect(page.getByText('A calendar last read it')).toBeVisible()
  await inspectEveryBrand(page, 'due-dates-with-address')

  await button(page, 'Withdraw the address').press('Enter')
  await expect(page.getByRole('alert')).toContainText('The address is withdrawn.')
  expect((await request.get(address)).status()).toBe(404)
  await entry.press('Enter')
  await expect(heading(page)).toHaveText('Confirm people')
})
