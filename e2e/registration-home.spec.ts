import { at, bayside, brands, enterNpi, expect, REGISTRATION, test } from './fixtures.ts'

for (const brand of brands) {
  test(`${brand.id}: the first screen has both panels with working links, and Cancel opens the brand’s own`, async ({
    page,
  }) => {
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

    await enterNpi(page, brand, '1100000011')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL(at(brand, `/thp/portal/providers/login${brand === bayside ? '?from=care-partners' : ''}`))
  })
}
