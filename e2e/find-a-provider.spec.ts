import type { Page } from '@playwright/test'
import { at, expectAccessible, harborview, inspectEveryBrand, startSession } from './fixtures.ts'
import { button, expect, heading, tabTo, test } from './support/wizard.ts'

const FINDER = '/thp/portal/members/my/find-a-provider'
const entries = (page: Page) => page.locator('.providers > li')
const results = (page: Page) => page.getByRole('heading', { level: 2 })

/** The distances that the page shows, in its order. */
async function readMiles(page: Page): Promise<number[]> {
  const texts = await page.getByText(/^\d+\.\d miles$/).allTextContents()
  return texts.map((text) => Number.parseFloat(text))
}

test('by keyboard alone, a member finds the nearest providers, sees when they were verified, and opens one', async ({
  page,
}) => {
  await startSession(page, harborview, 'members', 'demomember')
  await page.goto(at(harborview, FINDER))
  await tabTo(page, page.getByRole('combobox', { name: 'Specialty' }))
  await page.keyboard.type('family med')
  const specialties = page.getByRole('listbox', { name: 'Specialty: options' })
  await expect(specialties.getByRole('option')).toHaveText(['Family Medicine'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('ZIP code'))
  await page.keyboard.type('01970')
  await page.keyboard.press('Enter')
  await expect(results(page)).toHaveText(/providers for Family Medicine within 25 miles of 01970$/)
  const miles = await readMiles(page)
  expect(miles.length).toBeGreaterThan(1)
  expect(miles).toEqual(miles.toSorted((a, b) => a - b))
  expect(Math.max(...miles)).toBeLessThanOrEqual(25)
  await expect(
    entries(page)
      .getByText(/^Verified on /)
      .first(),
  ).toBeVisible()

  const link = entries(page).first().getByRole('link').first()
  const name = (await link.textContent()) ?? ''
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(name)
  await expect(heading(page)).toBeFocused()
  await expect(page.getByText('Harborview Choice HMO').first()).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(results(page)).toHaveText(/within 25 miles of 01970$/)
})

test('a smaller distance and more filters leave fewer providers, and the pages have no faults in any brand', async ({
  page,
}) => {
  await startSession(page, harborview, 'members', 'demomember')
  await page.goto(at(harborview, `${FINDER}?zip=01970&miles=50`))
  await expect(entries(page).first()).toBeVisible()
  expect(Math.max(...(await readMiles(page)))).toBeLessThanOrEqual(50)
  await page.getByLabel('Distance').selectOption('5 miles')
  await page.getByLabel('Language').selectOption('Spanish')
  await page.getByLabel('Accepting new patients').check()
  await button(page, 'Search').click()
  await expect(results(page)).toHaveText(/within 5 miles of 01970 accepting new patients speaking Spanish$/)
  expect(Math.max(...(await readMiles(page)))).toBeLessThanOrEqual(5)
  for (const entry of await entries(page).all()) {
    await expect(entry).toContainText('Accepting new patients')
    await expect(entry).toContainText('Spanish')
  }
  await inspectEveryBrand(page, 'finder-filtered')
  await page.goto(at(harborview, `${FINDER}?specialty=Pediatrics&zip=01970&plan=ANY`))
  await expect(entries(page).first()).toBeVisible()
  await inspectEveryBrand(page, 'finder-list')
  await entries(page).first().getByRole('link').first().click()
  await expect(page.getByText('Verification').first()).toBeVisible()
  await inspectEveryBrand(page, 'finder-provider')
})
