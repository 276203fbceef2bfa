import { enterNpi, expect, harborview, inspectEveryBrand, test } from './fixtures.ts'

const ORGANIZATION = '1200000010'

test('the browser solves the Captcha without help', async ({ page }) => {
  await enterNpi(page, harborview, ORGANIZATION)
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible()
  const captcha = page.getByRole('group', { name: 'Captcha' })
  await captcha.getByRole('checkbox').click()
  await expect(captcha.getByText('Verified')).toBeVisible()
  const answer = await captcha.locator('input[name="captcha"]').inputValue()
  const { challenge, solution } = JSON.parse(Buffer.from(answer, 'base64').toString())
  expect(challenge.signature).toMatch(/^[0-9a-f]{64}$/)
  expect(solution.derivedKey.slice(0, 2)).toBe('00')
  await captcha.scrollIntoViewIfNeeded()
  await inspectEveryBrand(page, 'captcha')
})
