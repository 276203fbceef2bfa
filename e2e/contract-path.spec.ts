import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { at, enterNpi, harborview, inspectEveryWidth, signInAs } from './fixtures.ts'
import { registerByContract } from './support/people.ts'
import { carryOutDecision, lastDecisions, openStaffWindow } from './support/staff.ts'
import { importOrganization, type TestOrganization } from './support/test-organization.ts'
import type { TestPlan } from './support/test-plan.ts'
import {
  type Account,
  acceptTerms,
  alert,
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

const CONTRACTS = '/thp/portal/internal/contracts'
/** From the NPI to the downloaded contract; the person is then signed in without access. */
async function registerOrganization(page: Page, npi: string, groups: string[]): Promise<Account> {
  const account = newAccount()
  await enterNpi(page, harborview, npi)
  await page.getByLabel('Provider organization', { exact: true }).check()
  for (const group of groups) await page.getByRole('checkbox', { name: new RegExp(`^${group}`) }).check()
  await clickContinue(page)
  await button(page, 'YES, CONTINUE').click()
  await expect(heading(page)).toHaveText('Create Your Account')
  await fillAccount(page, account, { names: true })
  await solveCaptcha(page)
  await acceptTerms(page)
  const signedOn = page.waitForResponse('**/siteminderagent/forms/login.fcc')
  await createAccount(page)
  await expect(heading(page)).toHaveText('Sign and Return PDF')
  await signedOn
  return account
}

async function openReview(staff: Page, account: Account, stage: string): Promise<void> {
  await staff.goto(at(harborview, CONTRACTS))
  await staff.getByLabel('Show').selectOption(stage)
  await staff.getByLabel('Search by reference, NPI, person or group').fill(account.lastName)
  await staff
    .getByRole('row')
    .filter({ hasText: account.lastName })
    .getByRole('link', { name: /^Review / })
    .click()
  await expect(heading(staff)).toHaveText(/^Contract [A-Z2-9]{5}-[A-Z2-9]{5}$/)
  await expect(staff.getByText(account.email)).toBeVisible()
}

async function validate(staff: Page, plan: TestPlan, account: Account): Promise<void> {
  await button(staff, 'Validate and next').click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Validate and next' }).click()
  await carryOutDecision(staff, plan, account)
  await expect(lastDecisions(staff)).toContainText('is validated.')
}

async function saveContract(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  await button(page, 'DOWNLOAD PDF').click()
  return (await download).path()
}

async function upload(page: Page, file: string): Promise<void> {
  await page
    .getByLabel('Signed form')
    .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: readFileSync(file) })
  await button(page, 'Upload the signed form').click()
  await expect(alert(page)).toContainText('We received your signed form.')
}

/** Makes a pending request active without its contract. */
async function activateRequest(plan: TestPlan, { email }: Account): Promise<void> {
  const { id } = await plan.db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  for (const table of ['access_request', 'access_grant'] as const)
    await plan.db.updateTable(table).set({ state: 'ACTIVE' }).where('account_id', '=', id).execute()
}

async function rolesAt(plan: TestPlan, organization: TestOrganization, account: Account) {
  const rows = await plan.db
    .selectFrom('access_grant')
    .innerJoin('account', 'account.id', 'access_grant.account_id')
    .select(['access_grant.entity', 'access_grant.role', 'access_grant.state'])
    .where('account.username', '=', account.userName)
    .orderBy('access_grant.entity')
    .execute()
  const names = new Map(organization.groups.map((group) => [`GROUP:${group.id}`, group.name]))
  return rows.map((row) => `${names.get(row.entity)}: ${row.role} ${row.state}`)
}

test('an organization registers with a contract, uploads it signed and replaces the SAA of a group', async ({
  browser,
  page,
  plan,
  request,
}) => {
  const organization = await importOrganization(1)
  const [care, pediatrics] = organization.groups as [
    TestOrganization['groups'][number],
    TestOrganization['groups'][number],
  ]
  const staff = await openStaffWindow(browser, plan)

  const former = await registerByContract(request, 'PG', [pediatrics])
  await activateRequest(plan, former)
  expect(await rolesAt(plan, organization, former)).toEqual([`${pediatrics.name}: SAA ACTIVE`])

  const saa = await test.step('the organization', async () => {
    await page.context().clearCookies()
    const account = await registerOrganization(page, care.npi, [pediatrics.name])
    const file = await saveContract(page)
    // Loaded again, the page finds the form, the receipt and the state of the request.
    const receipt = page.getByRole('region', { name: 'Your receipt' })
    const reference = await receipt.locator('.reference').textContent()
    await page.reload()
    await expect(heading(page)).toHaveText('Sign and Return PDF')
    await expect(receipt).toContainText(reference ?? '')
    await expect(receipt).toContainText('Waiting for the signed form')
    await inspectEveryWidth(page, harborview, 'receipt')
    await saveContract(page)
    await page.goto(at(harborview, '/thp/portal/providers/home'))
    await page.waitForURL('**/status')
    await upload(page, file)
    expect((await plan.findMail('contract.received', account.email)).body).toContain(account.lastName)

    await openReview(staff, account, 'RECEIVED')
    await expect(staff.getByRole('heading', { name: 'Validating replaces an SAA' })).toBeVisible()
    await expect(
      staff.getByText(`${former.firstName} ${former.lastName} becomes an Access Administrator`),
    ).toBeVisible()
    await expect(staff.locator('iframe.paper')).toHaveAttribute('src', /^blob:/)
    await inspectEveryWidth(staff, harborview, 'console-contract-review')
    const filling = () => staff.evaluate(() => document.fullscreenElement?.className ?? '')
    await button(staff, 'Full screen').click()
    await expect.poll(filling).toBe('paper')
    await staff.evaluate(() => document.exitFullscreen())
    await expect.poll(filling).toBe('')
    return account
  })

  await validate(staff, plan, saa)
  expect(await rolesAt(plan, organization, saa)).toEqual([`${care.name}: SAA ACTIVE`, `${pediatrics.name}: SAA ACTIVE`])
  expect(await rolesAt(plan, organization, former)).toEqual([`${pediatrics.name}: AA ACTIVE`])
  expect((await plan.findMail('saa.replaced', former.email)).body).toContain(pediatrics.name)
  expect((await plan.findMail('request.activated', saa.email)).subject).not.toBe('')

  await page.context().clearCookies()
  await signInAs(page, saa)
  await page.waitForURL('**/providers/home')
  await expect(page.getByRole('main')).toContainText(care.name)
})
