import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { at, bayside, expectAccessible, harborview, startSession, type TestBrand } from './fixtures.ts'
import { alert, button, expect, heading, summary, tabTo, test } from './support/wizard.ts'

const portal = (brand: TestBrand, page: string) => at(brand, `/thp/portal/providers/${page}`)
const rows = (page: Page) => page.locator('tbody tr')
const provider = (page: Page) => page.getByRole('combobox', { name: 'Provider' })

/** Opens a function as the demo's SAA of Tidewater Family Practice. */
async function open(page: Page, brand: TestBrand, name: string, userName = 'demosaa'): Promise<void> {
  await startSession(page, brand, 'providers', userName)
  await page.goto(portal(brand, name))
  await expect(heading(page)).toBeVisible()
}

/** Typeahead options only; the status field also has options. */
const suggestions = (page: Page) => page.getByRole('listbox')

test('claims are filtered by provider and status, downloaded and opened', async ({ page, plan }) => {
  await open(page, harborview, 'claims')
  await expect(rows(page)).toHaveCount(50)
  await button(page, 'Next').click()
  await expect(page.getByRole('navigation', { name: 'Pages of claims' })).toContainText('51–100 of')

  await provider(page).pressSequentially('martin bap')
  await suggestions(page)
    .getByRole('option', { name: /Martin Baptista/ })
    .click()
  await button(page, 'Search').click()
  await expect(rows(page).first()).toContainText('Martin Baptista')
  const chosen = /NPI (\d{10})/.exec(await provider(page).inputValue())?.[1] ?? ''
  const { total } = await plan.db
    .selectFrom('claim')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('npi', '=', chosen)
    .executeTakeFirstOrThrow()
  await expect(rows(page)).toHaveCount(Number(total))
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await button(page, 'Download CSV').click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(Number(total) + 1)
  await expect(page.getByText('claims.csv was saved.')).toBeVisible()

  await page.getByLabel('Status').selectOption('Denied')
  await button(page, 'Search').click()
  await expect(page).toHaveURL(/status=DENIED/)
  await expect(rows(page).first()).toContainText('Denied')
  const denied = await plan.db
    .selectFrom('claim')
    .select(['claim_number', 'denial_reason'])
    .where('npi', '=', chosen)
    .where('status', '=', 'DENIED')
    .execute()
  await expect(rows(page)).toHaveCount(denied.length)
  const first = rows(page).first().getByRole('button')
  const reason = new Map(denied.map((claim) => [claim.claim_number, claim.denial_reason])).get(await first.innerText())
  await first.click()
  const dialog = page.getByRole('dialog', { name: /^Claim / })
  await expect(dialog.getByText(reason ?? 'no such claim', { exact: true })).toBeVisible()
  await expect(dialog).toContainText('Nothing: the claim was denied')
  await expect(dialog.getByRole('link', { name: /^1-800/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(first).toBeFocused()
})

test('eligibility is found by member ID and by name, for a date, and prints', async ({ page, plan }) => {
  const member = await plan.db
    .selectFrom('member')
    .selectAll()
    .where('termination_date', 'is', null)
    .where('relationship', '=', 'SELF')
    .where('member_id', 'like', 'N%')
    .where('pcp_npi', 'is not', null)
    .where('deductible', 'is not', null)
    .orderBy('member_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await open(page, harborview, 'eligibility')
  await button(page, 'Check eligibility').click()
  await expect(summary(page)).toBeFocused()
  await expect(page).toHaveTitle(/^Error: Member eligibility/)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Member ID' }).fill(member.member_id.toLowerCase())
  await button(page, 'Check eligibility').click()
  const answer = page.getByRole('region', { name: /is covered on/ })
  await expect(answer.getByRole('heading')).toBeFocused()
  await expectAccessible(page)
  await expect(answer).toContainText(member.plan_name)
  await expect(answer).toContainText('Subscriber')
  // A lookup for today shows no separate line for today.
  await expect(answer.getByText('Today', { exact: true })).toHaveCount(0)
  const pcp = await plan.db
    .selectFrom('provider')
    .select('name')
    .where('npi', '=', member.pcp_npi)
    .executeTakeFirstOrThrow()
  await expect(answer).toContainText(pcp.name)
  await expect(answer).toContainText(/Office visit copay\$\d+\.00/)
  await expect(answer).toContainText(/Deductible\$[\d,.]+ of \$[\d,]+\.00 met/)

  await page.getByLabel('Name and birth date').check()
  await page.getByLabel('First name').fill(member.first_name.toLowerCase())
  await page.getByLabel('Last name').fill(member.last_name)
  await page.getByLabel('Birth date', { exact: true }).fill(member.birth_date)
  await page.getByLabel('Date of service').fill('1999-12-31')
  await button(page, 'Check eligibility').click()
  const earlier = page.getByRole('region', { name: 'is not covered on December 31, 1999' })
  await expect(earlier).toContainText(member.member_id)
  await expect(earlier.getByText('Today', { exact: true })).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(earlier).toContainText('by Sandra Ashgrove')
  await expect(earlier.getByText('Harborview Health Plan: member eligibility')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.getByLabel('Last name').fill('Nobody')
  await button(page, 'Check eligibility').click()
  await expect(alert(page)).toHaveText(
    'We could not find a member with these details. Please check them and try again.',
  )
  await expect(earlier).toBeHidden()
})

test('by keyboard: SCO cases and invoices of one provider are sorted and downloaded', async ({ page }) => {
  await open(page, bayside, 'sco-invoice')
  await tabTo(page, provider(page))
  await page.keyboard.type('ada')
  await expect(suggestions(page).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: /^6 invoices, \$[\d,.]+ in total, for NPI/ })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Amount' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'ascending')
  await expectAccessible(page)
  await button(page, 'Show all my providers').click()
  // The pressed button is gone; focus moves to a nearby heading.
  await expect(page.locator(':focus')).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 2, name: /for all your providers$/ })).toBeVisible()

  await page.goto(portal(bayside, 'sco-trakker'))
  await expect(rows(page).first()).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await button(page, 'Download CSV').click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file).toMatch(/^\uFEFFCase,NPI,Provider,Member ID,Opened,Opened \(ISO 8601\),Status,Next review/)
})
