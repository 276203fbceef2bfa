import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'

export type StoredRecord = { payload: Buffer; consumedAt: Date | null }

export type NewRecord = {
  model: string
  idHash: Buffer
  accountId: string | null
  clientId: string | null
  grantHash: Buffer | null
  uidHash: Buffer | null
  sessionHash: Buffer | null
  payload: Buffer
  writtenAt: Date
  expiresAt: Date
}

export async function upsertRecord(db: Db, record: NewRecord): Promise<void> {
  const row = {
    account_id: record.accountId,
    client_id: record.clientId,
    grant_hash: record.grantHash,
    uid_hash: record.uidHash,
    session_hash: record.sessionHash,
    payload: record.payload,
    written_at: record.writtenAt,
    expires_at: record.expiresAt,
  }
  await db
    .insertInto('hub_record')
    .values({ model: record.model, id_hash: record.idHash, ...row })
    .onConflict((conflict) => conflict.columns(['model', 'id_hash']).doUpdateSet(row))
    .execute()
}

type RecordKey = { model: string; idHash: Buffer }

export async function findRecord(db: Db, { model, idHash }: RecordKey): Promise<StoredRecord | undefined> {
  return selectRecord(db).where('model', '=', model).where('id_hash', '=', idHash).executeTakeFirst()
}

/** A library session, only within its portal session. */
export async function findSessionRecord(
  db: Db,
  { idHash, sessionHash }: { idHash: Buffer; sessionHash: Buffer },
): Promise<StoredRecord | undefined> {
  return selectRecord(db)
    .where('model', '=', 'Session')
    .where('id_hash', '=', idHash)
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst()
}

export async function findSessionRecordByUid(db: Db, uidHash: Buffer) {
  return selectRecord(db)
    .select('id_hash as idHash')
    .where('model', '=', 'Session')
    .where('uid_hash', '=', uidHash)
    .executeTakeFirst()
}

const selectRecord = (db: Db) => db.selectFrom('hub_record').select(['payload', 'consumed_at as consumedAt'])

/** False if the record was already used: of two concurrent uses, only one succeeds. */
export async function consumeRecord(db: Db, { model, idHash }: RecordKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('hub_record')
    .set({ consumed_at: now })
    .where('model', '=', model)
    .where('id_hash', '=', idHash)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteRecord(db: Db, { model, idHash }: RecordKey): Promise<void> {
  await db.deleteFrom('hub_record').where('model', '=', model).where('id_hash', '=', idHash).execute()
}

/** Deletes a record and all others of its grant, the grant included. */
export async function deleteRecordsBeside(db: Db, { model, idHash }: RecordKey): Promise<void> {
  const grant = db
    .selectFrom('hub_record')
    .select('grant_hash')
    .where('model', '=', model)
    .where('id_hash', '=', idHash)
  await db.deleteFrom('hub_record').where('grant_hash', '=', grant).execute()
}

export async function deleteRecordsOfGrant(db: Db, grantHash: Buffer): Promise<void> {
  await db.deleteFrom('hub_record').where('grant_hash', '=', grantHash).execute()
}

/** Deletes expired records, a batch at a time. Returns how many. */
export async function deleteExpiredRecords(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from hub_record where ctid in (
      select ctid from hub_record where expires_at < ${now} order by expires_at limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}
