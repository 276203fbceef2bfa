import { at, expectAccessible, expectNoSidewaysScroll, harborview, phone, signIn } from './fixtures.ts'
import { expect, test } from './support/wizard.ts'

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

test('a very long name breaks, and leaves the other columns their room', async ({ page, plan }) => {
  const { id } = await plan.db
    .insertInto('account')
    .values({
      public_id: 'e2e-long-name',
      kind: 'internal',
      state: 'INVITED',
      brand: 'harborview',
      first_name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
      last_name: 'Featherstonehaugh-Cholmondeley-Marjoribanks',
      email: `${'long'.repeat(15)}@${'names'.repeat(6)}.example`,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await signIn(page, harborview, 'internal', 'demostaff')
  await page.goto(at(harborview, '/thp/portal/internal/people?search=office.example'))
  const email = page.getByRole('cell', { name: 'demosaa@office.example' })
  await expect(email).toBeVisible()
  const usual = (await email.boundingBox())?.height ?? 0
  await page.goto(at(harborview, '/thp/portal/internal/people?search=example'))
  await expect(page.getByRole('link', { name: /^Wolfeschlegel/ })).toBeVisible()
  expect((await email.boundingBox())?.height).toBe(usual)
  await expectNoSidewaysScroll(page)
  await plan.db.deleteFrom('account').where('id', '=', id).execute()
})

test('a report without its details is not sent, and the first missing field takes the focus', async ({ page }) => {
  await signIn(page, harborview, 'providers', 'demosaa')
  await page.goto(at(harborview, '/thp/portal/providers/roster'))
  await page
    .getByRole('button', { name: /^Report a change/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'SEND REPORT' }).click()
  const kind = page.getByLabel('What has changed?')
  await expect(kind).toBeFocused()
  await kind.selectOption({ index: 1 })
  await page.getByRole('button', { name: 'SEND REPORT' }).click()
  await expect(page.getByLabel('What is right now, and since when?')).toBeFocused()
})

test('the console’s home leads to the reports that wait', async ({ page }) => {
  await signIn(page, harborview, 'internal', 'demostaff')
  await page.getByRole('link', { name: /reported changes? to answer$/ }).click()
  await expect(page.getByRole('heading', { name: 'Changes that offices report' })).toBeFocused()
})

test('the next page of a long list begins at its top, where the focus goes; a short one keeps it on the button', async ({
  page,
}) => {
  await signIn(page, harborview, 'providers', 'demosaa')
  await page.goto(at(harborview, '/thp/portal/providers/claims'))
  const list = page.getByRole('region', { name: 'Claims' })
  const pages = page.getByRole('navigation', { name: 'Pages of claims' })
  const next = pages.getByRole('button', { name: 'Next' })
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(pages).toContainText('51–100 of')
  await expect(list).toBeFocused()
  await expect(list.getByRole('columnheader').first()).toBeInViewport()

  await page.setViewportSize({ width: 1280, height: 8000 })
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(pages).toContainText('101–150 of')
  await expect(next).toBeFocused()
  const previous = pages.getByRole('button', { name: 'Previous' })
  await previous.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(pages).toContainText('1–50 of')
  await expect(list).toBeFocused()
})

test('a list of providers found begins at its top too, on a phone', async ({ page }) => {
  await page.setViewportSize(phone)
  await signIn(page, harborview, 'members', 'demomember')
  await page.goto(at(harborview, '/thp/portal/members/my/find-a-provider?specialty=Family+Medicine'))
  const pages = page.getByRole('navigation', { name: 'Pages of providers' })
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(page.locator('.providers')).toBeFocused()
  await expect(page.locator('.providers > li').first()).toBeInViewport()
  await expectAccessible(page)
})
