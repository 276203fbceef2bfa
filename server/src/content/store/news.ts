import { defaultDelivery } from '@portico/core/bell/kinds'
import { sql } from 'kysely'
import type { Context, Db, Trx } from '#platform/context.ts'
import type { AccountKind } from '#platform/database/schema.ts'

/** Home pages with banners, and whose they are. */
const READER_OF_PLACE: Readonly<Record<string, AccountKind>> = { home: 'provider', 'member-home': 'member' }

/** Banners of home pages that show now and are not in the bells yet. */
export async function findUnannounced(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('banner')
    .select('id')
    .where('announced_at', 'is', null)
    .where('starts_at', '<=', now)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .where('category_id', 'in', Object.keys(READER_OF_PLACE))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

type News = { id: string; brand: string | null; category_id: string }

/** Locks the banner, so that two processes do not announce it at once. Undefined if it was announced or removed. */
export const lockUnannounced = (trx: Trx, bannerId: string): Promise<News | undefined> =>
  trx
    .selectFrom('banner')
    .select(['id', 'brand', 'category_id'])
    .where('id', '=', bannerId)
    .where('announced_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Returns the last account of the batch, or null after the last batch. Who has the entry already gets no second one. */
export async function insertNewsEntries(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id, brand, category_id }: News,
  { after, limit }: { after: string; limit: number },
): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with reader as (
      select a.id from account a
      where a.id > ${after}::bigint and a.kind = ${READER_OF_PLACE[category_id] ?? null} and a.state = 'ACTIVE'
        and (${brand}::text is null or a.brand = ${brand})
      order by a.id limit ${limit}),
    entry as (
      insert into bell_entry (account_id, kind, event, banner_id, delivery, created_at)
      select r.id, 'NEWS', 'content.news', ${id}, coalesce(p.delivery, ${defaultDelivery('NEWS')}), ${now}
      from reader r left join bell_preference p on p.account_id = r.id and p.kind = 'NEWS'
      where not exists (select from bell_entry e where e.banner_id = ${id} and e.account_id = r.id))
    select max(id) as last from reader`.execute(db)
  return rows[0]?.last ?? null
}

export async function updateAnnounced({ db, now }: Pick<Context, 'db' | 'now'>, bannerId: string): Promise<void> {
  await db.updateTable('banner').set({ announced_at: now }).where('id', '=', bannerId).execute()
}
