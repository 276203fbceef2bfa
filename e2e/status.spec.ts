import { readFile, truncate, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { at, enterNpi, expectAccessible, harborview, inspectEveryBrand, signIn, signInAs } from './fixtures.ts'
import { registerActivePerson, registerWaitingPerson } from './support/people.ts'
import {
  acceptTerms,
  alert,
  button,
  chooseAndContinue,
  clickContinue,
  createAccount,
  expect,
  fillAccount,
  heading,
  newAccount,
  proveBySsn,
  SSN_FIELD,
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

test('a request on behalf shows who decides and its expiry, and can be sent again and canceled', async ({
  page,
  plan,
  request,
}) => {
  const person = await registerWaitingPerson(request, plan)
  await signInAs(page, person)
  await page.waitForURL(`**${STATUS}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('Waiting for the provider')
  await expect(main).toContainText(/p•+@practice\.example/)
  await expect(main).not.toContainText('provider.')
  await expect(main.getByRole('listitem').filter({ hasText: 'Expires on' })).toHaveCount(1)

  await button(page, 'Send the email again').click()
  await expect(alert(page)).toContainText('We sent the email again')

  await button(page, 'Cancel this request').click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this request?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Cancel this request')).toBeFocused()
  await button(page, 'Cancel this request').click()
  await dialog.getByRole('button', { name: 'Cancel the request' }).click()
  await expect(alert(page)).toContainText('is canceled')
  await expect(main).toContainText('You have no open requests')
  await expect(button(page, 'Send the email again')).toHaveCount(0)
})

test('a signed form is rejected with a message, then received, and can be replaced', async ({ page }) => {
  await reachContract(page)
  const download = page.waitForEvent('download')
  await button(page, 'DOWNLOAD PDF').click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('npi_1100000045_network_contract.pdf')
  const contract = { name: 'signed.pdf', mimeType: 'application/pdf', buffer: await readFile(await saved.path()) }

  await button(page, 'Upload the signed form').click()
  await expect(fileInput(page)).toHaveAccessibleDescription(/Please choose a PDF of the signed form\.$/)
  await expect(fileInput(page)).toBeFocused()
  const photo = { name: 'signed.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('photo') }
  await fileInput(page).setInputFiles(photo)
  await button(page, 'Upload the signed form').click()
  await expect(fileInput(page)).toHaveAccessibleDescription(/Please choose a PDF file\./)
  // A file on disk: Playwright sends a buffer through the page, which is slow.
  const large = test.info().outputPath('signed.pdf')
  await writeFile(large, '')
  await truncate(large, 10 * 1024 * 1024 + 1)
  await fileInput(page).setInputFiles(large)
  await button(page, 'Upload the signed form').click()
  await expect(fileInput(page)).toHaveAccessibleDescription(/larger than 10 MB/)
  await fileInput(page).setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no') })
  await button(page, 'Upload the signed form').click()
  await expect(alert(page)).toContainText('Anything you uploaded earlier is still with us.')

  await fileInput(page).setInputFiles(contract)
  // The server is busy: the earlier copy stays, and the file stays selected.
  await page.route('**/uploadContract', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
  await button(page, 'Upload the signed form').click()
  await expect(alert(page)).toHaveText(
    'The portal is too busy to check your file right now, so it was not saved. Please try again in a few seconds. Your file is still selected. Anything you uploaded earlier is still with us.',
  )
  await button(page, 'Try again').click()
  await expect(alert(page)).toHaveText('We received your signed form. We’ll review it and email you.')
  const tag = page.locator('.card-head').getByText('Signed form received')
  await expect(tag).toBeVisible()
  await expect(page.getByText('Waiting for the signed form')).toHaveCount(0)
  await page.getByText('Download the form again, or send a better copy').click()
  await expect(fileInput(page)).toBeVisible()
})

test('a signed-in person requests additional access and sees the request', async ({ page, plan, request }) => {
  const person = await registerActivePerson(request, plan)
  const wanted = await plan.takeProvider('full')
  await signInAs(page, person)
  await page.waitForURL('**/providers/home')
  await expect(heading(page)).toHaveText(`Welcome, ${person.provider.name.split(' ')[0]}`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Request additional access' }).click()
  await expect(heading(page)).toHaveText('Request additional access')
  await expectAccessible(page)
  await page.getByLabel('National Provider Identifier (NPI)').fill(wanted.npi)
  await clickContinue(page)
  await chooseAndContinue(page, 'On behalf of the Provider')
  await page.getByRole('button', { name: /SSN/ }).click()
  await page.getByLabel(SSN_FIELD).fill(wanted.lastSsn)
  await clickContinue(page)
  await expect(heading(page)).toHaveText('Send your request')
  await expect(page.getByLabel('User name')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByLabel('Physician’s email', { exact: true }).fill('amara@practice.example')
  await page.getByLabel('Confirm physician’s email').fill('amara@practice.example')
  await button(page, 'Send request').click()
  await expect(heading(page)).toHaveText('Access Request Pending')
  await button(page, 'CLOSE').click()
  await page.waitForURL(`**${STATUS}`)
  await expect(page.getByRole('main')).toContainText('Waiting for the provider')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'Your own requests' })).toBeVisible()
})

test('the status page is accessible in every brand', async ({ page }) => {
  for (const userName of ['demowait', 'demolate', 'demodone']) {
    await signIn(page, harborview, 'providers', userName)
    await page.waitForURL(`**${STATUS}`)
    await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible()
    await inspectEveryBrand(page, `status-${userName}`)
    await page.goto(at(harborview, '/thp/portal/providers/logout'))
  }
})
