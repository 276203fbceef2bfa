import { hkdfSync } from 'node:crypto'
import type { PermissionId } from '@portico/core/access/permissions'
import { sql } from 'kysely'
import type { Context, InTransaction, SignedIn, Trx } from '../context.ts'
import { openValue, sealValue } from '../keys/sealed-value.ts'
import { acceptedKeys } from '../keys/secret-key.ts'

/**
 * Results of calls that their reader can fetch again for an hour, encrypted in the database and never in the browser.
 * revokeTokens deletes them with the session or the access behind them.
 */
export const RESULT_LIFETIME_MS = 3_600_000

type Kind = 'ELIGIBILITY'
type Part = { listId: string; firstRow: number; content: unknown }

const keyFrom = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'session result key', 32))
const boundTo = (accountId: string, kind: Kind) => `${accountId}|${kind}`

/** The permission behind each kind. A trigger deletes the results with the last grant that has it. */
const PERMISSION_OF: Readonly<Record<Kind, PermissionId>> = { ELIGIBILITY: 'ELIG' }

/**
 * False if no active grant has the permission any more. A change that takes it away waits for this transaction, and its
 * trigger then deletes what is stored here. Locked before the session, as suspensions do.
 */
async function lockPermission(db: Trx, accountId: string, kind: Kind): Promise<boolean> {
  const grant = await db
    .selectFrom('access_grant')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'ACTIVE')
    .where(sql<string>`${PERMISSION_OF[kind]}`, '=', sql<string>`any(permissions)`)
    .orderBy('id')
    .limit(1)
    .forShare()
    .executeTakeFirst()
  return grant !== undefined
}

/** Undefined if the session has ended. A sign-out that begins now waits, and then deletes what is stored here. */
const lockOpenSession = (db: Trx, idHash: Buffer) =>
  db
    .selectFrom('account_session')
    .select('public_id')
    .where('id_hash', '=', idHash)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst()

/**
 * Stores a part of a list, and ends the lists before it. A part that is sent again replaces the first one. Nothing is
 * stored if the session or the permission ended during the call.
 */
export async function insertResult(
  { db, now, session, settings }: InTransaction<SignedIn>,
  kind: Kind,
  { listId, firstRow, content }: Part,
): Promise<void> {
  const { accountId, idHash } = session
  if (!(await lockPermission(db, accountId, kind))) return
  if (!(await lockOpenSession(db, idHash))) return
  const bound = boundTo(accountId, kind)
  const sealed = sealValue(keyFrom(settings.secretKey), bound, Buffer.from(JSON.stringify(content)))
  const own = db.deleteFrom('session_result').where('account_id', '=', accountId).where('kind', '=', kind)
  await own.where('list_id', '<>', listId).execute()
  await db
    .insertInto('session_result')
    .values({ account_id: accountId, kind, list_id: listId, first_row: firstRow, sealed, made_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind', 'list_id', 'first_row']).doUpdateSet({ sealed, made_at: now }),
    )
    .execute()
}

/** The parts of the last list, in order, as they were stored. */
export async function findResults<Content>({ db, now, session, settings }: SignedIn, kind: Kind): Promise<Content[]> {
  const rows = await db
    .selectFrom('session_result')
    .select('sealed')
    .where('account_id', '=', session.accountId)
    .where('kind', '=', kind)
    .where('made_at', '>', new Date(now.getTime() - RESULT_LIFETIME_MS))
    .orderBy('first_row')
    .execute()
  const keys = acceptedKeys(settings).map(keyFrom)
  return rows.flatMap(({ sealed }) => {
    const opened = keys.flatMap((key) => openValue(key, boundTo(session.accountId, kind), sealed) ?? [])[0]
    return opened ? [JSON.parse(opened.toString())] : []
  })
}

export const deleteOldResults = ({ db, now }: Pick<Context, 'db' | 'now'>) =>
  db
    .deleteFrom('session_result')
    .where('made_at', '<=', new Date(now.getTime() - RESULT_LIFETIME_MS))
    .executeTakeFirst()
