import { at, enterNpi, harborview, inspectEveryWidth } from './fixtures.ts'
import {
  acceptTerms,
  button,
  clickContinue,
  createAccount,
  expect,
  fillAccount,
  heading,
  newAccount,
  solveCaptcha,
  test,
} from './support/wizard.ts'

/** A physician of one group in an organization of five, one of which has an SAA. */
const IN_ORGANIZATION = '1300000027'
const OWN_GROUP = 'Merrimack Valley Family Medicine'
const REGISTERED_GROUP = 'Haverhill Pediatrics'

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

test('an organization registers with a contract and replaces an SAA', async ({ page }) => {
  const account = newAccount()
  await enterNpi(page, harborview, IN_ORGANIZATION)
  const steps = page.getByRole('list', { name: 'Progress' })
  await page.getByLabel(PO_LEVEL).check()
  await page.getByRole('checkbox', { name: new RegExp(REGISTERED_GROUP) }).check()
  await clickContinue(page)

  await expect(heading(page)).toHaveText('Registration: Confirm Your Choice')
  for (const text of ['Merrimack Physician Organization', OWN_GROUP, `${REGISTERED_GROUP}*`, '2 of 5 groups'])
    await expect(page.getByRole('main')).toContainText(text)
  await button(page, 'YES, CONTINUE').click()

  await expect(heading(page)).toHaveText('Create Your Account')
  await fillAccount(page, account, { names: true })
  await acceptTerms(page)
  await solveCaptcha(page)
  const signedOn = page.waitForResponse('**/siteminderagent/forms/login.fcc')
  await createAccount(page)

  await expect(heading(page)).toHaveText('Sign and Return PDF')
  await signedOn
  const download = page.waitForEvent('download')
  await button(page, 'DOWNLOAD PDF').click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`npi_${IN_ORGANIZATION}_network_contract.pdf`)
  await expect(page.getByRole('status').filter({ hasText: 'reference number' })).toBeVisible()

  // Loaded again, the page finds the form, the receipt and the state of the request.
  const receipt = page.getByRole('region', { name: 'Your receipt' })
  const reference = await receipt.locator('.reference').textContent()
  await page.reload()
  await expect(heading(page)).toHaveText('Sign and Return PDF')
  await expect(receipt).toContainText(reference ?? '')
  await expect(receipt).toContainText('Waiting for the signed form')
  await expect(steps).toHaveText(/Provider.*Access.*Account.*Signed form.*Done$/)
  await expect(steps.locator('[aria-current]')).toContainText('Signed form')
  const again = page.waitForEvent('download')
  await button(page, 'DOWNLOAD PDF').click()
  await again
  await inspectEveryWidth(page, harborview, 'receipt')

  await button(page, 'Go to my status page').click()
  await page.waitForURL(at(harborview, '/thp/portal/providers/status'))
  await expect(page.getByRole('main')).toContainText('Merrimack')
})
