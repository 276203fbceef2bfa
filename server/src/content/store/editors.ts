import type { ContentKind } from '@portico/core/content/places'
import type {
  BannerBody,
  BannerRow,
  ContentEntry,
  ContentList,
  ContentListQuery,
  DescriptionBody,
  FaqBody,
  Saved,
} from '@portico/core/content/shapes'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#platform/context.ts'
import { containing, findPage } from '#platform/database/paged-list.ts'
import type { Database } from '#platform/database/schema.ts'

const brandOrNone = (brand: string) => brand || null

type Row = { id: string; version: number; brand: string | null; category_id: string }
const commonOf = (row: Row) => ({
  id: row.id,
  version: row.version,
  brand: row.brand ?? '',
  categoryId: row.category_id,
})
const bannerOf = (row: Omit<Selectable<Database['banner']>, 'body'>): BannerRow => ({
  ...commonOf(row),
  summary: row.summary,
  displayBody: row.display_body,
  audience: row.audience,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? '',
})

const COMMON = sql`id, version, brand, category_id`

type FaqRecord = Row & { question: string; position: number }
type BannerRecord = Row & Omit<Selectable<Database['banner']>, 'body'>

type Listed = {
  table: RawBuilder<unknown>
  /** Searched text. It includes the long texts, which the lists omit. */
  text: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  order: RawBuilder<unknown>
}
const BANNERS: Listed = {
  table: sql`banner`,
  text: sql`summary || ' ' || body`,
  columns: sql`${COMMON}, summary, display_body, audience, starts_at, ends_at`,
  order: sql`id desc`,
}
const FAQS: Listed = {
  table: sql`faq`,
  text: sql`question || ' ' || answer`,
  columns: sql`${COMMON}, question, position`,
  order: sql`category_id, position, id`,
}
const DESCRIPTIONS: Listed = {
  table: sql`description`,
  text: sql`category_id || ' ' || body`,
  columns: COMMON,
  order: sql`category_id, id`,
}

/** Returns one page of each list. */
export async function findContent(db: Db, query: ContentListQuery): Promise<ContentList> {
  const [banners, faqs, descriptions] = [
    await findListed<BannerRecord>(db, BANNERS, query.search, query.bannerPage),
    await findListed<FaqRecord>(db, FAQS, query.search, query.faqPage),
    await findListed<Row>(db, DESCRIPTIONS, query.search, query.descriptionPage),
  ]
  return {
    banners: { ...banners, rows: banners.rows.map(bannerOf) },
    faqs: {
      ...faqs,
      rows: faqs.rows.map((row) => ({ ...commonOf(row), question: row.question, position: row.position })),
      lastPosition: await findLastPosition(db),
    },
    descriptions: { ...descriptions, rows: descriptions.rows.map(commonOf) },
  }
}

function findListed<Record>(db: Db, list: Listed, search: string | undefined, page: number | undefined) {
  const matching = sql`from ${list.table} where ${holding(search, list.text)}`
  return findPage<Record>(
    db,
    { page },
    { matching, page: (limits) => sql`select ${list.columns} ${matching} order by ${list.order} ${limits}` },
  )
}

/** Matches texts that contain every word. */
function holding(search: string | undefined, text: RawBuilder<unknown>): RawBuilder<unknown> {
  const words = (search ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 6)
  return sql.join([sql`true`, ...words.map((word) => sql`lower(${text}) like ${containing(word)}`)], sql` and `)
}

async function findLastPosition(db: Db): Promise<number> {
  const row = await db
    .selectFrom('faq')
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirst()
  return row?.last ?? 0
}

/** Returns the stored HTML unsanitized: show it in a text field only, never as markup. */
export async function findEntry(db: Db, kind: ContentKind, id: string): Promise<ContentEntry | undefined> {
  if (kind === 'banner') {
    const row = await db.selectFrom('banner').selectAll().where('id', '=', id).executeTakeFirst()
    return row && { banner: { ...bannerOf(row), body: row.body } }
  }
  if (kind === 'faq') {
    const row = await db.selectFrom('faq').selectAll().where('id', '=', id).executeTakeFirst()
    return row && { faq: { ...commonOf(row), question: row.question, answer: row.answer, position: row.position } }
  }
  const row = await db.selectFrom('description').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { description: { ...commonOf(row), body: row.body } }
}

export async function saveBanner(trx: Trx, banner: BannerBody, now: Date): Promise<Saved | undefined> {
  return saveVersion(trx, 'banner', banner, {
    category_id: banner.categoryId,
    summary: banner.summary,
    body: banner.body,
    display_body: banner.displayBody,
    brand: brandOrNone(banner.brand),
    audience: banner.audience,
    starts_at: new Date(banner.startsAt),
    ends_at: banner.endsAt ? new Date(banner.endsAt) : null,
    updated_at: now,
  })
}

export async function saveFaq(trx: Trx, faq: FaqBody, now: Date): Promise<Saved | undefined> {
  const { categoryId: category_id, question, answer, position } = faq
  const brand = brandOrNone(faq.brand)
  return saveVersion(trx, 'faq', faq, { category_id, question, answer, brand, position, updated_at: now })
}

export async function saveDescription(trx: Trx, given: DescriptionBody, now: Date): Promise<Saved | undefined> {
  const { categoryId: category_id, body } = given
  const brand = brandOrNone(given.brand)
  return saveVersion(trx, 'description', given, { category_id, body, brand, updated_at: now })
}

/** Inserts an entry or updates the given version. Returns undefined on a conflict. */
async function saveVersion<Kind extends ContentKind>(
  trx: Trx,
  kind: Kind,
  { id, version }: { id: string; version: number },
  values: Insertable<Database[Kind]>,
): Promise<Saved | undefined> {
  const table = sql.table(kind)
  const names = Object.keys(values).map((name) => sql.ref(name))
  const row = sql`(${sql.join(names)}) `
  const given = sql`(${sql.join(Object.values(values))})`
  const write =
    id === ''
      ? sql<Saved>`insert into ${table} ${row} values ${given} on conflict do nothing returning id, version`
      : sql<Saved>`update ${table} set ${row} = ${given}, version = ${version + 1}
          where id = ${id} and version = ${version} returning id, version`
  return (await write.execute(trx)).rows[0]
}

/** Returns true if another entry already has this page and brand. */
export async function isDescriptionTaken(db: Db, given: DescriptionBody): Promise<boolean> {
  const other = await db
    .selectFrom('description')
    .select('id')
    .where('category_id', '=', given.categoryId)
    .where('brand', 'is not distinct from', brandOrNone(given.brand))
    .$if(given.id !== '', (query) => query.where('id', '!=', given.id))
    .executeTakeFirst()
  return other !== undefined
}

export async function deleteContent(
  trx: Trx,
  { kind, id, version }: { kind: ContentKind; id: string; version: number },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom(kind)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function isStored(trx: Trx, kind: ContentKind, id: string): Promise<boolean> {
  if (id === '') return true
  return (await trx.selectFrom(kind).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
