import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { at, harborview, inspectEveryWidth, startSession } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { addMember } from './support/team.ts'
import { button, expect, heading, newAccount, test } from './support/wizard.ts'

/** Computed style of a chart element, for forced colors. */
const drawn = (part: Locator, property: 'fill' | 'stroke' | 'outline-style') =>
  part.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

test('home shows eligibility, changes since the last visit and claim charts', async ({ page, plan, request }) => {
  const person = await registerActivePerson(request, plan)
  await startSession(page, harborview, 'providers', person)
  await page.goto(at(harborview, PROVIDER_PATHS.home))
  await expect(page.getByRole('heading', { name: 'Good to know on your first visit' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Since your last visit' })).toHaveCount(0)

  const changedAt = new Date()
  const claim = { npi: person.provider.npi, member_id: 'N1', billed_amount: '10.00', changed_at: changedAt }
  const service_date = new Date(changedAt.getTime() - 5 * 86_400_000).toISOString().slice(0, 10)
  await plan.db
    .insertInto('claim')
    .values([
      { ...claim, claim_number: `D1${person.userName}`, service_date, status: 'PAID' },
      { ...claim, claim_number: `D2${person.userName}`, service_date, status: 'DENIED' },
    ])
    .execute()
  await startSession(page, harborview, 'providers', person)
  await page.goto(at(harborview, PROVIDER_PATHS.home))
  const since = page.getByRole('region', { name: 'Since your last visit' })
  await expect(since).toContainText(/Your last visit was on \w{3} \d+, \d{4}, \d+:\d\d [AP]M E[SD]T\./)
  await expect(since.getByRole('link', { name: '2 claims are new or changed' })).toBeVisible()
  const numbers = page.getByRole('region', { name: 'Your claims in numbers' })
  await numbers.getByText('Show as a table').last().click()
  await expect(numbers.getByRole('row', { name: /^Denied/ })).toBeVisible()

  await button(page, 'Check eligibility').click()
  const id = page.getByRole('textbox', { name: 'Member ID' })
  await expect(id).toHaveAccessibleDescription(/Please enter the member ID\./)
  const member = await plan.db
    .selectFrom('member')
    .selectAll()
    .where('member_id', 'like', 'N%')
    .where('termination_date', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  await id.fill(member.member_id.toLowerCase())
  await button(page, 'Check eligibility').click()
  const answer = page.getByRole('region', { name: `${member.first_name} ${member.last_name} is covered on` })
  await expect(answer.getByRole('heading')).toBeFocused()
  await inspectEveryWidth(page, harborview, 'office-day')

  await page.emulateMedia({ forcedColors: 'active' })
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await drawn(numbers.locator('.bar').last(), 'fill')).not.toBe(canvas)
  expect(await drawn(numbers.locator('line.axis'), 'stroke')).not.toBe(canvas)
  expect(await drawn(numbers.locator('.part-1').first(), 'fill')).not.toBe(
    await drawn(numbers.locator('.part-0').first(), 'fill'),
  )
  const current = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true })
  expect(await drawn(current, 'outline-style')).toBe('solid')
  await page.emulateMedia({ forcedColors: 'none' })
})

test('the people list sorts and downloads, and an invitation can copy a colleague’s access', async ({
  page,
  plan,
  request,
}) => {
  const saa = await registerActivePerson(request, plan)
  const colleague = await addMember(plan, saa, 'AU', ['HOME', 'CLAIM'])
  await startSession(page, harborview, 'providers', saa)
  await page.goto(at(harborview, PROVIDER_PATHS.access))
  const rows = page
    .getByRole('region', { name: /^People by/ })
    .locator('tbody')
    .getByRole('row')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Role' }).click()
  await expect(page).toHaveURL(/sort=role/)
  await expect(rows.first()).toContainText('Senior Access Administrator')
  await page.getByRole('button', { name: 'Role' }).click()
  await expect(page).toHaveURL(/descending=true/)
  await expect(rows.first()).toContainText('Access User')
  const download = page.waitForEvent('download')
  await button(page, 'Download CSV').click()
  const [, first = ''] = readFileSync(await (await download).path(), 'utf8').split('\r\n')
  expect(first).toContain(colleague.email)

  await page.getByRole('link', { name: 'Invite a person' }).click()
  await expect(heading(page)).toHaveText('Invite a person')
  const invited = newAccount()
  await page.getByLabel('First name').fill(invited.firstName)
  await page.getByLabel('Last name').fill(invited.lastName)
  await page.getByLabel('Email', { exact: true }).fill(invited.email)
  await page.getByLabel('Same access as a colleague', { exact: true }).click()
  await page
    .getByRole('option', { name: `${colleague.firstName} ${colleague.lastName}, Access User, ${colleague.email}` })
    .click()
  await expect(page.getByLabel('Access User (AU)')).toBeChecked()
  await expect(page.getByLabel('Claim status')).toBeChecked()
  await expect(page.getByLabel('Member eligibility')).not.toBeChecked()
  await inspectEveryWidth(page, harborview, 'invite-same')
  await button(page, 'Send the invitation').click()
  await expect(page.getByRole('row', { name: new RegExp(invited.email) })).toContainText('Portal home, Claim status')
  await page.goto(at(harborview, PROVIDER_PATHS.home))
  await expect(page.getByRole('link', { name: '1 invitation has not been accepted yet' })).toBeVisible()
})
