import { randomBytes } from 'node:crypto'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database, LinkTable } from '../database/schema.ts'
import { hashToken } from '../keys/hash-token.ts'

/**
 * Mailed links (behaviour 9.1): 128 random bits, stored as a hash, bound to one purpose, consumed once by the deciding
 * call. Looking a link up never consumes it, so mail scanners can open it.
 */
export type LinkPurpose = LinkTable['purpose']

export type NewLink = {
  purpose: LinkPurpose
  requestId?: string | undefined
  accountId?: string | undefined
  /** The signing request that the link opens, or whose signed copy it opens. */
  signingId?: string | undefined
  /** The daily summary of directory changes that the link opens. */
  summaryId?: string | undefined
  /** The naming of a successor whose takeover the link stops. */
  successorId?: string | undefined
  lifetimeSeconds: number
  /** Keeps older open links of the same subject valid; all end together when it is decided. */
  keepOlder?: boolean
}

export type Link = {
  id: string
  purpose: LinkPurpose
  requestId: string | null
  accountId: string | null
  signingId: string | null
  summaryId: string | null
  successorId: string | null
  createdAt: Date
  expiresAt: Date
  wrongAnswers: number
}

export type FoundLink =
  | { state: 'open' | 'expired' | 'used' | 'ended'; link: Link }
  | { state: 'unknown'; link?: undefined }

type Moment = Pick<Context, 'db' | 'now'>

/** Creates a link and ends the open ones of the same purpose and subject. Only the mail contains the token. */
export async function createLink(context: Moment, link: NewLink): Promise<string> {
  const token = randomBytes(16).toString('base64url')
  if (!link.keepOlder) await endLinks(context, link)
  await context.db
    .insertInto('link')
    .values({
      token_hash: hashToken(token),
      purpose: link.purpose,
      request_id: link.requestId ?? null,
      account_id: link.accountId ?? null,
      signing_id: link.signingId ?? null,
      summary_id: link.summaryId ?? null,
      successor_id: link.successorId ?? null,
      created_at: context.now,
      expires_at: new Date(context.now.getTime() + link.lifetimeSeconds * 1000),
    })
    .execute()
  return token
}

/** Written as equal-or-null, because an index does not support `is not distinct from`. */
const isOf =
  (column: 'request_id' | 'account_id', id: string | undefined) => (eb: ExpressionBuilder<Database, 'link'>) =>
    id === undefined ? eb(column, 'is', null) : eb(column, '=', id)

type LinkSubject = { purpose: LinkPurpose; requestId?: string | undefined; accountId?: string | undefined }

/** Ends the open links of a purpose for a request or an account. */
export async function endLinks(
  { db, now }: Moment,
  subject: LinkSubject & { createdSince?: Date | undefined },
): Promise<void> {
  await db
    .updateTable('link')
    .set({ ended_at: now })
    .where('purpose', '=', subject.purpose)
    .where(isOf('request_id', subject.requestId))
    .where(isOf('account_id', subject.accountId))
    .where('created_at', '>=', subject.createdSince ?? new Date(0))
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
}

/** True if such a link was made since then and is still valid. */
export async function hasOpenLinkSince(
  { db, now }: Moment,
  { purpose, accountId }: { purpose: LinkPurpose; accountId: string },
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('link')
    .select('id')
    .where('purpose', '=', purpose)
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Looks up only the hash, so that a near miss is as unknown as nonsense. */
export async function findLink({ db, now }: Moment, purpose: LinkPurpose, token: string): Promise<FoundLink> {
  const ofPurpose = db.selectFrom('link').selectAll().where('purpose', '=', purpose)
  return judge(await ofPurpose.where('token_hash', '=', hashToken(token)).executeTakeFirst(), now)
}

/** Reads a link again that was looked up by its token before. */
export async function findLinkById({ db, now }: Moment, id: string): Promise<FoundLink> {
  return judge(await db.selectFrom('link').selectAll().where('id', '=', id).executeTakeFirst(), now)
}

function judge(row: Selectable<LinkTable> | undefined, now: Date): FoundLink {
  if (!row) return { state: 'unknown' }
  const link: Link = {
    id: row.id,
    purpose: row.purpose,
    requestId: row.request_id,
    accountId: row.account_id,
    signingId: row.signing_id,
    summaryId: row.summary_id,
    successorId: row.successor_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    wrongAnswers: row.wrong_answers,
  }
  if (row.used_at) return { state: 'used', link }
  if (row.ended_at) return { state: 'ended', link }
  return { state: row.expires_at <= now ? 'expired' : 'open', link }
}

/** Consumes the link. Returns true to exactly one of any number of parallel calls. */
export async function useLink({ db, now }: Moment, linkId: string): Promise<boolean> {
  const used = await db
    .updateTable('link')
    .set({ used_at: now })
    .where('id', '=', linkId)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/**
 * Counts one attempt at the security questions of a link and returns the count; undefined if no attempts are left or the
 * link has ended.
 */
export async function updateWrongAnswers(
  { db, now }: Moment,
  linkId: string,
  max: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ tries: number }>`
    update link set wrong_answers = wrong_answers + 1
    where id = ${linkId} and wrong_answers < ${max} and used_at is null and ended_at is null and expires_at > ${now}
    returning wrong_answers as tries`.execute(db)
  return rows[0]?.tries
}
