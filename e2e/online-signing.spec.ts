import type { Page } from '@playwright/test'
import { at, enterNpi, harborview, inspect, inspectEveryWidth, phone } from './fixtures.ts'
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

/** Registers by contract up to the confirmation, and stays signed in. */
async function registerByContract(page: Page, npi: string, level: string, groups: string[]): Promise<Account> {
  await enterNpi(page, harborview, npi)
  await page.getByLabel(level, { exact: true }).check()
  for (const group of groups) await page.getByRole('checkbox', { name: new RegExp(`^${group}`) }).check()
  await clickContinue(page)
  await button(page, 'YES, CONTINUE').click()
  return completeAccount(page)
}

async function completeAccount(page: Page): Promise<Account> {
  const account = newAccount()
  await expect(heading(page)).toHaveText('Create Your Account')
  await fillAccount(page, account, { names: true })
  await solveCaptcha(page)
  await acceptTerms(page)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Sign and Return PDF')
  return account
}

async function requestSignature(page: Page, director: string): Promise<void> {
  await button(page, 'Ask someone to sign').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Dana Whitlock')
  await dialog.getByLabel('Title').fill('Medical Director')
  await dialog.getByLabel('Email', { exact: true }).fill(director)
  await dialog.getByLabel('Confirm email').fill(director)
  await dialog.getByRole('button', { name: 'Send the contract' }).click()
  await expect(alert(page)).toContainText('We emailed Dana Whitlock a link to sign.')
}

/** Gives consent, requests the code and enters it. */
async function confirmAddress(page: Page, plan: TestPlan, to: string): Promise<void> {
  await page.getByLabel('I agree to use an electronic record').check()
  await button(page, 'Send me the code').click()
  const field = page.getByLabel('Code from the email')
  await expect(page.getByText('It expires in 10 minutes.')).toBeVisible()
  await field.fill(/(\d{6}) is your code/.exec((await plan.findMail('signing.code', to)).body)?.[1] ?? '')
  await expect(page.getByText('is confirmed.')).toBeVisible()
}

/** Draws a stroke on the signature field. */
async function drawSignature(page: Page): Promise<void> {
  const pad = page.locator('#signature')
  await pad.hover({ position: { x: 20, y: 40 } })
  await page.mouse.down()
  for (const [x, y] of [
    [40, 15],
    [60, 50],
    [90, 20],
    [120, 45],
  ] as const)
    await pad.hover({ position: { x, y } })
  await page.mouse.up()
  await expect(page.getByRole('img', { name: 'Signature: drawn' })).toBeVisible()
}

async function rolesOf(plan: TestPlan, account: Account): Promise<string[]> {
  const rows = await plan.db
    .selectFrom('access_grant')
    .innerJoin('account', 'account.id', 'access_grant.account_id')
    .select(['access_grant.entity', 'access_grant.role', 'access_grant.state'])
    .where('account.username', '=', account.userName)
    .orderBy('access_grant.entity')
    .execute()
  return rows.map((row) => `${row.entity} ${row.role} ${row.state}`)
}

test('a director signs on a phone for an organization, and staff validate by keyboard', async ({
  browser,
  page,
  plan,
}) => {
  const organization = await importOrganization(41)
  const [care, pediatrics] = organization.groups as [
    TestOrganization['groups'][number],
    TestOrganization['groups'][number],
  ]
  const staff = await openStaffWindow(browser, plan)

  const director = `director.${care.npi}@practice.example`
  const saa = await registerByContract(page, care.npi, 'Provider organization', [pediatrics.name])
  await requestSignature(page, director)
  await page.goto(at(harborview, '/thp/portal/providers/status'))
  await expect(page.getByText('Dana Whitlock was asked by email to sign the contract online.')).toBeVisible()
  await inspectEveryWidth(page, harborview, 'status-asked')
  await button(page, 'Send the email again').click()
  await expect(alert(page)).toContainText('We sent the email to Dana Whitlock again.')

  await test.step('the director signs on a phone without an account', async () => {
    const mobile = await (await browser.newContext({ viewport: phone, hasTouch: true })).newPage()
    const { link } = await plan.findMail('signing.asked', director)
    await mobile.goto(link)
    await expect(mobile.getByRole('article')).toContainText(pediatrics.name)
    await expect(mobile.getByRole('article')).toContainText('Authority to sign')
    // Five actions: agree, request the code, enter it, draw, sign.
    await confirmAddress(mobile, plan, director)
    await drawSignature(mobile)
    await inspect(mobile, 'sign-drawn-harborview-phone')
    await button(mobile, 'Sign the contract').click()
    await expect(heading(mobile)).toHaveText('The contract is signed')
    await inspect(mobile, 'signed-harborview-phone')
    const download = mobile.waitForEvent('download')
    await button(mobile, 'Download the signed copy').click()
    expect((await download).suggestedFilename()).toBe('signed_contract.pdf')
    await mobile.goto(link)
    await expect(alert(mobile)).toHaveText('This contract is already signed. You don’t need to do anything.')
    await mobile.goto((await plan.findMail('signing.copy', director)).link)
    await expect(mobile.getByRole('main')).toContainText('Dana Whitlock, Medical Director')
  })

  await page.reload()
  await expect(page.getByText('Signed online by Dana Whitlock')).toBeVisible()
  const copy = page.waitForEvent('download')
  await button(page, 'Download the signed copy').click()
  expect((await copy).suggestedFilename()).toBe(`npi_${care.npi}_network_contract_signed.pdf`)
  await validateByKey(staff, plan, saa)
  expect(await rolesOf(plan, saa)).toEqual([`GROUP:${care.id} SAA ACTIVE`, `GROUP:${pediatrics.id} SAA ACTIVE`])
  await plan.findMail('signing.validated', director)
  await staff.goto(at(harborview, '/thp/portal/internal/contracts'))
  await expect(staff.getByRole('region', { name: 'Online', exact: true })).toContainText('Code confirmed')
})

/** Opens the contract from the queue and validates it by keyboard. */
async function validateByKey(staff: Page, plan: TestPlan, account: Account): Promise<void> {
  await staff.goto(at(harborview, '/thp/portal/internal/contracts'))
  await staff.getByLabel('Search by reference, NPI, person or group').fill(account.lastName)
  // The unfiltered list may already show the row, so wait for the search result.
  await expect(staff.getByText('1 found', { exact: true })).toBeVisible()
  await staff.getByRole('row').filter({ hasText: account.lastName }).getByRole('link').click()
  await expect(staff.getByText('Digital signature valid (PAdES)')).toBeVisible()
  await expect(staff.locator('iframe.paper')).toBeVisible()
  await expect(staff.getByRole('region', { name: 'The signed contract' })).toBeFocused()
  for (const key of ['v', 'Tab', 'Enter']) await staff.keyboard.press(key)
  await carryOutDecision(staff, plan, account)
  await expect(lastDecisions(staff)).toContainText('is validated. We notified everyone involved by email.')
}
