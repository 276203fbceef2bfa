import { PROVIDER_PATHS } from '@portico/core/constants'
import { at, bayside, harborview, inspectEveryBrand, phone, startSession } from './fixtures.ts'
import { button, expect, test } from './support/wizard.ts'

test('verifies all entries of a practice and changes two', async ({ page, plan }) => {
  await startSession(page, harborview, 'providers', 'demosaa')
  await page.goto(at(harborview, PROVIDER_PATHS.home))
  const due = page.getByRole('region', { name: 'Directory data to verify' })
  await due.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Entries as members see them' })).toBeVisible()
  await inspectEveryBrand(page, 'verify-directory')

  // Two changes, one that a rule of the plan accepts and one that waits for staff.
  for (const [at, [label, value]] of [
    ['Languages', 'en; es; fr'],
    ['Phone', '(978) 555-0187'],
  ].entries()) {
    await page
      .getByRole('button', { name: /^Change / })
      .nth(at)
      .click()
    await page
      .getByRole('dialog')
      .getByLabel(label ?? '', { exact: true })
      .fill(value ?? '')
    await button(page, 'Keep changes').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expect(page.getByRole('status').filter({ hasText: '2 changes' })).toBeVisible()
  await expect(page.getByText(/Draft saved/)).toBeVisible()

  // The draft survives the window.
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: '2 changes' })).toBeVisible()
  await page.getByRole('button', { name: /^Select all \d+$/ }).click()
  await page.getByRole('button', { name: /^Still true \(\d+ selected\)$/ }).click()
  await button(page, 'Send verification').click()
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt of your verification' })).toBeVisible()
  await inspectEveryBrand(page, 'verification-receipt')
  const { count } = await plan.db
    .selectFrom('verified_practice')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBeGreaterThan(2)
})

test('lists the entries on a phone in the other brand', async ({ page }) => {
  await page.setViewportSize(phone)
  await startSession(page, bayside, 'providers', 'demosaa')
  await page.goto(at(bayside, PROVIDER_PATHS.verify))
  await expect(page.getByRole('heading', { name: /Entries as members see them|Your practices/ })).toBeVisible()
  await inspectEveryBrand(page, 'verify-directory-phone')
})
