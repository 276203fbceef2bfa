import type { Page } from '@playwright/test'
import { hashToken } from '../../server/src/platform/keys/hash-token.ts'
import type { TestPlan } from './test-plan.ts'

async function hashSession(page: Page) {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'portico_session')
  if (!cookie) throw new Error('No one is signed in.')
  return hashToken(cookie.value)
}

/** Ends this browser's session on the server alone. */
export async function endSession(page: Page, plan: TestPlan): Promise<void> {
  await plan.db
    .deleteFrom('account_session')
    .where('id_hash', '=', await hashSession(page))
    .execute()
}

/** Sets the proof of this browser's session back by 15 minutes. */
export async function ageSession(page: Page, plan: TestPlan): Promise<void> {
  const updated = await plan.db
    .updateTable('account_session')
    .set({ proved_at: new Date(Date.now() - 15 * 60_000), proof_used_at: null })
    .where('id_hash', '=', await hashSession(page))
    .executeTakeFirst()
  if (updated.numUpdatedRows !== 1n) throw new Error('The browser’s session is not known.')
}
