import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { hashToken } from '../keys/hash-token.ts'

type Kept = { provedAt?: Date; endsAt?: Date; sid?: string | undefined; byDoor?: boolean }

/** Adds what only a session through the directory or the emergency sign-in has. It never lasts longer than before. */
export async function updateSessionLimits(
  { db }: Pick<Context, 'db'>,
  idHash: Buffer,
  { provedAt, endsAt, sid, byDoor }: Kept,
): Promise<void> {
  await sql`
    update account_session set
      proved_at = coalesce(${provedAt ?? null}::timestamptz, proved_at),
      ends_at = least(ends_at, coalesce(${endsAt ?? null}::timestamptz, ends_at)),
      directory_sid_hash = coalesce(${sid === undefined ? null : hashToken(sid)}::bytea, directory_sid_hash),
      by_door = by_door or ${byDoor ?? false}
    where id_hash = ${idHash}`.execute(db)
}

/** Sessions that the directory opened under this id of its own. */
export async function findSessionsBySid({ db }: Pick<Context, 'db'>, sid: string) {
  return db
    .selectFrom('account_session')
    .select(['id_hash', 'account_id'])
    .where('directory_sid_hash', '=', hashToken(sid))
    .where('ended_at', 'is', null)
    .execute()
}

/** A session that the plan's directory or an emergency link began keeps its end and its limits after the second factor. */
export async function copySessionLimits({ db }: Pick<Context, 'db'>, from: Buffer, to: Buffer): Promise<void> {
  await sql`
    update account_session t
    set ends_at = least(t.ends_at, f.ends_at), directory_sid_hash = f.directory_sid_hash, by_door = f.by_door
    from account_session f
    where t.id_hash = ${to} and f.id_hash = ${from} and (f.by_door or f.proved_by = 'DIRECTORY')`.execute(db)
}
