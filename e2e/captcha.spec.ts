import { brands, enterNpi, expect, expectAccessible, harborview, takeScreenshot, test } from './fixtures.ts'

const ORGANIZATION = '1200000010'

for (const brand of brands) {
  test(`the browser solves the Captcha of ${brand.name} without help`, async ({ page }) => {
    await enterNpi(page, brand, ORGANIZATION)
    await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible()
    const captcha = page.getByRole('group', { name: 'Captcha' })
    await captcha.getByRole('checkbox').click()
    await expect(captcha.getByText('Verified')).toBeVisible({ timeout: 45_000 })
    const answer = await captcha.locator('input[name="captcha"]').inputValue()
    const { challenge, solution } = JSON.parse(Buffer.from(answer, 'base64').toString())
    expect(challenge.signature).toMatch(/^[0-9a-f]{64}$/)
    expect(solution.derivedKey.slice(0, 2)).toBe('00')
    await captcha.scrollIntoViewIfNeeded()
    await expectAccessible(page)
    await takeScreenshot(page, `captcha-${brand.id}`)
  })
}

test('an external Captcha shows its site key and passes its answer on', async ({ page }) => {
  // Replaces the provider's script with one of the same interface. The content security policy requires our own origin.
  const script = `window.turnstile = { render(element, options) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'I am human: ' + options.sitekey
    button.onclick = () => { options.callback('outside-answer'); button.textContent = 'Done' }
    element.append(button)
  } }`
  await page.route('**/outside-captcha.js?render=explicit', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.route('**/captcha/challenge', (route) =>
    route.fulfill({ json: { scriptUrl: new URL('/outside-captcha.js', route.request().url()).href } }),
  )
  await page.route('**/valRegNpi?*', async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    await route.fulfill({ response, json: { ...reply, entity: { ...reply.entity, captchaKey: 'site-key-1' } } })
  })
  await enterNpi(page, harborview, ORGANIZATION)
  const captcha = page.getByRole('group', { name: 'Captcha' })
  await expect(captcha.getByRole('button')).toHaveCount(1)
  await page.getByRole('checkbox', { name: /terms of use/i }).check()
  await page.getByRole('button', { name: 'CREATE ACCOUNT' }).click()
  await expect(captcha.getByText('Please complete Captcha.')).toBeVisible()
  await captcha.getByRole('button', { name: 'I am human: site-key-1' }).click()
  await expect(captcha.getByText('Please complete Captcha.')).toBeHidden()
})
