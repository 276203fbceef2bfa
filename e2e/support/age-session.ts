import type { Page } from '@playwright/test'
import { hashToken } from '../../server/src/platform/keys/hash-token.ts'
import type { TestPlan } from './test-plan.ts'

/** Sets the proof of this browser's session back by 15 minutes. */
export async function ageSession(page: Page, plan: TestPlan): Promise<void> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'portico_session')
  if (!cookie) throw new Error('No one is signed in.')
  const updated = await plan.db
    .updateTable('account_session')
    .set({ proved_at: new Date(Date.now() - 15 * 60_000), proof_used_at: null })
    .where('id_hash', '=', hashToken(cookie.value))
    .executeTakeFirst()
  if (updated.numUpdatedRows !== 1n) throw new Error('The browser’s session is not known.')
}
