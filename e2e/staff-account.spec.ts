import { at, bayside, expect, expectAccessible, signIn, test } from './fixtures.ts'

const INTERNAL = '/thp/portal/internal'

test('plan staff manage their own account', async ({ page }) => {
  await page.goto(at(bayside, `${INTERNAL}/login`))
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL(new RegExp(`${INTERNAL}/forgot-password$`))
  await expectAccessible(page)

  await signIn(page, bayside, 'internal', 'demostaff')
  await page.getByRole('button', { name: 'Stafford Kingsley' }).click()
  await page.getByRole('link', { name: 'Profile and security' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your profile')
  await expect(page.getByText('You are signed in as demostaff, plan staff.')).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password', { exact: true })).toBeVisible()
  await expectAccessible(page)
})
