import type { Page } from '@playwright/test'
import {
  at,
  expectAccessible,
  harborview,
  inspectEveryBrand,
  REGISTRATION,
  signInAs,
  startSession,
} from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { addMember, openAs } from './support/team.ts'
import { clearWindow } from './support/windows.ts'
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
  test,
} from './support/wizard.ts'

const ACCESS = '/thp/portal/providers/access'
const AA = 'Access Administrator (AA)'
const AU = 'Access User (AU)'
const nameOf = ({ firstName, lastName }: Account) => `${firstName} ${lastName}`
const rowOf = (page: Page, account: Account) => page.getByRole('row', { name: new RegExp(nameOf(account)) })

async function fillInvitation(page: Page, account: Account): Promise<void> {
  await page.getByLabel('First name').fill(account.firstName)
  await page.getByLabel('Last name').fill(account.lastName)
  await page.getByLabel('Email', { exact: true }).fill(account.email)
}

async function openPerson(page: Page, account: Account): Promise<void> {
  await page.goto(ACCESS)
  await page.getByRole('link', { name: nameOf(account) }).click()
  await expect(heading(page)).toHaveText(nameOf(account))
}

test('an SAA invites an AA, who requests a new link, completes the account and invites an AU', async ({
  page,
  plan,
  request,
  browser,
}) => {
  test.slow()
  const saa = await registerActivePerson(request, plan)
  const administrator = newAccount()
  await startSession(page, harborview, 'providers', saa)
  await page.goto(ACCESS)
  await page.getByRole('link', { name: 'Invite a person' }).click()
  await expect(heading(page)).toHaveText('Invite a person')
  await fillInvitation(page, administrator)
  await page.getByLabel('Phone (optional)').fill('+1 (512) 555-0177')
  await page.getByLabel(AA, { exact: true }).check()
  await button(page, 'Select All').click()
  await page.getByRole('checkbox', { name: 'SCO invoices' }).uncheck()
  await button(page, 'Send the invitation').click()
  await expect(alert(page)).toContainText(`${nameOf(administrator)} is invited.`)
  await expect(rowOf(page, administrator)).toContainText('Invited')

  // The invited person lost the mail and requests a new link.
  const visitor = await browser.newPage()
  await visitor.goto(at(harborview, `${REGISTRATION}?activateId=no-such-link`))
  await expect(alert(visitor)).toContainText('We could not find this activation link.')
  await visitor.getByLabel('Email').fill(administrator.email)
  await button(visitor, 'Send a new link').click()
  await expect(visitor.getByText('If this address has an open invitation, a new link is on its way.')).toBeVisible()
  // A link that was just mailed stays valid, so that a stranger's request does not end it.
  const { link } = await plan.findMail('account.invited', administrator.email)
  await visitor.goto(at(harborview, REGISTRATION + new URL(link).search))
  await expect(heading(visitor)).toHaveText('Complete Your Account')
  await expect(visitor.getByRole('main')).toContainText('(512) 555-0177')
  await fillCredentials(visitor, administrator)
  await acceptTerms(visitor)
  await createAccount(visitor)
  await expect(heading(visitor)).toHaveText('Registration successful')
  const receipt = visitor.getByRole('region', { name: 'Your receipt' })
  await expect(receipt).toContainText(/Reference number[2-9A-Z]{5}-[2-9A-Z]{5}Invited on.*Completed on.*StatusActive/)
  const reference = await receipt.locator('.reference').textContent()
  await inspectEveryBrand(visitor, 'receipt-activated')
  await visitor.reload()
  await expect(heading(visitor)).toHaveText('Registration successful')
  await expect(receipt).toContainText(reference ?? '')
  await button(visitor, 'ACCESS SECURE PORTAL').click()
  await visitor.waitForURL('**/providers/home')

  const user = newAccount()
  await visitor.goto(at(harborview, `${ACCESS}/invite`))
  await expect(visitor.getByLabel(AU, { exact: true })).toBeChecked()
  await expect(visitor.getByLabel(AA, { exact: true })).toHaveCount(0)
  await expect(visitor.getByRole('checkbox', { name: 'SCO invoices' })).toHaveCount(0)
  await fillInvitation(visitor, user)
  await visitor.getByRole('checkbox', { name: 'Claim status' }).check()
  await button(visitor, 'Send the invitation').click()
  await expect(rowOf(visitor, user)).toContainText('Portal home, Claim status')

  await visitor.getByRole('link', { name: nameOf(user) }).click()
  const first = (await plan.findMail('account.invited', user.email)).link
  await button(visitor, 'Send the invitation again').click()
  await expect(alert(visitor)).toContainText('The earlier link no longer works.')
  expect((await plan.findMail('account.invited', user.email)).link).not.toBe(first)
  await expect(visitor.getByRole('complementary', { name: 'What happened' })).toContainText('sent again')
  await visitor.goto(at(harborview, REGISTRATION + new URL(first).search))
  await expect(alert(visitor)).toBeVisible()
  await expect(visitor.getByLabel('User name')).toHaveCount(0)
  await visitor.goto(at(harborview, REGISTRATION + new URL(link).search))
  await expect(alert(visitor)).toContainText('This activation link has already been used.')
  await visitor.close()

  await page.goto(ACCESS)
  await expect(rowOf(page, administrator)).toContainText('Active')
})

test('changing, suspending, reactivating and removing access take effect immediately and are in the history', async ({
  page,
  plan,
  request,
  browser,
}) => {
  test.slow()
  const saa = await registerActivePerson(request, plan)
  const user = await addMember(plan, saa, 'AU', ['CLAIM', 'ELIG'])
  const office = await openAs(browser, user)
  await expect(office.getByRole('region', { name: 'Your access' })).toContainText('Member eligibility, Claim status')
  await startSession(page, harborview, 'providers', saa)
  await openPerson(page, user)
  const card = page.getByRole('region', { name: saa.provider.name })
  const history = page.getByRole('complementary', { name: 'What happened' })

  await button(page, 'Change role or permissions').click()
  await expect(page.getByLabel(AU, { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Claim status' }).uncheck()
  await page.getByRole('checkbox', { name: 'Provider roster' }).check()
  await page.getByLabel(AA, { exact: true }).check()
  await button(page, 'Save').click()
  await expect(alert(page)).toContainText('is changed')
  await expect(card).toContainText('Portal home, Member eligibility, Provider roster')
  await expect(card).toContainText(AA)
  await office.reload()
  await expect(office.getByRole('link', { name: 'User administration' }).first()).toBeVisible()

  await button(page, 'Suspend').click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Suspend')).toBeFocused()
  await button(page, 'Suspend').click()
  await dialog.getByLabel('Reason (optional)').fill('On leave until spring.')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(alert(page)).toContainText('is suspended')
  await expect(card).toContainText('Suspended: On leave until spring.')
  await expect(card.getByRole('heading')).toBeFocused()
  await office.reload()
  await office.waitForURL('**/providers/login?expired=1')
  await signInAs(office, user)
  await office.waitForURL('**/providers/status')
  await office.getByRole('link', { name: 'why, and who can reactivate it' }).click()
  await expect(heading(office)).toHaveText('Who controls your access')
  await expect(office.getByRole('main')).toContainText('On leave until spring.')
  await expect(office.getByRole('main')).toContainText(saa.email)
  await expectAccessible(office)

  await button(page, 'Reactivate').click()
  await dialog.getByRole('button', { name: 'Reactivate' }).click()
  await expect(alert(page)).toContainText('is active again')
  await office.goto('/thp/portal/providers/home')
  await expect(office.getByRole('region', { name: 'Your access' })).toContainText('Member eligibility')

  await button(page, 'Remove').click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(alert(page)).toContainText('no longer has access')
  await expect(heading(page)).toHaveText('No access to show')
  for (const happened of ['changed', 'suspended', 'reactivated', 'removed'])
    await expect(history).toContainText(happened)
  await expect(history).toContainText('On leave until spring.')
  await office.reload()
  await office.waitForURL('**/providers/login?expired=1')
  await clearWindow(office.context())
})
