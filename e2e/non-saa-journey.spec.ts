import type { Page } from '@playwright/test'
import { enterNpi, harborview, inspect, signInAs } from './fixtures.ts'
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
  solveCaptcha,
  test,
} from './support/wizard.ts'

const ACCESS = '/thp/portal/providers/access'
const AU = 'Access User (AU)'
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
  await expect(office.getByText('Email not confirmed')).toBeVisible()
  // Only the minimum is checked beforehand.
  await expect(permission(office, 'Claim status')).not.toBeChecked()
  await permission(office, 'Member eligibility').check()
  await permission(office, 'SCO Trakker').check()
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
