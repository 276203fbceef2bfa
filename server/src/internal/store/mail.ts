import type { MailBody, MailQuery, MailRow } from '@portico/core/internal/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { containingWord, direction, findPage, isoTime } from '../../platform/paged-list.ts'

const states: Record<MailRow['state'], RawBuilder<unknown>> = {
  WAITING: sql`m.sent_at is null and m.gave_up_at is null`,
  SENT: sql`m.sent_at is not null`,
  GIVEN_UP: sql`m.gave_up_at is not null`,
}

type Row = Omit<MailRow, 'created' | 'sent' | 'nextAttempt'> & { created: Date; sent: Date | null; next: Date }

/** A message's text is not among what is read here: it may hold a link that opens an account. */
export async function findMail(db: Db, query: MailQuery) {
  const search = query.search?.trim()
  const matching = sql`from mail_message m where ${query.state ? states[query.state] : sql`true`} ${
    search
      ? sql`and lower(' ' || m.to_address || ' ' || m.subject || ' ' || m.kind) like ${containingWord(search)}`
      : sql``
  }`
  const found = await findPage<Row>(db, query, {
    matching,
    page: (limits) => sql`
      select m.id, m.created_at as created, m.to_address as "to", m.subject, m.kind, m.sent_at as sent, m.attempts,
        m.next_attempt_at as next, coalesce(m.last_error, '') as problem,
        case when m.sent_at is not null then 'SENT' when m.gave_up_at is not null then 'GIVEN_UP' else 'WAITING' end
          as state
      ${matching} order by m.created_at ${direction(query)}, m.id ${direction(query)} ${limits}`,
  })
  return { ...found, rows: found.rows.map(toRow) }
}

function toRow({ next, ...row }: Row): MailRow {
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
