import { at, expect, expectAccessible, expectNoSidewaysScroll, harborview, phone, signIn, test } from './fixtures.ts'

test('on a phone a list is a row of cards that tell all a table tells, and a field sorts them', async ({ page }) => {
  await page.setViewportSize(phone)
  await signIn(page, harborview, 'providers', 'demosaa')
  await page.goto(at(harborview, '/thp/portal/providers/claims'))
  const list = page.getByRole('region', { name: 'Claims' })
  const billed = list.locator('td[data-label="Billed"]')
  await expect(billed.first()).toBeVisible()
  await expect(list.getByRole('button', { name: 'Billed' })).toHaveCount(0)
  for (const label of ['Claim', 'Status', 'Service date', 'Provider', 'Member ID', 'Billed', 'Paid']) {
    const cell = list.locator(`td[data-label="${label}"]`).first()
    await expect(cell).toBeVisible()
    const box = await cell.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0), label).toBeLessThanOrEqual(phone.width)
  }
  const amounts = async () => (await billed.allInnerTexts()).map((text) => Number(text.replace(/[^\d.]/g, '')))
  for (const [wanted, direction] of [
    ['Billed, ascending', 1],
    ['Billed, descending', -1],
  ] as const) {
    await list.getByLabel('Sort by').selectOption(wanted)
    await expect
      .poll(async () => {
        const shown = await amounts()
        return shown.every((amount, index) => index === 0 || (amount - (shown[index - 1] ?? 0)) * direction >= 0)
      })
      .toBe(true)
  }
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('where the headers are, the field that sorts is not', async ({ page }) => {
  await signIn(page, harborview, 'providers', 'demosaa')
  await page.goto(at(harborview, '/thp/portal/providers/claims'))
  const list = page.getByRole('region', { name: 'Claims' })
  await expect(list.getByRole('button', { name: 'Billed' })).toBeVisible()
  await expect(list.getByLabel('Sort by')).toBeHidden()
})
