import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '#platform/database/schema.ts'

export type CodeRow = Selectable<Database['identity_code']>

export async function insertCode(
  db: Kysely<Database>,
  code: Omit<Insertable<Database['identity_code']>, 'status' | 'tries' | 'transaction_id'>,
): Promise<void> {
  await db
    .insertInto('identity_code')
    .values({ ...code, status: 'PENDING' })
    .execute()
}

/**
 * Ends the open codes of the NPI or of the link of a request, because only one can be open, whichever registration
 * requested it. Returns the ended codes that had a wrong attempt.
 */
export async function updateOpenCodesEnded(
  db: Kysely<Database>,
  { npi, requestId }: { npi: string; requestId: string | null },
): Promise<CodeRow[]> {
  const ended = await db
    .updateTable('identity_code')
    .set({ status: 'FAIL' })
    .where('npi', '=', npi)
    .where('request_id', requestId === null ? 'is' : '=', requestId)
    .where('status', '=', 'PENDING')
    .returningAll()
    .execute()
  return ended.filter(({ tries }) => tries > 0)
}

/** Locks a code of this registration until the transaction ends, so that parallel attempts count one by one. */
export function lockCode(
  trx: Transaction<Database>,
  codeId: string,
  registrationId: Buffer,
): Promise<CodeRow | undefined> {
  return trx
    .selectFrom('identity_code')
    .selectAll()
    .where('code_id', '=', codeId)
    .where('registration_id', '=', registrationId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateCode(
  db: Kysely<Database>,
  id: string,
  change: { tries?: number; status?: CodeRow['status']; transaction_id?: string },
): Promise<void> {
  await db.updateTable('identity_code').set(change).where('id', '=', id).execute()
}
