import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import { findActive } from '../server/test/active-in-pdf.ts'
import { heic, PLACE, photo } from '../server/test/photos.ts'
import { at, bayside, desktop, harborview, inspectEveryBrand, phone, signInAs } from './fixtures.ts'
import { registerByContract } from './support/people.ts'
import { openStaffWindow } from './support/staff.ts'
import { importOrganization } from './support/test-organization.ts'
import { alert, button, expect, heading, test } from './support/wizard.ts'

const CONTRACTS = '/thp/portal/internal/contracts'

const sent = (name: string, orientation: number, width = 900) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: photo({ width, height: 1200, orientation }),
})

const pages = (page: Page) => page.getByRole('list', { name: 'Pages to send' }).getByRole('listitem')

async function openReview(staff: Page, lastName: string): Promise<void> {
  await staff.goto(at(harborview, `${CONTRACTS}?search=${lastName}`))
  await staff
    .getByRole('row')
    .filter({ hasText: lastName })
    .getByRole('link', { name: /^Review / })
    .click()
  await expect(heading(staff)).toHaveText(/^Contract [A-Z2-9]{5}-[A-Z2-9]{5}$/)
}

async function saveOriginal(staff: Page): Promise<Buffer> {
  const download = staff.waitForEvent('download')
  // Without a graphics card, Chromium loses a mouse click below a PDF that has just scrolled.
  await button(staff, 'Save the original file').press('Enter')
  const chunks: Buffer[] = []
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

for (const [brand, size, number] of [
  [harborview, phone, 45],
  [bayside, desktop, 46],
] as const)
  test(`photos of the signed paper, sent on a ${size.name} under ${brand.name}, reach plan staff as one PDF`, async ({
    browser,
    page,
    plan,
    request,
  }) => {
    const organization = await importOrganization(number)
    const [group] = organization.groups
    if (!group) throw new Error('no group')
    const account = await registerByContract(request, 'PG', [group])
    await page.context().clearCookies()
    await page.setViewportSize(size)
    await signInAs(page, account, brand)
    await page.waitForURL('**/status')

    await page
      .getByLabel('Signed form')
      .setInputFiles([sent('one.jpg', 6), sent('two.jpg', 1), sent('three.jpg', 1, 300)])
    await expect(pages(page)).toHaveCount(3)
    await expect(pages(page).nth(2)).toContainText('This picture is small.')
    await page.getByLabel('Add a page').setInputFiles({ name: 'IMG_4.HEIC', mimeType: 'image/heic', buffer: heic() })
    await expect(page.getByLabel('Add a page')).toHaveAccessibleDescription(/IMG_4.HEIC was not added/)
    await inspectEveryBrand(page, `photographed-form-${size.name}`)

    // With the keyboard: the second page is turned and moved to the front, and the third is removed.
    const remove = page.getByRole('button', { name: 'Remove page 3' })
    await page.getByRole('button', { name: 'Turn right page 2' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Move up page 2' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Move up page 1' })).toBeFocused()
    await expect(page.getByRole('img', { name: 'Page 1, turned right by 90 degrees' })).toBeVisible()
    await remove.focus()
    await page.keyboard.press('Enter')
    await expect(pages(page)).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Remove page 2' })).toBeFocused()
    await button(page, 'Upload the signed form').click()
    await expect(alert(page)).toContainText('We received your signed form.')
    expect((await plan.findMail('contract.received', account.email)).body).toContain(account.lastName)

    const staff = await openStaffWindow(browser, plan)
    await openReview(staff, account.lastName)
    await expect(staff.locator('iframe.paper')).toHaveAttribute('src', /^blob:/)
    await expect(staff.getByText('The portal made this PDF from 2 pictures.')).toBeVisible()
    const original = await saveOriginal(staff)
    const document = await PDFDocument.load(original)
    // Both are drawn lying: the first was turned by the user, the second by its EXIF orientation.
    expect(document.getPages().map((one) => one.getSize())).toEqual([
      { width: 792, height: 612 },
      { width: 792, height: 612 },
    ])
    expect(original.includes(PLACE)).toBe(false)
    expect(await findActive(original)).toEqual([])
  })
