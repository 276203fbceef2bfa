import { enterNpi, harborview } from './fixtures.ts'
import { clickContinue, expect, heading, test } from './support/wizard.ts'

/** A physician of one group in an organization of five. */
const IN_ORGANIZATION = '1300000027'

const PO_LEVEL = 'Provider organization'

test('a list of 200 groups, one with 2,000 providers, stays usable', async ({ page }) => {
  await page.route('**/valRegNpi?*', async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    const [like] = Object.values(reply.entity.pgGroupMap) as { npiList: { id: string; name: string }[] }[]
    const [provider] = like?.npiList ?? []
    const groups = Array.from({ length: 200 }, (_, index) => ({
      ...like,
      id: `PGX${index}`,
      name: `Group ${String(index).padStart(3, '0')} of the Greater Merrimack Valley Association of Independent Physicians`,
      selectedNpiGroup: index === 0,
      registerdGroup: false,
      npiList: Array.from({ length: index === 1 ? 2000 : 20 }, (_, place) => ({
        ...provider,
        id: String(1_600_000_000 + index * 10_000 + place),
        name: `Provider ${place}`,
      })),
    }))
    const pgGroupMap = Object.fromEntries(groups.map((group) => [group.id, group]))
    await route.fulfill({ response, json: { ...reply, entity: { ...reply.entity, pgGroupMap } } })
  })
  await enterNpi(page, harborview, IN_ORGANIZATION)
  await page.getByLabel(PO_LEVEL).check()
  await expect(page.getByText('1 of 200 groups, 20 of 5980 providers')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.locator('.checks input:checked')).toHaveCount(201)
  await page.getByRole('button', { name: '2000 providers' }).click()
  await expect(page.getByRole('dialog').locator('tbody tr')).toHaveCount(2000)
  await page.getByRole('button', { name: 'Provider Name' }).click()
  await expect(page.getByRole('dialog').locator('tbody tr').first()).toContainText('Provider 1999')
  await page.keyboard.press('Escape')
  await clickContinue(page)
  await expect(heading(page)).toHaveText('Registration: Confirm Your Choice')
})
