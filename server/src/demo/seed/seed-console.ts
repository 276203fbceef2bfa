import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DAY_MS } from '@portico/core/forms/calendar-day'
import { sql, type Transaction } from 'kysely'
import type { Database } from '#platform/database/schema.ts'
import { insertAttempt } from '../../registration/store/proofs/attempts.ts'
import { queuedProviders } from '../generate/demo-people.ts'
import { demoRequests } from './demo-access.ts'

type Trx = Transaction<Database>

/** A form that was filled in by hand, photographed and sent as two pictures; it waits for staff. */
export async function insertDemoContract(trx: Trx, requestId: string, at: Date): Promise<void> {
  const content = await readFile(new URL('./photographed-contract.pdf', import.meta.url))
  await trx
    .insertInto('signed_contract')
    .values({
      request_id: requestId,
      came_by: 'UPLOAD',
      file_name: 'signed-contract.pdf',
      content,
      sha256: createHash('sha256').update(content).digest('hex'),
      page_count: 2,
      pictures: 2,
      received_at: at,
      state: 'RECEIVED',
    })
    .execute()
}

const FAILURES = 20
const HOUR_MS = 3_600_000

/** A provider with too many failed proofs in a month: locked until staff unlock it. */
export async function seedLockedProvider(trx: Trx, now: Date): Promise<void> {
  const attempt = { kind: 'STEP1' as const, npi: queuedProviders.locked, address: '192.0.2.50' }
  for (let hours = FAILURES; hours > 0; hours -= 1)
    await insertAttempt(trx, { ...attempt, now: new Date(now.getTime() - hours * HOUR_MS) })
}

const FUNNEL_DAYS = 90

/**
 * Registrations of the last weeks for the staff's funnel: one for every request, one every ten days that was proved and
 * abandoned, and one in between that ended before any proof.
 */
export async function seedFunnel(trx: Trx, now: Date): Promise<void> {
  const days = Array.from({ length: FUNNEL_DAYS }, (_, index) => {
    const daysAgo = index + 1
    const asked = demoRequests.filter((one) => one.path !== 'INVITATION' && one.daysAgo === daysAgo).length
    const proved = asked + (daysAgo % 10 === 0 ? 1 : 0)
    const opened = proved + (daysAgo % 10 === 5 ? 1 : 0)
    return { day: new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10), opened, proved }
  })
  await sql`
    insert into registration_tally (day, opened, proved)
    select day, opened, proved
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as tally (day date, opened integer, proved integer)
    where opened > 0
    on conflict (day) do nothing`.execute(trx)
}

const OLD_FILE_DAYS = 45

/** The file of plans is older than a plan allows, so that the console shows how it marks that. */
export async function seedOldImport(trx: Trx, now: Date): Promise<void> {
  const imported = new Date(now.getTime() - OLD_FILE_DAYS * DAY_MS)
  await trx.updateTable('last_import').set({ imported_at: imported }).where('kind', '=', 'plans').execute()
}
