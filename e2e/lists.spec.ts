import { harborview, startSession } from './fixtures.ts'
import { type Person, registerActivePerson } from './support/people.ts'
import type { TestPlan } from './support/test-plan.ts'
import { expect, heading, test } from './support/wizard.ts'

/** Adds colleagues of an SAA: `working` with access, `asking` with a pending request. */
async function fillOffice(plan: TestPlan, saa: Person, { working, pending }: { working: number; pending: number }) {
  const now = new Date()
  const { npi } = saa.provider
  const numbers = [...Array(working + pending).keys()]
  const accounts = await plan.db
    .insertInto('account')
    .values(
      numbers.map((number) => ({
        public_id: `list-${npi}-${number}`,
        kind: 'provider' as const,
        state: 'INVITED' as const,
        brand: 'harborview',
        first_name: 'Zoe',
        last_name: `${saa.lastName} ${String(number).padStart(2, '0')}`,
        email: `zoe.${npi}.${number}@office.example`,
        created_at: now,
      })),
    )
    .returning('id')
    .execute()
  const stateOf = (number: number) => (number < working ? 'ACTIVE' : 'PENDING_APPROVAL')
  const request = { role: 'AU', created_at: now } as const
  const requests = await plan.db
    .insertInto('access_request')
    .values(
      accounts.map(({ id }, number) => ({
        ...request,
        reference: `LIST-${npi}-${number}`,
        account_id: id,
        reg_type: 'NPI' as const,
        npi,
        path: 'APPROVAL' as const,
        brand: 'harborview',
        state: stateOf(number),
      })),
    )
    .returning(['id', 'account_id'])
    .execute()
  await plan.db
    .insertInto('access_grant')
    .values(
      requests.map(({ id, account_id }, number) => ({
        ...request,
        account_id,
        request_id: id,
        scope_kind: 'NPI' as const,
        scope_id: npi,
        permissions: ['HOME'],
        state: stateOf(number),
      })),
    )
    .execute()
  const ids = accounts.map(({ id }) => id)
  return async () => {
    await plan.db.deleteFrom('access_grant').where('account_id', 'in', ids).execute()
    await plan.db.deleteFrom('access_request').where('account_id', 'in', ids).execute()
    await plan.db.deleteFrom('account').where('id', 'in', ids).execute()
  }
}

test('Back and reload restore an office’s lists of people and pending requests', async ({ page, plan, request }) => {
  const saa = await registerActivePerson(request, plan)
  const removeOffice = await fillOffice(plan, saa, { working: 60, pending: 7 })
  await startSession(page, harborview, 'providers', saa)
  await page.goto('/thp/portal/providers/access')
  const waiting = page.getByRole('region', { name: 'Waiting for your decision' }).getByRole('listitem')
  const pages = page.getByRole('navigation', { name: 'Pages of people' })
  const people = page.getByRole('region', { name: 'People by name' }).getByRole('row')
  await expect(waiting).toHaveCount(5)
  await page.getByRole('button', { name: 'Show all 7' }).click()
  await expect(waiting).toHaveCount(7)
  await page.getByLabel('Name or email').fill('zoe')
  await page.keyboard.press('Enter')
  await expect(page.getByText('60 entries')).toBeVisible()
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('51–60 of 60')

  const expectAsLeft = async () => {
    await expect(page.getByLabel('Name or email')).toHaveValue('zoe')
    await expect(pages).toContainText('51–60 of 60')
    await expect(people).toHaveCount(11)
    await expect(waiting).toHaveCount(7)
  }
  await people.last().getByRole('link').click()
  await expect(heading(page)).toContainText('Zoe')
  await page.goBack()
  await expectAsLeft()
  await waiting.last().getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await page.goBack()
  await expectAsLeft()
  await page.reload()
  await expectAsLeft()
  await page.goBack()
  await expect(pages).toContainText('1–50 of 60')
  await page.goBack()
  await expect(page.getByText('61 entries')).toBeVisible()
  await expect(waiting).toHaveCount(7)
  await page.goBack()
  await expect(waiting).toHaveCount(5)

  await test.step('finds the last of many colleagues', async () => {
    await page.getByRole('link', { name: 'Invite a person' }).click()
    await page.getByLabel('Same access as a colleague', { exact: true }).fill(`${saa.lastName} 59`)
    await page.getByRole('option', { name: `Zoe ${saa.lastName} 59, Access User` }).click()
    await expect(page.getByLabel('Access User (AU)')).toBeChecked()
  })
  await removeOffice()
})
