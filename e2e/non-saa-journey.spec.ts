import type { Page } from '@playwright/test'
import { bayside, enterNpi, expectAccessible, harborview, inspect, phone, signInAs } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { openAs } from './support/team.ts'
import { clearWindow } from './support/windows.ts'
import {
  type Account,
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
  tabTo,
  test,
} from './support/wizard.ts'

const ACCESS = '/thp/portal/providers/access'
const ROLES = ['Senior Access Administrator (SAA)', 'Access Administrator (AA)', 'Access User (AU)'] as const
const [SAA, AA, AU] = ROLES
/** A physician with an active SAA of their own. */
const REGISTERED = '1400000018'
const GENERIC = 'We were unable to process your request. Please try again momentarily.'
const permission = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

/** From saaPerm to 'Access Request Pending'. */
async function finishRequest(page: Page, account: Account): Promise<void> {
  await clickContinue(page)
  await expect(heading(page)).toHaveText('Create Your Account')
  await fillAccount(page, account, { names: true })
  await solveCaptcha(page)
  await acceptTerms(page)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Access Request Pending')
}

test('an AU gets only the permissions that the SAA approved', async ({ page, plan, request, browser }) => {
  test.slow()
  const saa = await registerActivePerson(request, plan)
  const account = newAccount()
  const name = `${account.firstName} ${account.lastName}`
  await enterNpi(page, harborview, saa.provider.npi)
  await chooseAndContinue(page, AU)
  await expect(heading(page)).toHaveText('Registration: Request User Permissions')
  await button(page, 'Select All').click()
  await permission(page, 'SCO invoices').uncheck()
  await finishRequest(page, account)
  const mail = await plan.findMail('request.approval-needed', saa.email)

  await signInAs(page, account)
  await page.waitForURL('**/providers/status')
  await expect(page.getByRole('main')).toContainText('Waiting for a decision')

  const office = await openAs(browser, saa)
  await office.getByRole('link', { name: '1 access request needs your decision' }).click()
  await expect(heading(office)).toHaveText('User administration')
  await office.getByRole('link', { name: `Review the request of ${name}` }).click()
  await expect(heading(office)).toHaveText(`Access request of ${name}`)
  await office.goto(mail.link)
  await expect(heading(office)).toHaveText(`Access request of ${name}`)
  await expect(permission(office, 'SCO invoices')).toHaveCount(0)
  await expect(permission(office, 'Portal home')).toBeDisabled()
  await permission(office, 'Claim status').uncheck()
  await permission(office, 'Provider roster').uncheck()
  await inspect(office, 'request-decision')
  await button(office, 'Accept').click()
  await expect(alert(office)).toContainText(`${name} now has access to ${saa.provider.name}`)
  await expect(office.getByText('No request is waiting.')).toBeVisible()
  const row = office.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('Portal home, Member eligibility, SCO Trakker')
  await expect(row).toContainText('Active')
  await office.reload()
  await expect(heading(office)).toHaveText('User administration')
  await expect(alert(office)).toHaveCount(0)
  await plan.findMail('request.activated', account.email)

  await signInAs(page, account)
  await page.waitForURL('**/providers/home')
  const access = page.getByRole('region', { name: 'Your access' })
  await expect(access).toContainText('Opens: Portal home, Member eligibility, SCO Trakker')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Who controls my access' }).click()
  await expect(heading(page)).toHaveText('Who controls your access')
  await expect(page.getByRole('main')).toContainText(saa.email)
  await inspect(page, 'who-controls-my-access')
  await page.goto(`${ACCESS}/invite`)
  await expect(heading(page)).toHaveText('Who controls your access')
  await clearWindow(office.context())
})

test('a denial requires a reason, which the requester sees', async ({ page, plan, request, browser }) => {
  test.slow()
  const saa = await registerActivePerson(request, plan)
  const account = newAccount()
  await enterNpi(page, harborview, saa.provider.npi)
  await chooseAndContinue(page, AA)
  await finishRequest(page, account)

  const office = await openAs(browser, saa)
  await office.goto(ACCESS)
  await office.getByRole('link', { name: /^Review the request of/ }).click()
  const address = office.url()
  await button(office, 'Reject').click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Required\./)
  await expectAccessible(office)
  await dialog.getByLabel('Reason').fill('Please ask for the role of an Access User.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(alert(office)).toContainText('is rejected')
  await office.goto(address)
  await expect(heading(office)).toHaveText('This request is not waiting for you')
  await clearWindow(office.context())

  await signInAs(page, account)
  await page.waitForURL('**/providers/status')
  await expect(page.getByRole('main')).toContainText('Please ask for the role of an Access User.')
  await expect(page.getByRole('main')).toContainText('Decided by')
  // The account stays, so a new request uses it.
  await page.getByRole('link', { name: 'make a new request' }).click()
  await expect(heading(page)).toHaveText('Request additional access')
})

test('roleSel requires a role, shows help for each, and confirms that an SAA is replaced', async ({ page }) => {
  await enterNpi(page, harborview, REGISTERED)
  await expect(heading(page)).toHaveText('Registration: Request User Role')
  await expect(page.getByRole('radio')).toHaveCount(3)
  await clickContinue(page)
  await expect(summary(page)).toContainText('Please correct error(s) in red.')
  await expect(summary(page)).toContainText('Please select an option.')
  await expect(summary(page)).toBeFocused()
  await expect(page.getByLabel('Access Administrator (AA)', { exact: true })).toHaveAccessibleDescription(
    'Is given access by the Senior Access Administrator (SAA). Can create and modify Access User (AU) accounts.',
  )
  await expect(page.getByText('Cannot create or modify other users.')).toBeVisible()

  await chooseAndContinue(page, SAA)
  const popup = page.getByRole('dialog', { name: 'Replace Current SAA?' })
  await expectAccessible(page)
  await popup.getByRole('button', { name: 'CANCEL' }).click()
  await expect(heading(page)).toHaveText('Registration: Request User Role')
  await clickContinue(page)
  await popup.getByRole('button', { name: 'REPLACE CURRENT SAA' }).click()
  await expect(heading(page)).toHaveText('Who is Registering?')
})

test('an AA of a group with an SAA chooses level and permissions and can go back', async ({ page }) => {
  await enterNpi(page, harborview, '1400000026')
  await chooseAndContinue(page, AU)
  await expect(heading(page)).toHaveText('Registration: Requested Level')
  await page.getByLabel('Provider group(s)').check()
  await clickContinue(page)
  await expect(heading(page)).toHaveText('Registration: Confirm Your Choice')
  await button(page, 'YES, CONTINUE').click()
  await expect(heading(page)).toHaveText('Registration: Request User Permissions')
  await expect(page.getByRole('main')).toContainText('Tidewater Family Practice')
  // The list moves the buttons down when it loads.
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await button(page, 'GO BACK').click()
  await expect(heading(page)).toHaveText('Registration: Requested Level')
})

test('saaPerm works with the keyboard: Clear All keeps read-only permissions, and choices are restored', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await enterNpi(page, bayside, REGISTERED)
  await chooseAndContinue(page, AU)
  await expect(heading(page)).toHaveText('Registration: Request User Permissions')
  await expect(page.getByText('If a box is checked, the provider has access to that function.')).toBeVisible()
  const boxes = page.getByRole('checkbox')
  await expect(boxes).toHaveCount(6)
  await tabTo(page, button(page, 'Select All'))
  await page.keyboard.press('Enter')
  for (const box of await boxes.all()) await expect(box).toBeChecked()
  await tabTo(page, button(page, 'Clear All'))
  await page.keyboard.press('Enter')
  const home = permission(page, 'Portal home')
  await expect(home).toBeChecked()
  await expect(home).toBeDisabled()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await tabTo(page, permission(page, 'Claim status'))
  await page.keyboard.press('Space')
  await inspect(page, 'bayside-phone-saaPerm')
  await tabTo(page, button(page, 'CONTINUE'))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Create Your Account')
  await page.goBack()
  await expect(permission(page, 'Claim status')).toBeChecked()
  await button(page, 'GO BACK').click()
  await expect(heading(page)).toHaveText('Registration: Request User Role')
})

const item = (referenceId: string, readOnly = 'FALSE') => ({
  referenceId,
  referenceShortDesc: `Function ${referenceId}`,
  readOnly,
  checked: false,
})

test('saaPerm has two columns, the first with the odd item, and requires a choice', async ({ page }) => {
  await replyWith(
    page,
    'getSaaActivePerms',
    200,
    ['A', 'B', 'C', 'D', 'E'].map((id) => item(id)),
  )
  await enterNpi(page, harborview, REGISTERED)
  await chooseAndContinue(page, AU)
  const columns = page.locator('form fieldset')
  await expect(columns.nth(0).getByRole('checkbox')).toHaveCount(3)
  await expect(columns.nth(1).getByRole('checkbox')).toHaveCount(2)
  await clickContinue(page)
  await expect(summary(page)).toContainText('Please correct error(s) in red.')
  await expect(summary(page)).toContainText('You must select at least one permission from the list below.')
  await expectAccessible(page)
  await permission(page, 'Function E').check()
  await expect(summary(page)).toHaveCount(0)
})

test('saaPerm shows the generic text if the list fails to load', async ({ page }) => {
  await replyWith(page, 'getSaaActivePerms', 404, { messageType: 'error', message: 'no such thing' })
  await enterNpi(page, harborview, REGISTERED)
  await chooseAndContinue(page, AU)
  await expect(alert(page)).toHaveText(GENERIC)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(button(page, 'CONTINUE')).toHaveCount(0)
  await expect(button(page, 'GO BACK')).toBeVisible()
})
