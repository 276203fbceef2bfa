import { randomBytes } from 'node:crypto'
import { hashToken } from '../server/src/platform/keys/hash-token.ts'
import { readSettings } from '../server/src/platform/settings/settings.ts'
import { insertTestAccount } from '../server/test/accounts.ts'
import { type MadeRequest, makeRequest } from '../server/test/small-plan.ts'
import { at, bayside, enterNpi, expectAccessible, harborview, inspectEveryWidth, startSession } from './fixtures.ts'
import type { TestPlan } from './support/test-plan.ts'
import { openWindow } from './support/windows.ts'
import { alert, button, expect, heading, test } from './support/wizard.ts'

const DAY_MS = 86_400_000

/** The link in a mailed notice. */
async function mailLink(plan: TestPlan, npi: string, objection: object = {}): Promise<string> {
  const token = randomBytes(16).toString('base64url')
  const now = new Date()
  const times = { event_at: now, created_at: now, expires_at: new Date(now.getTime() + DAY_MS) }
  await plan.db
    .insertInto('registration_hold')
    .values({ npi, token_hash: hashToken(token), ...times, ...objection })
    .execute()
  return token
}

const newPerson = (plan: TestPlan, lastName: string) =>
  insertTestAccount(plan.db, { username: `n${randomBytes(4).toString('hex')}`, firstName: 'Ann', lastName })

/** A person requests the SAA role for the NPI. */
async function createRequest(plan: TestPlan, npi: string, more: Partial<MadeRequest> = {}) {
  const account = await newPerson(plan, 'Asker')
  const settings = readSettings({ PORTICO_DATA_DIR: process.env.PORTICO_E2E_DATA_DIR })
  const scopes = [{ kind: 'NPI' as const, id: npi }]
  return makeRequest(plan.db, settings, { accountId: account.id, npi, scopes, now: new Date(), ...more })
}

/** The request's signed form arrives by fax. */
async function createFaxedRequest(plan: TestPlan, npi: string) {
  const request = await createRequest(plan, npi)
  const came = { request_id: request.requestId, came_by: 'FAX', received_at: new Date(), state: 'RECEIVED' } as const
  await plan.db.insertInto('signed_contract').values(came).execute()
  return request
}

const PROVIDER = { contactFirstName: 'Eleanor', contactLastName: 'Whitlock' }

/** Only plan staff can decide on this request. */
async function createStaffRequest(plan: TestPlan, npi: string) {
  const request = await createRequest(plan, npi, {
    path: 'BEHALF',
    ...PROVIDER,
    signatoryEmail: `dr${npi}@office.example`,
  })
  const passed = plan.db.updateTable('access_request').set({ needs_staff: true })
  await passed.where('id', '=', request.requestId).execute()
  return request
}

test('only the button of a notice puts registration on hold, until plan staff lift it', async ({
  page,
  plan,
  browser,
}) => {
  const provider = await plan.takeProvider('full')
  const contract = await createFaxedRequest(plan, provider.npi)
  const token = await mailLink(plan, provider.npi)
  const address = at(harborview, `/thp/portal/providers/not-me?holdId=${token}`)
  await page.goto(address)
  await expect(heading(page)).toHaveText('This was not me')
  await expect(page.getByRole('main')).toContainText(provider.npi)
  expect(page.url()).not.toContain(token)
  await expectAccessible(page)
  await button(page, 'Block registrations').click()
  await expect(alert(page)).toHaveText('Registration for this provider is on hold. Provider Services will review it.')
  await expectAccessible(page)

  await enterNpi(page, harborview, provider.npi)
  await expect(alert(page)).toHaveText('Registration for this provider is on hold. Please contact Provider Services.')
  await page.goto(address)
  await expect(page.getByRole('main')).toContainText('This link was already used.')

  const staff = await openWindow(browser)
  await startSession(staff, harborview, 'internal', 'demostaff')
  const contractPage = at(harborview, `/thp/portal/internal/contracts?reference=${contract.reference}`)
  await test.step('plan staff read it at the contract, which can be returned and not validated', async () => {
    await staff.goto(at(harborview, `/thp/portal/internal/contracts?search=${contract.reference}`))
    await expect(staff.getByRole('row').filter({ hasText: 'Ann Asker' })).toContainText('Fraud reported')
    await staff.goto(contractPage)
    await expect(staff.getByText('This cannot be validated until the hold is lifted.')).toBeVisible()
    await expect(button(staff, 'Return with a reason')).toBeVisible()
    await expect(button(staff, 'Validate and next')).toHaveCount(0)
    await inspectEveryWidth(staff, harborview, 'console-contract-hold')
    await staff.getByRole('link', { name: `Review NPI ${provider.npi}` }).click()
  })
  await expect(staff.getByText('No one can register until the hold is lifted.')).toBeVisible()
  await inspectEveryWidth(staff, harborview, 'console-provider-hold')
  await button(staff, 'Lift the hold').click()
  await expect(alert(staff)).toHaveText(`Registration for NPI ${provider.npi} is no longer on hold.`)
  await expect(button(staff, 'Lift the hold')).toHaveCount(0)
  await staff.goto(contractPage)
  await expect(button(staff, 'Validate and next')).toBeVisible()
  await expect(staff.getByText('Registration is on hold')).toHaveCount(0)

  await enterNpi(page, harborview, provider.npi)
  await expect(heading(page)).toHaveText('Who is Registering?')
})

test('plan staff see and close an SAA’s objection to a request', async ({ page, plan, browser }) => {
  const provider = await plan.takeProvider('full')
  const request = await createStaffRequest(plan, provider.npi)
  const saa = await newPerson(plan, 'Objecting')
  const objection = { kind: 'OBJECTION', account_id: saa.id, request_id: request.requestId }
  const token = await mailLink(plan, provider.npi, objection)
  await page.goto(at(bayside, `/thp/portal/providers/not-me?holdId=${token}`))
  await expect(page.getByRole('main')).toContainText(provider.npi)
  await inspectEveryWidth(page, bayside, 'objection')
  await button(page, 'I object').click()
  await expect(button(page, 'I object')).toHaveCount(0)
  await expectAccessible(page)
  await enterNpi(page, bayside, provider.npi)
  await expect(heading(page), 'an objection holds nothing up').toHaveText('Who is Registering?')

  const staff = await openWindow(browser)
  await startSession(staff, bayside, 'internal', 'demostaff')
  await test.step('plan staff read it at the request, and once more before they accept', async () => {
    await staff.goto(at(bayside, `/thp/portal/internal/requests?search=${request.reference}`))
    await expect(staff.getByRole('row').filter({ hasText: 'Ann Asker' })).toContainText('Ann Objecting objects')
    await staff.goto(at(bayside, `/thp/portal/internal/requests?reference=${request.reference}`))
    await expect(staff.getByText(/^Ann Objecting objected to this request on /)).toBeVisible()
    await inspectEveryWidth(staff, bayside, 'console-request-objection')
    await staff.getByRole('button', { name: /^Accept/ }).click()
    const dialog = staff.getByRole('dialog', { name: 'Accept the request of Ann Asker?' })
    await expect(dialog).toContainText('Ann Objecting objects to this request.')
    await staff.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await staff.getByRole('link', { name: `Review NPI ${provider.npi}` }).click()
  })
  await expect(staff.getByText(`objected to request ${request.reference}`)).toBeVisible()
  await inspectEveryWidth(staff, bayside, 'console-provider-objection')
  await button(staff, 'Close the objection').click()
  await expect(alert(staff)).toHaveText('The objection is closed.')
  await expect(staff.getByText('An administrator objects')).toHaveCount(0)
})
