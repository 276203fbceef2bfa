import { PROVIDER_PATHS } from '@portico/core/constants'
import { at, harborview, inspectEveryBrand, startSession } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { button, expect, test } from './support/wizard.ts'

test('today’s patients are checked as a list by keyboard, and the list is found again', async ({
  page,
  plan,
  request,
}) => {
  const person = await registerActivePerson(request, plan)
  const members = await plan.db.selectFrom('member').selectAll().orderBy('member_id').limit(3).execute()
  await startSession(page, harborview, 'providers', person)
  await page.goto(at(harborview, PROVIDER_PATHS.eligibility))
  await page.getByRole('link', { name: 'Check a list of members' }).click()
  const list = page.getByLabel('Type or paste your list')
  await list.fill(
    ['Member ID\tDate of service', ...members.map(({ member_id }) => `${member_id}\t`), 'X1\t'].join('\n'),
  )
  await inspectEveryBrand(page, 'eligibility-list-input')
  await list.press('Tab')
  await page.keyboard.press('Tab')
  await expect(button(page, 'Continue')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Member ID')).toHaveValue('memberId')
  await inspectEveryBrand(page, 'eligibility-list-columns')
  await button(page, 'Check 4 members').press('Enter')
  await expect(page.getByText('4 of 4 checked.')).toBeVisible()
  await inspectEveryBrand(page, 'eligibility-list-grid')

  await page.goto(at(harborview, PROVIDER_PATHS.home))
  await page.goto(at(harborview, PROVIDER_PATHS.eligibilityList))
  const grid = page.getByRole('region', { name: 'Eligibility of the list' })
  await expect(grid.getByRole('row')).toHaveCount(5)
  await expect(grid.getByText(members[0]?.last_name ?? '').first()).toBeVisible()
  const saved = page.waitForEvent('download')
  await button(page, 'Download CSV').click()
  expect((await saved).suggestedFilename()).toBe('eligibility.csv')
})
