import type { Locator } from '@playwright/test'
import { at, bayside, brands, enterNpi, expect, expectAccessible, harborview, REGISTRATION, test } from './fixtures.ts'

const NPI_FIELD = 'National Provider Identifier (NPI)'
const CONTINUE = 'CONTINUE WITH REGISTRATION'

for (const brand of brands) {
  test(`${brand.id}: the first screen has both panels with working links`, async ({ page }) => {
    await page.goto(at(brand, REGISTRATION))
    await expect(page).toHaveTitle(`Provider Portal Registration | ${brand.name}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Provider Portal Registration')
    await expect(page.getByRole('heading', { name: 'First Time Registration' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Need Additional Access?' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Request additional access' })).toHaveAttribute(
      'href',
      '/thp/portal/providers/additional-access',
    )
    await expect(page.getByRole('link', { name: 'BACK', exact: true })).toHaveAttribute(
      'href',
      '/thp/portal/providers/login',
    )
    await expect(page.getByRole('link', { name: brand.name })).toBeVisible()
    await expect(page.locator('link[href="/content/blank.css"]')).toHaveCount(1)
    await expect(page.getByText(brand === bayside ? /of the PCP, group/ : /of the physician, group/)).toBeVisible()
  })

  test(`${brand.id}: cancel opens the brand's cancel link`, async ({ page }) => {
    await enterNpi(page, brand, '1100000011')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL(at(brand, `/thp/portal/providers/login${brand === bayside ? '?from=care-partners' : ''}`))
  })
}

test('an empty or short NPI shows a red error and focuses the summary', async ({ page }) => {
  await page.goto(at(harborview, REGISTRATION))
  const field = page.getByLabel(NPI_FIELD)
  await page.getByRole('button', { name: CONTINUE }).click()
  const summary = page.locator('.note.bad')
  await expect(summary).toContainText('Please correct error(s) in red.')
  await expect(summary).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/Required$/)
  await expect(summary.getByRole('link')).toHaveText(`${NPI_FIELD}: Required`)
  await expect(page).toHaveTitle(/^Error: Provider Portal Registration/)
  await expectAccessible(page)

  await field.fill('110000001')
  await page.getByRole('button', { name: CONTINUE }).click()
  const sentence = 'Your National Provider Identifier must be 10 digits in length.'
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence))
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveCSS('border-top-color', 'rgb(179, 38, 30)')
  await page.getByRole('link', { name: sentence }).click()
  await expect(field).toBeFocused()

  await field.pressSequentially('1')
  await expect(summary).toHaveCount(0)
  await expect(page).toHaveTitle(/^Provider Portal Registration/)
})

test('the NPI field accepts only ten digits, typed or pasted', async ({ page, context }) => {
  await page.goto(at(harborview, REGISTRATION))
  const field = page.getByLabel(NPI_FIELD)
  await field.pressSequentially('1a1-0 0.00000119')
  await expect(field).toHaveValue('1100000001')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('NPI: 1100-000-011'))
  await field.selectText()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(field).toHaveValue('1100000011')
})

test('an NPI that cannot register stays in the field and shows the reason', async ({ page }) => {
  const sentences = new Set<string>()
  for (const npi of ['1500000017', '1500000025', '1100000012', '1999999984']) {
    await enterNpi(page, harborview, npi)
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText(/\w+\./)
    sentences.add((await alert.textContent()) ?? '')
    await expect(page.getByLabel(NPI_FIELD)).toHaveValue(npi)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Provider Portal Registration')
  }
  expect(sentences.size).toBe(4)
})

test('a gateway failure keeps the NPI and shows the gateway text', async ({ page }) => {
  const log: string[] = []
  page.on('console', (message) => log.push(message.text()))
  await page.goto(at(harborview, REGISTRATION))
  await page.route('**/valRegNpi*', (route) => route.abort())
  await page.getByLabel(NPI_FIELD).fill('1100000011')
  await page.getByRole('button', { name: CONTINUE }).click()
  await expect(page.getByRole('alert')).toHaveText('Our systems are currently not available. Please try again later.')
  await expect(page.getByLabel(NPI_FIELD)).toHaveValue('1100000011')
  expect(log).toContain('GET /rest/nonsec/reg/valRegNpi 516')

  await page.unroute('**/valRegNpi*')
  await page.getByRole('button', { name: CONTINUE }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is Registering?')
})

test('the browser’s Back returns from the next screen without changing the URL', async ({ page }) => {
  await enterNpi(page, harborview, '1100000011')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Who is Registering?')
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle(/^Who is Registering\?/)
  await expect(page).toHaveURL(at(harborview, REGISTRATION))
  await expect(page.getByRole('complementary', { name: 'Your registration' })).toContainText('1100000011')
  await expect(page.locator('[aria-current="step"]')).toContainText('Identity')

  await page.goBack()
  await expect(heading).toHaveText('Provider Portal Registration')
  await expect(heading).toBeFocused()
  await expect(page.getByLabel(NPI_FIELD)).toHaveValue('1100000011')
  await page.goForward()
  await expect(heading).toHaveText('Who is Registering?')

  await page.getByRole('button', { name: 'GO BACK' }).click()
  await expect(heading).toHaveText('Provider Portal Registration')
  await page.goForward()
  await expect(heading).toHaveText('Who is Registering?')

  await page.reload()
  await expect(heading).toHaveText('Provider Portal Registration')
  await expect(page.getByLabel(NPI_FIELD)).toHaveValue('')
})

test('the first screen works with the keyboard alone', async ({ page }) => {
  await page.goto(at(bayside, REGISTRATION))
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel(NPI_FIELD)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('.note.bad')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(NPI_FIELD)).toBeFocused()
  await page.keyboard.type('1100000011')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is Registering?')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const goBack = page.getByRole('button', { name: 'GO BACK' })
  for (let presses = 0; presses < 10 && !(await isFocused(goBack)); presses += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Provider Portal Registration')
})

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)
