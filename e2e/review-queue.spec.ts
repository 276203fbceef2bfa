import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { readSettings } from '../server/src/platform/settings/settings.ts'
import { insertTestAccount } from '../server/test/accounts.ts'
import { makeRequest } from '../server/test/small-plan.ts'
import {
  at,
  desktop,
  expectAccessible,
  harborview,
  inspect,
  inspectEveryWidth,
  phone,
  startSession,
} from './fixtures.ts'
import { carryOutDecision, lastDecisions, newStaff } from './support/staff.ts'
import { importOrganization, type TestOrganization } from './support/test-organization.ts'
import type { TestPlan } from './support/test-plan.ts'
import { button, expect, heading, test } from './support/wizard.ts'

const CONTRACTS = '/thp/portal/internal/contracts'

type Fax = { group: TestOrganization['groups'][number]; lastName: string; receivedAt: Date }

/** Creates a request whose signed form for a group was received by fax. */
async function faxed(plan: TestPlan, { group, lastName, receivedAt }: Fax) {
  const username = `fax${randomBytes(4).toString('hex')}`
  const email = `${username}@office.example`
  const account = await insertTestAccount(plan.db, { username, email, firstName: 'Ann', lastName })
  const settings = readSettings({ PORTICO_DATA_DIR: process.env.PORTICO_E2E_DATA_DIR })
  const now = new Date()
  const scopes = [{ kind: 'PG' as const, id: group.id }]
  const request = await makeRequest(plan.db, settings, { accountId: account.id, scopes, npi: group.npi, now })
  await plan.db
    .insertInto('signed_contract')
    .values({ request_id: request.requestId, came_by: 'FAX', received_at: receivedAt, state: 'RECEIVED' })
    .execute()
  return { ...request, email }
}

async function stateOf(plan: TestPlan, { requestId }: { requestId: string }): Promise<string> {
  const query = plan.db.selectFrom('access_request').select('state').where('id', '=', requestId)
  return (await query.executeTakeFirstOrThrow()).state
}

async function openByKeys(page: Page, name: string): Promise<void> {
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search by reference, NPI, person or group')).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('link', { name: /^Review/ })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /^Review/ })).toBeFocused()
  await page.keyboard.press('Enter')
}

test('by keyboard a reviewer assigns, annotates, undoes and validates a contract, which rejects the competing one', async ({
  page,
  plan,
}) => {
  type Group = TestOrganization['groups'][number]
  const [group, another] = (await importOrganization(43)).groups as [Group, Group]
  const mark = randomBytes(4).toString('hex')
  // Consecutive in the queue: no other test uses these times.
  const cameAt = Date.now() - 9 * 86_400_000
  const passed = await faxed(plan, { group: another, lastName: `Hard${mark}`, receivedAt: new Date(cameAt) })
  const winner = await faxed(plan, { group, lastName: `Winner${mark}`, receivedAt: new Date(cameAt + 1) })
  const competing = await faxed(plan, { group, lastName: `Competing${mark}`, receivedAt: new Date(cameAt + 2) })
  await page.setViewportSize(desktop)
  await startSession(page, harborview, 'internal', await newStaff(plan))
  await page.goto(at(harborview, CONTRACTS))
  await expect(heading(page)).toHaveText('Contracts')

  await test.step('the keys are listed and can be turned off', async () => {
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard' })
    await expectAccessible(page)
    await help.getByLabel('Use keyboard shortcuts').uncheck()
    await button(page, 'Close').click()
    await expect(button(page, 'Keyboard (off)')).toBeVisible()
    await page.keyboard.press('?')
    await expect(help).toHaveCount(0)
    await button(page, 'Keyboard (off)').click()
    await help.getByLabel('Use keyboard shortcuts').check()
    await button(page, 'Close').click()
    await expect(button(page, 'Keyboard')).toBeFocused()
  })

  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: /^Review/ }).first()).toBeFocused()
  await openByKeys(page, `hard${mark}`)
  const expectOpen = (request: { reference: string }) =>
    expect(heading(page)).toHaveText(`Contract ${request.reference}`)
  await expectOpen(passed)

  await test.step('J and K move through the queue, also as capitals', async () => {
    await page.keyboard.press('j')
    await expectOpen(winner)
    await page.keyboard.press('J')
    await expectOpen(competing)
    await page.keyboard.press('k')
    await expectOpen(winner)
  })

  const rejects = `This rejects Ann Competing${mark}’s request.`
  await expect(page.getByRole('main')).toContainText(rejects)
  await expect(page.getByText('Not assigned yet.')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByText('This is assigned to you.')).toBeVisible()
  await page.getByLabel('Note', { exact: true }).fill('v is a letter here. Called the office.')
  await button(page, 'Add note').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Called the office.' })).toContainText('Rita Viewer')
  await inspectEveryWidth(page, harborview, 'console-staff-notes')

  await test.step('a decision can be undone', async () => {
    const dialog = page.getByRole('dialog', { name: 'Validate this contract?' })
    await page.keyboard.press('v')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('region', { name: 'The signed contract' }).focus()
    await page.keyboard.press('v')
    await expect(dialog).toContainText(rejects)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Validate and next' }).click()
    // The next contract, not the skipped one.
    await expectOpen(competing)
    await expect(lastDecisions(page)).toContainText(`You validated the contract of Ann Winner${mark}.`)
    await expectAccessible(page)
    await page.keyboard.press('u')
    await expect(lastDecisions(page)).toContainText('The decision was undone. Nothing changed.')
    expect(await stateOf(plan, winner)).toBe('PENDING_CONTRACT')
    await lastDecisions(page)
      .getByRole('link', { name: `Open ${winner.reference}` })
      .click()
    await expectOpen(winner)
  })

  await button(page, 'Validate and next').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Validate and next' }).click()
  await carryOutDecision(page, plan, winner)
  await expect(lastDecisions(page)).toContainText(`The contract of Ann Winner${mark} is validated.`)
  expect(await stateOf(plan, winner)).toBe('ACTIVE')
  expect(await stateOf(plan, competing)).toBe('REJECTED')

  await page.goto(at(harborview, `${CONTRACTS}?search=competing${mark}&decidedSearch=${mark}`))
  await expect(page.getByRole('row').filter({ hasText: 'Ended without access' })).toContainText(`Competing${mark}`)
  const decided = page.getByRole('region', { name: 'List of decisions' })
  await expect(decided.getByRole('row').filter({ hasText: 'Contract validated' })).toContainText('Rita Viewer')
  await expect(decided.getByRole('row').filter({ hasText: 'Ended with its request' })).toContainText('The portal')
  const download = page.waitForEvent('download')
  await button(page, 'Download CSV').click()
  expect((await download).suggestedFilename()).toBe('decided.csv')

  await test.step('a phone shows the queue and collapses the rest', async () => {
    await page.setViewportSize(phone)
    await page.reload()
    await expect(page.getByRole('main')).toContainText(`Competing${mark}`)
    await expect(button(page, 'Download CSV')).toHaveCount(0)
    await inspect(page, 'console-contracts-folded')
    await page.getByRole('heading', { name: 'Decided', exact: true }).click()
    await expect(decided).toContainText('Contract validated')
  })
})
