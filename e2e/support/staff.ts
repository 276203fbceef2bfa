import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import type { StaffRole } from '@portico/core/access/staff-roles'
import { insertTestAccount, testPassword } from '../../server/test/accounts.ts'
import { expect, harborview, startSession, type TestBrand } from '../fixtures.ts'
import type { TestPlan } from './test-plan.ts'
import { openWindow } from './windows.ts'

/** Creates a staff account for one journey, because undoable decisions appear in all of the user's pages. */
export async function newStaff(plan: TestPlan, staffRole: StaffRole = 'ADMINISTRATOR') {
  const userName = `s${randomBytes(5).toString('hex')}`
  const name = { firstName: 'Rita', lastName: 'Viewer' }
  await insertTestAccount(plan.db, { username: userName, kind: 'internal', staffRole, ...name })
  return { userName, password: testPassword }
}

/** Opens a signed-in window. */
export async function openStaffWindow(browser: Browser, plan: TestPlan, brand: TestBrand = harborview): Promise<Page> {
  const page = await openWindow(browser)
  await startSession(page, brand, 'internal', await newStaff(plan))
  return page
}

export const lastDecisions = (page: Page) => page.getByRole('complementary', { name: 'Your last decisions' })

/** Makes a delayed decision due and waits until the server has carried it out. */
export async function carryOutDecision(page: Page, plan: TestPlan, requester: { email: string }): Promise<void> {
  await expect(lastDecisions(page).getByRole('button', { name: /^Undo/ }).first()).toBeVisible()
  const theirs = plan.db
    .selectFrom('access_request')
    .innerJoin('account', 'account.id', 'access_request.account_id')
    .select('access_request.id')
    .where('account.email', '=', requester.email)
  const makeDue = plan.db
    .updateTable('delayed_decision')
    .set({ due_at: new Date() })
    .where('state', '=', 'HELD')
    .where('request_id', 'in', theirs)
  const delayed = plan.db
    .selectFrom('delayed_decision')
    .select('request_id')
    .where('state', '=', 'HELD')
    .where('request_id', 'in', theirs)
  // The page can still show an earlier decision; only the rows prove that this one was made and carried out.
  await expect.poll(async () => Number((await makeDue.executeTakeFirst()).numUpdatedRows)).toBeGreaterThan(0)
  await expect.poll(async () => (await delayed.execute()).length).toBe(0)
}
