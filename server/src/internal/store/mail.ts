import type { MailBody, MailQuery, MailRow } from '@portico/core/internal/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import {
  containingWord,
  countFound,
  direction,
  type Found,
  findPage,
  isoTime,
  searchPage,
} from '#platform/database/paged-list.ts'

const states: Record<MailRow['state'], RawBuilder<unknown>> = {
  WAITING: sql`t.sent_at is null and t.gave_up_at is null`,
  SENT: sql`t.sent_at is not null`,
  GIVEN_UP: sql`t.gave_up_at is not null`,
}

type Row = Omit<MailRow, 'created' | 'sent' | 'nextAttempt'> & { created: Date; sent: Date | null; next: Date }
type FoundRow = Row & Found

/** Omits the mail body, because it may contain a link that gives access to an account. */
export async function findMail(db: Db, query: MailQuery) {
  const search = query.search?.trim()
  const narrowed = query.state ? states[query.state] : sql`true`
  const words = search && sql`lower(' ' || to_address || ' ' || subject || ' ' || kind) like ${containingWord(search)}`
  const matching = sql`from mail_message t where ${narrowed} ${words ? sql`and ${words}` : sql``}`
  const sought = sql`select id from mail_message where ${words}`
  const few = (limit: number) => sql`${sought} limit ${limit}`
  const order = sql`created_at ${direction(query)}, id ${direction(query)}`
  const cut = (limits: RawBuilder<unknown>) =>
    words
      ? searchPage({ table: 'mail_message', sought, few, narrowed, order }, limits)
      : sql`select t.*, null as found ${matching} order by ${order} ${limits}`
  const found = await findPage<FoundRow>(db, query, {
    matching,
    found: countFound,
    page: (limits) => sql`
      select m.id, m.created_at as created, m.to_address as "to", m.subject, m.kind, m.sent_at as sent, m.attempts,
        m.next_attempt_at as next, coalesce(m.last_error, '') as problem,
        case when m.sent_at is not null then 'SENT' when m.gave_up_at is not null then 'GIVEN_UP' else 'WAITING' end
          as state, m.found
      from (${cut(limits)}) m order by m.created_at ${direction(query)}, m.id ${direction(query)}`,
  })
  return { ...found, rows: found.rows.map(toRow) }
}

function toRow({ next, found: _, ...row }: FoundRow): MailRow {
  const nextAttempt = row.state === 'WAITING' ? isoTime(next) : ''
  return { ...row, created: isoTime(row.created), sent: isoTime(row.sent), nextAttempt }
}

export async function findMailBody(db: Db, id: string): Promise<MailBody | undefined> {
  const row = await db
    .selectFrom('mail_message')
    .select(['subject', 'to_address', 'body'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { subject: row.subject, to: row.to_address, body: row.body }
}
