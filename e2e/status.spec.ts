import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { enterNpi, expectAccessible, harborview } from './fixtures.ts'
import {
  acceptTerms,
  alert,
  button,
  createAccount,
  expect,
  fillAccount,
  heading,
  newAccount,
  proveBySsn,
  test,
} from './support/wizard.ts'

const STATUS = '/thp/portal/providers/status'
const fileInput = (page: Page) => page.getByLabel('Signed form')

/** Registers a physician without a quiz, who must sign a contract, and opens the status page. */
async function reachContract(page: Page): Promise<void> {
  await enterNpi(page, harborview, '1100000045')
  await proveBySsn(page, '5678')
  await fillAccount(page, newAccount(), { names: false })
  await acceptTerms(page)
  const signedOn = page.waitForResponse('**/siteminderagent/forms/login.fcc')
  await createAccount(page)
  await expect(heading(page)).toHaveText('Sign and Return PDF')
  await signedOn
  await button(page, 'Go to my status page').click()
  await page.waitForURL(`**${STATUS}`)
}

test('a file that is no PDF is rejected, and the signed form is received and can be replaced', async ({ page }) => {
  await reachContract(page)
  const download = page.waitForEvent('download')
  await button(page, 'DOWNLOAD PDF').click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('npi_1100000045_network_contract.pdf')
  const contract = { name: 'signed.pdf', mimeType: 'application/pdf', buffer: await readFile(await saved.path()) }

  await fileInput(page).setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no') })
  await button(page, 'Upload the signed form').click()
  await expect(alert(page)).toContainText('Anything you uploaded earlier is still with us.')

  await fileInput(page).setInputFiles(contract)
  await button(page, 'Upload the signed form').click()
  await expect(alert(page)).toHaveText('We received your signed form. We’ll review it and email you.')
  const tag = page.locator('.card-head').getByText('Signed form received')
  await expect(tag).toBeVisible()
  await expect(page.getByText('Waiting for the signed form')).toHaveCount(0)
  await page.getByText('Download the form again, or send a better copy').click()
  await expect(fileInput(page)).toBeVisible()
  await expectAccessible(page)
})
