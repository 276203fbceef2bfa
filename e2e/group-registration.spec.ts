import {
  at,
  enterNpi,
  expectAccessible,
  harborview,
  inspect,
  inspectEveryWidth,
  phone,
  REGISTRATION,
  takeScreenshot,
} from './fixtures.ts'
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
  replyWith,
  solveCaptcha,
  summary,
  test,
} from './support/wizard.ts'

/** A physician of one group in an organization of five, one of which has an SAA. */
const IN_ORGANIZATION = '1300000027'
const OWN_GROUP = 'Merrimack Valley Family Medicine'
const OTHER_GROUPS = [
  'Andover Internal Medicine',
  'Haverhill Pediatrics',
  'Lower Merrimack IPA',
  'Lowell Specialty Associates',
]
const REGISTERED_GROUP = 'Haverhill Pediatrics'

const NPI_LEVEL = 'Single NPI'
const PG_LEVEL = 'Provider group(s)'
const PO_LEVEL = 'Provider organization'

test('regWith requires a level, and a group at PG level', async ({ page }) => {
  await enterNpi(page, harborview, '1300000019')
  await expect(heading(page)).toHaveText('Registration: Requested Level')
  await expect(page.getByLabel(PO_LEVEL)).toHaveCount(0)
  await expect(page.getByLabel(PG_LEVEL)).toHaveAccessibleDescription(/A signed form will be needed\.$/)
  await clickContinue(page)
  await expect(summary(page)).toContainText('Please correct error(s) in red.')
  await expect(summary(page)).toContainText('Please select an option.')

  await page.getByLabel(PG_LEVEL).check()
  const own = page.getByRole('checkbox', { name: /Old Harbor Primary Care/ })
  await expect(own).toBeChecked()
  const all = page.getByRole('checkbox', { name: 'Select all' })
  await expect(all).toBeChecked()
  await expect(all).toBeDisabled()
  await own.uncheck()
  await expect(all).not.toBeChecked()
  await clickContinue(page)
  await expect(summary(page)).toContainText('Please select at least one provider group.')
  await expect(summary(page)).toBeFocused()
  await expectAccessible(page)
  await own.check()
  await expect(summary(page)).toHaveCount(0)
})

test('regWith select-all affects only the other groups, and the NPI’s own group stays checked at PO level', async ({
  page,
}) => {
  await enterNpi(page, harborview, IN_ORGANIZATION)
  const group = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
  const all = page.getByRole('checkbox', { name: 'Select all' })
  await page.getByLabel(PO_LEVEL).check()
  await expect(group(OWN_GROUP)).toBeChecked()
  await expect(group(OWN_GROUP)).toBeDisabled()
  for (const name of OTHER_GROUPS) await expect(group(name)).not.toBeChecked()
  await expect(page.getByText(`${REGISTERED_GROUP}*`)).toBeVisible()
  await expect(page.getByText(/This group already has a Senior Access Administrator\./)).toBeVisible()

  await all.check()
  for (const name of OTHER_GROUPS) await expect(group(name)).toBeChecked()
  await group(OTHER_GROUPS[0] as string).uncheck()
  await expect(all).not.toBeChecked()
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await all.check()
  await all.uncheck()
  for (const name of OTHER_GROUPS) await expect(group(name)).not.toBeChecked()
  await expect(group(OWN_GROUP)).toBeChecked()

  await page.getByLabel(PG_LEVEL).check()
  await expect(group(OWN_GROUP)).toBeEnabled()
  await group(OWN_GROUP).uncheck()
  await all.click()
  await expect(group(OWN_GROUP)).not.toBeChecked()
  for (const name of OTHER_GROUPS) await expect(group(name)).toBeChecked()
  // Not every group is checked: the box is mixed, and a click clears the others.
  await expect(all).not.toBeChecked()
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)

  await clickContinue(page)
  const dialog = page.getByRole('dialog', { name: 'Leave out the group of your NPI?' })
  await expect(dialog).toContainText(`NPI ${IN_ORGANIZATION} belongs to ${OWN_GROUP}, which you have not selected.`)
  await inspect(page, 'reg-with-left-out')
  await dialog.getByRole('button', { name: 'GO BACK' }).click()
  await all.click()
  for (const name of OTHER_GROUPS) await expect(group(name)).not.toBeChecked()
  await group(OTHER_GROUPS[0] as string).check()
  await clickContinue(page)
  await dialog.getByRole('button', { name: 'Continue without it' }).click()
  await expect(heading(page)).toHaveText('Registration: Confirm Your Choice')
  await expect(page.getByRole('main')).not.toContainText(OWN_GROUP)
})

test('regWith opens a sortable provider list from the count and returns the focus to it', async ({ page }) => {
  await enterNpi(page, harborview, IN_ORGANIZATION)
  await page.getByLabel(PO_LEVEL).check()
  const count = page.getByRole('listitem').filter({ hasText: REGISTERED_GROUP }).getByRole('button')
  const providers = Number.parseInt((await count.textContent()) ?? '', 10)
  await count.click()
  const dialog = page.getByRole('dialog', { name: 'Provider List' })
  const table = dialog.getByRole('table', { name: `Viewing: ${REGISTERED_GROUP}` })
  const rows = table.locator('tbody tr')
  await expect(rows).toHaveCount(providers)
  await expect(table.getByRole('columnheader')).toHaveText(['NPI', 'Provider Name', 'Registered?'])
  await expect(dialog.getByRole('searchbox')).toHaveCount(0)
  const widths = await table
    .getByRole('columnheader')
    .evaluateAll((cells) => cells.map((cell) => String(cell.computedStyleMap().get('width'))))
  expect(widths).toEqual(['15%', '80%', '5%'])
  for (const flag of await rows.locator('td:last-child').allTextContents()) expect(flag).toBe('Yes')

  const column = (index: number) => rows.locator(`td:nth-child(${index})`).allTextContents()
  const byNpi = (await column(1)).toSorted()
  await table.getByRole('button', { name: 'NPI' }).click()
  await expect(table.getByRole('columnheader', { name: 'NPI' })).toHaveAttribute('aria-sort', 'ascending')
  expect(await column(1)).toEqual(byNpi)
  await table.getByRole('button', { name: 'NPI' }).click()
  await expect(table.getByRole('columnheader', { name: 'NPI' })).toHaveAttribute('aria-sort', 'descending')
  expect(await column(1)).toEqual(byNpi.toReversed())

  await dialog.getByRole('button', { name: 'CLOSE' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(count).toBeFocused()
})

test('the provider list shows all its columns on a phone', async ({ page }) => {
  await page.setViewportSize({ width: phone.width, height: phone.height })
  await enterNpi(page, harborview, IN_ORGANIZATION)
  await page.getByLabel(PO_LEVEL).check()
  await page.getByRole('listitem').filter({ hasText: OWN_GROUP }).getByRole('button').click()
  const region = page.getByRole('dialog').getByRole('region')
  await expect(region.getByRole('columnheader')).toHaveCount(3)
  expect(await region.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})

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
  await expect(page.getByText('A signed form will be needed.', { exact: true })).toBeVisible()
  await expect(steps).toHaveText(/Provider.*Access.*Account.*Signed form.*Done$/)
  await expect(steps).not.toContainText('Identity')
  const reach = page.getByText(/^Your choice:/)
  await expect(reach).toHaveText(/: 1 of 5 groups, \d+ of \d+ providers$/)
  await page.getByRole('checkbox', { name: new RegExp(REGISTERED_GROUP) }).check()
  await expect(reach).toHaveText(/: 2 of 5 groups, \d+ of \d+ providers$/)
  await clickContinue(page)

  await expect(heading(page)).toHaveText('Registration: Confirm Your Choice')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { name: 'Is this correct?' })).toBeVisible()
  const star = '* This group already has a Senior Access Administrator. When your registration completes'
  for (const text of ['Merrimack Physician Organization', OWN_GROUP, `${REGISTERED_GROUP}*`, star, '2 of 5 groups'])
    await expect(main).toContainText(text)
  await expect(main).not.toContainText('Andover Internal Medicine')
  await expect(page.getByRole('heading', { name: 'You will replace the current SAA' })).toBeVisible()
  await expect(main).toContainText(
    'You are requesting access for all NPIs of the group(s) or organization above. To register for one NPI only, go back and choose the single NPI option.',
  )
  await button(page, 'No, GO BACK').click()
  await expect(heading(page)).toHaveText('Registration: Requested Level')
  await expect(page.getByRole('checkbox', { name: new RegExp(REGISTERED_GROUP) })).toBeChecked()
  await clickContinue(page)
  await button(page, 'YES, CONTINUE').click()

  await expect(heading(page)).toHaveText('Create Your Account')
  await fillAccount(page, account, { names: true })
  await acceptTerms(page)
  await createAccount(page)
  await expect(summary(page)).toContainText('Please complete Captcha.')
  await solveCaptcha(page)
  await expect(summary(page)).toHaveCount(0)
  const signedOn = page.waitForResponse('**/siteminderagent/forms/login.fcc')
  await createAccount(page)

  await expect(heading(page)).toHaveText('Sign and Return PDF')
  await signedOn
  await replyWith(page, 'reg/regContract', 404, { message: 'missing' })
  await button(page, 'DOWNLOAD PDF').click()
  await expect(alert(page)).toHaveText('We were unable to process your request. Please try again momentarily.')
  await page.unroute('**/rest/nonsec/**reg/regContract*')
  const download = page.waitForEvent('download')
  await button(page, 'DOWNLOAD PDF').click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`npi_${IN_ORGANIZATION}_network_contract.pdf`)
  await expect(alert(page)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'reference number' })).toBeVisible()

  // After a reload the page shows the form, the receipt and its status; only the receipt is printed.
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
  await page.emulateMedia({ media: 'print' })
  await expect(receipt).toBeVisible()
  await expect(button(page, 'DOWNLOAD PDF')).toBeHidden()
  await expect(page.getByRole('complementary')).toBeHidden()
  await expect(steps).toBeHidden()
  await takeScreenshot(page, 'receipt-paper')
  await page.emulateMedia({ media: null })

  await button(page, 'Go to my status page').click()
  await page.waitForURL(at(harborview, '/thp/portal/providers/status'))
  await expect(page.getByRole('main')).toContainText('Merrimack')
})

test('a physician of a group who chooses the single NPI continues to regBy', async ({ page }) => {
  await enterNpi(page, harborview, '1300000019')
  await chooseAndContinue(page, NPI_LEVEL)
  await expect(heading(page)).toHaveText('Who is Registering?')
  await button(page, 'GO BACK').click()
  await expect(heading(page)).toHaveText('Registration: Requested Level')
  await expect(page.getByLabel(NPI_LEVEL)).toBeChecked()
})

test('an easyReg link leads a physician directly to the account form and the contract', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await page.goto(at(harborview, `${REGISTRATION}?easyReg=Y`))
  const atHand = page.getByRole('complementary', { name: 'Have these ready' })
  await expect(atHand).toContainText('Someone authorized to sign for the provider')
  await expect(atHand).not.toContainText('SSN')
  await enterNpi(page, harborview, provider.npi, '?easyReg=Y')
  await expect(heading(page)).toHaveText('Create Your Account')
  await fillAccount(page, newAccount(), { names: true })
  await acceptTerms(page)
  await solveCaptcha(page)
  await replyWith(page, 'reg/receipt', 503, { message: 'Not just now.' })
  await createAccount(page)
  await expect(heading(page)).toHaveText('Sign and Return PDF')

  // A receipt that failed to load is requested again.
  const receipt = page.getByRole('region', { name: 'Your receipt' })
  await expect(receipt).toContainText('Not just now.')
  await page.unroute('**/rest/nonsec/**reg/receipt*')
  await receipt.getByRole('button', { name: 'Try again' }).click()
  await expect(receipt.locator('.reference')).toBeVisible()
  await expect(receipt).not.toContainText('Not just now.')
})

test('roleSel requires a role, explains each role, and confirms a replacement', async ({ page }) => {
  await enterNpi(page, harborview, '1400000018')
  await expect(heading(page)).toHaveText('Registration: Request User Role')
  await clickContinue(page)
  await expect(summary(page)).toContainText('Please select an option.')
  await expect(
    page.getByText('Is given access by the SAA or an AA. Cannot create or modify other users.'),
  ).toBeVisible()

  await chooseAndContinue(page, 'Senior Access Administrator (SAA)')
  const dialog = page.getByRole('dialog', { name: 'Replace Current SAA?' })
  await expect(dialog).toContainText('One or more providers already have a Senior Access Administrator (SAA).')
  await dialog.getByRole('button', { name: 'CANCEL' }).click()
  await expect(heading(page)).toHaveText('Registration: Request User Role')
  await clickContinue(page)
  await dialog.getByRole('button', { name: 'REPLACE CURRENT SAA' }).click()
  await expect(heading(page)).toHaveText('Who is Registering?')
})

test('an Access User requests permissions, keeps the read-only one, and is pending', async ({ page }) => {
  await enterNpi(page, harborview, '1400000026')
  await chooseAndContinue(page, 'Access User (AU)')
  await expect(heading(page)).toHaveText('Registration: Requested Level')
  await page.getByLabel(PG_LEVEL).check()
  // An AU replaces no SAA, and every screen with a star explains it.
  const star = page.getByText('* This group already has a Senior Access Administrator, who stays in place.')
  await expect(star).toBeVisible()
  await clickContinue(page)
  await expect(heading(page)).toHaveText('Registration: Confirm Your Choice')
  await expect(star).toBeVisible()
  await button(page, 'YES, CONTINUE').click()

  await expect(heading(page)).toHaveText('Registration: Request User Permissions')
  await expect(star).toBeVisible()
  await expect(page.getByText('If a box is checked, the provider has access to that function.')).toBeVisible()
  const boxes = page.getByRole('checkbox')
  await expect(boxes).toHaveCount(6)
  const home = page.getByRole('checkbox', { name: 'Portal home' })
  await expect(home).toBeChecked()
  await expect(home).toBeDisabled()
  await button(page, 'Select All').click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(6)
  await button(page, 'Clear All').click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Claim status' }).check()
  await clickContinue(page)

  await fillAccount(page, newAccount(), { names: true })
  await acceptTerms(page)
  await solveCaptcha(page)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Access Request Pending')
  await expect(star).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('becomes an Access Administrator')
  await button(page, 'CLOSE').click()
  await page.waitForURL('**/thp/portal/providers/login*')
})

test('saaPerm shows the generic text and GO BACK if the permissions fail to load', async ({ page }) => {
  await replyWith(page, 'getSaaActivePerms', 500, { message: 'internal' })
  await enterNpi(page, harborview, '1400000018')
  await chooseAndContinue(page, 'Access User (AU)')
  await expect(alert(page)).toHaveText('We were unable to process your request. Please try again momentarily.')
  await expect(button(page, 'CONTINUE')).toHaveCount(0)
  await button(page, 'GO BACK').click()
  await expect(heading(page)).toHaveText('Registration: Request User Role')
})
