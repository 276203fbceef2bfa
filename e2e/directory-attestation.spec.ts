import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { INTERNAL_PATHS } from '@portico/core/constants'
import { planDayOf } from '@portico/core/forms/calendar-day'
import { ATTESTATION_STATEMENT } from '@portico/core/provider-directory/attestation/statement'
import { at, harborview, inspectEveryBrand, startSession } from './fixtures.ts'
import { newStaff } from './support/staff.ts'
import type { TestPlan } from './support/test-plan.ts'
import { button, expect, heading, test } from './support/wizard.ts'

const CALLS = 3
const dialog = (page: Page) => page.getByRole('dialog')

async function openDirectory(page: Page, plan: TestPlan): Promise<void> {
  await startSession(page, harborview, 'internal', await newStaff(plan))
  await page.goto(at(harborview, INTERNAL_PATHS.directory))
  await expect(page.getByRole('heading', { name: 'Ready to attest?' })).toBeVisible()
}

/** The server publishes soon after its start. Returns the manifest's hash. */
async function waitForPublication({ db }: TestPlan): Promise<string> {
  const latest = db.selectFrom('directory_publication').select('manifest_sha256').orderBy('id', 'desc').limit(1)
  await expect.poll(async () => (await latest.execute()).length).toBe(1)
  return (await latest.executeTakeFirstOrThrow()).manifest_sha256
}

async function readDownload(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).first().click()])
  return await readFile(await download.path(), 'utf8')
}

test('a sample goes from draw to score: calls are entered, the draw is checked, the sample is finished', async ({
  page,
  plan,
}) => {
  const seed = `journey-${randomBytes(4).toString('hex')}`
  await openDirectory(page, plan)
  await inspectEveryBrand(page, 'directory')
  await button(page, 'Draw a sample').click()
  await page.getByLabel('Number of calls').fill(String(CALLS))
  await page.getByLabel('Seed (optional)').fill(seed)
  await inspectEveryBrand(page, 'draw-sample')
  await button(page, 'Draw the sample').click()
  await expect(heading(page)).toHaveText(/^Sample \d+ of /)
  await expect(page.getByText(`Open: 0 of ${CALLS} calls entered`)).toBeVisible()
  await expect(page.getByText(seed)).toBeVisible()

  // By keyboard, one call after the other.
  await page.getByRole('button', { name: 'Enter result of call 1' }).press('Enter')
  for (const call of [1, 2, 3]) {
    await expect(dialog(page).getByRole('heading')).toHaveText(new RegExp(`^Call ${call}: `))
    await page.getByLabel('Reached the office', { exact: true }).press('Space')
    if (call === 2) {
      await page.getByLabel(/^Phone: /).press('Space')
      await page.getByLabel('Note (optional)').fill('The number belongs to another office.')
      await inspectEveryBrand(page, 'sample-call')
    }
    await button(page, call === CALLS ? 'Save' : 'Save and next call').press('Enter')
  }
  await expect(page.getByText(`Open: ${CALLS} of ${CALLS} calls entered`)).toBeVisible()
  await inspectEveryBrand(page, 'sample')

  await button(page, 'Check the draw').click()
  await expect(page.getByText(/^The seed draws the same calls/)).toBeVisible()
  await button(page, 'Finish the sample').click()
  await button(page, 'Finish').click()
  await expect(page.getByText('66.7% correct (95% interval 20.8% to 93.9%)')).toBeVisible()
  await expect(page.getByRole('button', { name: /result of call/ })).toHaveCount(0)

  const worksheet = await readDownload(page, 'Download CSV')
  expect(worksheet.trim().split('\r\n')).toHaveLength(CALLS + 1)
  expect(worksheet).toContain('The number belongs to another office.')
})

test('an administrator records an attestation of the current publication and withdraws it', async ({ page, plan }) => {
  const officer = `Olivia ${randomBytes(4).toString('hex')}`
  const manifestSha256 = await waitForPublication(plan)
  await openDirectory(page, plan)
  const attestations = page.getByRole('region', { name: 'Attestations' })
  await expect(attestations).toContainText(manifestSha256)
  await button(page, 'Record an attestation').click()
  await button(page, 'Record the attestation').click()
  await inspectEveryBrand(page, 'attest-errors')
  await page.getByLabel('Officer’s name').fill(officer)
  await page.getByLabel('Signed on').fill(planDayOf(new Date()))
  await page.getByLabel(ATTESTATION_STATEMENT).check()
  await button(page, 'Record the attestation').click()
  await expect(page.getByText('The attestation is recorded.')).toBeVisible()
  await expect(attestations.getByRole('heading', { name: officer })).toBeVisible()

  await button(page, `Withdraw the attestation of ${officer}`).click()
  await page.getByLabel('Reason').fill('The wrong officer was entered.')
  await button(page, 'Withdraw').click()
  await expect(attestations.getByText('The wrong officer was entered.')).toBeVisible()
  await expect(attestations.getByText('Withdrawn', { exact: true })).toBeVisible()
  await inspectEveryBrand(page, 'attestations')
})
