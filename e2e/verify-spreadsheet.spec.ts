import { PROVIDER_PATHS } from '@portico/core/constants'
import { ROSTER_NO_CHANGE } from '@portico/core/provider-directory/sentences'
import { writeSpreadsheet } from '../server/test/spreadsheet.ts'
import { at, harborview, inspectEveryBrand, startSession } from './fixtures.ts'
import { button, expect, test } from './support/wizard.ts'

/** Days since December 30, 1899, as Excel counts them. */
const excelDay = (date: Date) => Math.floor(date.getTime() / 86_400_000) + 25_569

test('verifies a practice from a messy workbook, and the same workbook again changes nothing', async ({
  page,
  plan,
}) => {
  await startSession(page, harborview, 'providers', 'demosaa')
  await page.goto(at(harborview, PROVIDER_PATHS.verify))
  const practices = page.getByRole('region', { name: 'Your practices' })
  const upload = page.getByRole('link', { name: 'Upload a spreadsheet' })
  await expect(practices.or(upload).first()).toBeVisible()
  if (await practices.isVisible()) await practices.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Entries as members see them' })).toBeVisible()
  const numbers = page.getByText(/^NPI \d{10}$/)
  await expect(numbers.first()).toBeVisible()
  const shown = await numbers.allTextContents()
  const entries = await plan.db
    .selectFrom('practice')
    .innerJoin('practice_location', 'practice_location.location_id', 'practice.location_id')
    .select(['practice.npi', 'practice.location_id', 'address_1', 'zip', 'languages'])
    .where(
      'practice.npi',
      'in',
      shown.map((text) => text.slice('NPI '.length)),
    )
    .where('address_1', 'is not', null)
    .where('phone', 'is not', null)
    .orderBy('practice.id')
    .execute()
  const [one, two] = entries.filter((entry, index) => entries.findIndex(({ npi }) => npi === entry.npi) === index)
  if (!one || !two) throw new Error('The demo practice has two providers with a whole location.')
  const language = one.languages.includes('fr') ? 'German; English' : 'French; English'
  const nextMonth = new Date(Date.now() + 30 * 86_400_000)
  const workbook = writeSpreadsheet([
    ['Roster of our practice', undefined, undefined, undefined, undefined, undefined],
    [],
    ['Printed', excelDay(new Date()), undefined, undefined, undefined, undefined],
    ['Provider NPI', 'Site ID', 'Street address', 'ZIP', 'Languages spoken', 'Last day'],
    [Number(one.npi), one.location_id, one.address_1?.toUpperCase(), Number(one.zip?.slice(0, 5)), language, undefined],
    [],
    // A merged cell has its value in the first row only.
    [undefined, one.location_id, undefined, undefined, 'Spanish', undefined],
    [` ${two.npi} `, two.location_id, undefined, undefined, undefined, nextMonth.toISOString().slice(0, 10)],
    ['9999999999', undefined, '=1+1', undefined, '<b>x</b>', undefined],
  ])

  const compare = async () => {
    await upload.click()
    await page
      .getByLabel('Your list of providers')
      .setInputFiles({ name: 'roster.xlsx', mimeType: 'application/octet-stream', buffer: workbook })
    await button(page, 'Continue').click()
    await expect(page.getByRole('combobox', { name: 'Provider NPI' })).toHaveValue('npi')
    await button(page, 'Compare 4 rows').click()
    await expect(page.getByRole('heading', { name: 'Rows that need attention' })).toBeVisible()
  }
  await compare()
  const rejects = page.getByRole('region', { name: 'Rows that need attention', exact: true })
  await expect(rejects.getByRole('row')).toHaveCount(3)
  const differences = page.getByRole('region', { name: 'Differences', exact: true })
  await expect(differences).toContainText(one.npi)
  await expect(differences).toContainText('French')
  await inspectEveryBrand(page, 'verify-spreadsheet')
  const download = page.waitForEvent('download')
  await button(page, 'Download CSV').click()
  expect((await download).suggestedFilename()).toBe('rows-to-correct.csv')
  await button(page, 'Apply 2 entries').click()
  await expect(page.getByRole('link', { name: 'See the receipt' })).toBeVisible()
  await inspectEveryBrand(page, 'verify-spreadsheet-done')

  await page.getByRole('link', { name: 'Back to the entries' }).click()
  await compare()
  await expect(page.getByText(ROSTER_NO_CHANGE)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Apply/ })).toHaveCount(0)
})
