import { randomBytes } from 'node:crypto'
import { hashToken } from '../server/src/platform/keys/hash-token.ts'
import { readSettings } from '../server/src/platform/settings/settings.ts'
import { insertTestAccount } from '../server/test/accounts.ts'
import { makeRequest } from '../server/test/small-plan.ts'
import { at, enterNpi, expectAccessible, harborview, inspectEveryWidth, startSession } from './fixtures.ts'
import type { TestPlan } from './support/test-plan.ts'
import { openWindow } from './support/windows.ts'
import { alert, button, expect, heading, test } from './support/wizard.ts'

const DAY_MS = 86_400_000

/** The link in a mailed notice. */
async function mailLink(plan: TestPlan, npi: string): Promise<string> {
  const token = randomBytes(16).toString('base64url')
  const now = new Date()
  const times = { event_at: now, created_at: now, expires_at: new Date(now.getTime() + DAY_MS) }
  await plan.db
    .insertInto('registration_hold')
    .values({ npi, token_hash: hashToken(token), ...times })
    .execute()
  return token
}

const newPerson = (plan: TestPlan, lastName: string) =>
  insertTestAccount(plan.db, { username: `n${randomBytes(4).toString('hex')}`, firstName: 'Ann', lastName })

/** A person requests the SAA role for the NPI. */
async function createRequest(plan: TestPlan, npi: string) {
  const account = await newPerson(plan, 'Asker')
  const settings = readSettings({ PORTICO_DATA_DIR: process.env.PORTICO_E2E_DATA_DIR })
  const scopes = [{ kind: 'NPI' as const, id: npi }]
  return makeRequest(plan.db, settings, { accountId: account.id, npi, scopes, now: new Date() })
}

/** The request's signed form arrives by fax. */
async function createFaxedRequest(plan: TestPlan, npi: string) {
  const request = await createRequest(plan, npi)
  const came = { request_id: request.requestId, came_by: 'FAX', received_at: new Date(), state: 'RECEIVED' } as const
  await plan.db.insertInto('signed_contract').values(came).execute()
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
