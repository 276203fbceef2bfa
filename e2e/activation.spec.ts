import type { Browser } from '@playwright/test'
import { at, expectAccessible, harborview, inspectEveryBrand, REGISTRATION, signInAs } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import type { TestPlan } from './support/test-plan.ts'
import {
  type Account,
  acceptTerms,
  alert,
  button,
  createAccount,
  expect,
  fillCredentials,
  heading,
  newAccount,
  summary,
  test,
} from './support/wizard.ts'

/** An SAA invites a person to the SAA's own provider, in a separate browser. */
async function inviteByAdministrator(browser: Browser, plan: TestPlan): Promise<{ invited: Account; npi: string }> {
  const invited = newAccount()
  const context = await browser.newContext({ baseURL: at(harborview, '') })
  const administrator = await registerActivePerson(context.request, plan)
  const { npi } = administrator.provider
  const page = await context.newPage()
  await signInAs(page, administrator)
  const status = await page.evaluate(inviteByCall, {
    entity: `NPI:${npi}`,
    role: 'AU',
    permissions: ['HOME', 'CLAIM'],
    firstName: invited.firstName,
    lastName: invited.lastName,
    email: invited.email,
    phone: '6175550142',
    phoneExt: '7',
  })
  expect(status).toBe(200)
  await context.close()
  return { invited, npi }
}

/** Runs in the page, which has the session and the anti-forgery cookie. */
async function inviteByCall(invitation: object): Promise<number> {
  const token = /XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? ''
  const response = await fetch('/Provider/rest/sec/access/invite', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-XSRF-TOKEN': decodeURIComponent(token) },
    body: JSON.stringify(invitation),
  })
  return (await response.json()).status
}

test('an invited person requests a new link, completes the account and is signed in', async ({
  page,
  plan,
  browser,
}) => {
  const { invited: account, npi } = await inviteByAdministrator(browser, plan)
  await page.goto(at(harborview, `${REGISTRATION}?activateId=no-such-link`))
  await expect(heading(page)).toHaveText('Complete Your Account')
  await expect(alert(page)).toContainText('We could not find this activation link.')
  await page.getByLabel('Email').fill('not an address')
  await button(page, 'Send a new link').click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Invalid Email$/)
  await page.getByLabel('Email').fill(account.email)
  await button(page, 'Send a new link').click()
  await expect(page.getByText('If this address has an open invitation, a new link is on its way.')).toBeVisible()

  const { link } = await plan.findMail('account.invited', account.email)
  await page.goto(at(harborview, REGISTRATION + new URL(link).search))
  const main = page.getByRole('main')
  for (const text of [npi, account.firstName, account.lastName, account.email, '(617) 555-0142'])
    await expect(main).toContainText(text)
  await expect(main).toContainText('You can edit your contact details later in the portal.')
  await expect(button(page, 'CREATE ACCOUNT')).toBeDisabled()
  await acceptTerms(page)
  await createAccount(page)
  await expect(summary(page)).toContainText('Please correct error(s) in red.')
  for (const field of ['User name', 'Password', 'Security question 1', 'Answer 1', 'Security question 3'])
    await expect(summary(page).getByRole('link', { name: `${field}: Required.`, exact: true })).toBeVisible()
  await expectAccessible(page)

  await fillCredentials(page, { ...account, userName: 'DemoSaa' })
  await createAccount(page)
  await expect(page.getByLabel('User name')).toHaveAccessibleDescription(/already in use/)
  // Only the activation form allows spaces.
  const userName = `r ${account.userName.slice(-8)}`
  await page.getByLabel('User name').fill(`${userName}_!`)
  await expect(page.getByLabel('User name')).toHaveValue(userName)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Registration successful')
  const receipt = page.getByRole('region', { name: 'Your receipt' })
  await expect(receipt).toContainText(/Reference number[2-9A-Z]{5}-[2-9A-Z]{5}Invited on.*Completed on.*StatusActive/)
  await inspectEveryBrand(page, 'receipt-activated')
  const reference = await receipt.locator('.reference').textContent()
  await page.reload()
  await expect(heading(page)).toHaveText('Registration successful')
  await expect(receipt).toContainText(reference ?? '')
  await expect(page.getByRole('list', { name: 'Progress' })).toHaveText(/^✓ Account, done2. Done$/)
  await button(page, 'ACCESS SECURE PORTAL').click()
  await page.waitForURL('**/thp/portal/providers/home')
  await expect(page.getByRole('main')).toContainText(npi)

  await page.goto(at(harborview, REGISTRATION + new URL(link).search))
  await expect(alert(page)).toContainText('This activation link has already been used.')
})
