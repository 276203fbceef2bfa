import type { Page } from '@playwright/test'
import { INTERNAL_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { at, bayside, harborview, inspectEveryBrand, phone, startSession, type TestBrand } from './fixtures.ts'
import { newStaff, openStaffWindow } from './support/staff.ts'
import { alert, button, expect, heading, tabTo, test } from './support/wizard.ts'

const banner = (page: Page) => page.getByRole('region', { name: 'Support view' })

/** Opens a view of the demo's SAA from the console. */
async function openView(page: Page, brand: TestBrand): Promise<void> {
  await page.goto(at(brand, `${INTERNAL_PATHS.views}?search=Ashgrove`))
  await expect(heading(page)).toHaveText('Support views')
  await button(page, 'See as Sandra Ashgrove').click()
  const dialog = page.getByRole('dialog', { name: 'See the portal as Sandra Ashgrove' })
  await dialog.getByLabel('Reason').fill('Called about a missing claim')
  await dialog.getByRole('button', { name: 'Open the view' }).click()
  await expect(banner(page)).toContainText('You see the portal as Sandra Ashgrove (demosaa) sees it.')
}

test('a support agent sees the portal as a provider user, and a colleague shows the claims', async ({
  page,
  browser,
  plan,
}) => {
  await startSession(page, harborview, 'internal', await newStaff(plan, 'SUPPORT'))
  await page.goto(at(harborview, `${INTERNAL_PATHS.views}?search=Ashgrove`))
  await expect(button(page, 'See as Sandra Ashgrove')).toBeVisible()
  await inspectEveryBrand(page, 'support-views')
  await openView(page, harborview)
  await expect(page).toHaveURL(at(harborview, PROVIDER_PATHS.home))
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await inspectEveryBrand(page, 'support-view-home')

  await page.goto(at(harborview, PROVIDER_PATHS.claims))
  await expect(banner(page)).toContainText('Claims and members’ data are hidden.')
  await expect(page.getByRole('table', { name: 'Claims' })).toContainText('•••')
  await inspectEveryBrand(page, 'support-view-claims')
  await button(page, 'Ask to show claims').click()
  const dialog = page.getByRole('dialog', { name: 'Ask to show claims and members’ data' })
  await dialog.getByLabel('Reason').fill('The claim itself is in question')
  await dialog.getByRole('button', { name: 'Ask a colleague' }).click()
  await expect(banner(page)).toContainText('A colleague has to approve your request.')

  const colleague = await openStaffWindow(browser, plan)
  await colleague.goto(at(harborview, INTERNAL_PATHS.unmasking))
  await expect(colleague.getByText('The claim itself is in question')).toBeVisible()
  await inspectEveryBrand(colleague, 'support-unmasking')
  await button(colleague, 'Show the data').click()
  await expect(alert(colleague)).toHaveText('The view of Sandra Ashgrove shows claims and members’ data.')
  await expect(banner(page)).toContainText('A colleague approved')
  await expect(page.getByRole('table', { name: 'Claims' })).not.toContainText('•••')

  await button(page, 'End the view').click()
  await expect(heading(page)).toHaveText('Support views')
  await expect(
    page
      .getByRole('row', { name: /Sandra Ashgrove/ })
      .filter({ hasText: 'Ended' })
      .first(),
  ).toBeVisible()
  await page.goto(at(harborview, PROVIDER_PATHS.home))
  await expect(page).toHaveURL(/\/providers\/login/)
})

test('on a phone and by keyboard, the banner ends the view', async ({ page, plan }) => {
  await page.setViewportSize(phone)
  await startSession(page, bayside, 'internal', await newStaff(plan, 'SUPPORT'))
  await openView(page, bayside)
  await page.goto(at(bayside, PROVIDER_PATHS.roster))
  await expect(banner(page)).toBeVisible()
  await tabTo(page, button(page, 'End the view'))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Support views')
})

test('the person finds the view on the profile', async ({ page, plan }) => {
  await startSession(page, harborview, 'internal', await newStaff(plan, 'SUPPORT'))
  await openView(page, harborview)
  await button(page, 'End the view').click()
  await expect(heading(page)).toHaveText('Support views')
  await startSession(page, harborview, 'providers', 'demosaa')
  await page.goto(at(harborview, PROVIDER_PATHS.profile))
  await expect(page.getByRole('region', { name: 'Views by support agents' })).toContainText(
    'Called about a missing claim',
  )
})
