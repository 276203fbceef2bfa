import {
  at,
  brands,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  harborview,
  phone,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

const INTERNAL = '/thp/portal/internal'

for (const brand of brands) {
  test(`plan staff manage their own account in ${brand.name}`, async ({ page }) => {
    await page.goto(at(brand, `${INTERNAL}/login`))
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveURL(new RegExp(`${INTERNAL}/forgot-password$`))
    await expectAccessible(page)

    await signIn(page, brand, 'internal', 'demostaff')
    await page.getByRole('button', { name: 'Stafford Kingsley' }).click()
    await page.getByRole('link', { name: 'Profile and security' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your profile')
    await expect(page.getByText('You are signed in as demostaff, plan staff.')).toBeVisible()
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Current password', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
}

test('the signed contract is beside the decision, and above it on a phone', async ({ page }) => {
  await startSession(page, harborview, 'internal', 'demostaff')
  await page.goto(at(harborview, `${INTERNAL}/contracts?reference=DEMO-0011`))
  const paper = page.getByTitle(/^Signed contract/)
  const decision = page.getByRole('heading', { name: 'Your decision' })
  await expect(paper).toBeVisible()
  const place = async (of: typeof paper) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  expect((await place(paper)).x).toBeGreaterThan((await place(decision)).x)
  expect((await place(paper)).y).toBeLessThan((await place(decision)).y)
  await page.setViewportSize(phone)
  const { y, height } = await place(paper)
  expect((await place(decision)).y).toBeGreaterThan(y + height)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('a confirmation dialog is centered, and a missing reason gets the focus', async ({ page }) => {
  await startSession(page, harborview, 'internal', 'demostaff')
  await page.goto(at(harborview, `${INTERNAL}/contracts?reference=DEMO-0011`))
  await page.getByRole('button', { name: 'Validate and next' }).click()
  const dialog = page.getByRole('dialog', { name: 'Validate this contract?' })
  const box = await dialog.boundingBox()
  const above = box?.y ?? 0
  const below = (page.viewportSize()?.height ?? 0) - above - (box?.height ?? 0)
  expect(Math.abs(above - below)).toBeLessThan(4)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Return with a reason' }).click()
  const reason = page.getByLabel('Reason')
  await page.getByRole('button', { name: 'Return and next', exact: true }).click()
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription(/Please enter why you are returning the contract\./)

  await page.goto(at(harborview, `${INTERNAL}/people?account=demoau`))
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription(/Required\./)
})
