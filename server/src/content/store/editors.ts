import type {
  BannerBody,
  BannerRow,
  ContentEntry,
  ContentList,
  DescriptionBody,
  FaqBody,
  Saved,
} from '@portico/core/content/api'
import type { ContentKind } from '@portico/core/content/places'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'

type Db = Kysely<Database>
type Trx = Transaction<Database>

const brandOrNone = (brand: string) => brand || null
const brandOf = (brand: string | null) => (brand ?? '') as '' | 'harborview' | 'bayside'

type Row = { id: string; version: number; brand: string | null; category_id: string }
const commonOf = (row: Row) => ({
  id: row.id,
  version: row.version,
  brand: brandOf(row.brand),
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

const COMMON = ['id', 'version', 'brand', 'category_id', 'updated_at'] as const
const BANNER = [...COMMON, 'summary', 'display_body', 'audience', 'starts_at', 'ends_at'] as const
const FAQ = [...COMMON, 'question', 'position'] as const

/** What the lists show, without the long texts. */
export async function findContent(db: Db): Promise<ContentList> {
  const [banners, faqs, descriptions] = await Promise.all([
    db.selectFrom('banner').select(BANNER).orderBy('id', 'desc').limit(100).execute(),
    db.selectFrom('faq').select(FAQ).orderBy('category_id').orderBy('position').orderBy('id').limit(200).execute(),
    db.selectFrom('description').select(COMMON).orderBy('category_id').orderBy('id').limit(50).execute(),
  ])
  return {
    banners: banners.map(bannerOf),
    faqs: faqs.map((row) => ({ ...commonOf(row), question: row.question, position: row.position })),
    descriptions: descriptions.map(commonOf),
  }
}

/** One entry with its text, as it is stored: it goes into a text field, never into a page. */
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
  const values = {
    category_id: banner.categoryId,
    summary: banner.summary,
    body: banner.body,
    display_body: banner.displayBody,
    brand: brandOrNone(banner.brand),
    audience: banner.audience,
    starts_at: new Date(banner.startsAt),
    ends_at: banner.endsAt ? new Date(banner.endsAt) : null,
    updated_at: now,
  }
  if (banner.id === '')
    return trx.insertInto('banner').values(values).returning(['id', 'version']).executeTakeFirstOrThrow()
  return trx
    .updateTable('banner')
    .set({ ...values, version: banner.version + 1 })
    .where('id', '=', banner.id)
    .where('version', '=', banner.version)
    .returning(['id', 'version'])
    .executeTakeFirst()
}

export async function saveFaq(trx: Trx, faq: FaqBody, now: Date): Promise<Saved | undefined> {
  const values = {
    category_id: faq.categoryId,
    question: faq.question,
    answer: faq.answer,
    brand: brandOrNone(faq.brand),
    position: faq.position,
    updated_at: now,
  }
  if (faq.id === '') return trx.insertInto('faq').values(values).returning(['id', 'version']).executeTakeFirstOrThrow()
  return trx
    .updateTable('faq')
    .set({ ...values, version: faq.version + 1 })
    .where('id', '=', faq.id)
    .where('version', '=', faq.version)
    .returning(['id', 'version'])
    .executeTakeFirst()
}

/** Another entry is the text of this page and brand already. */
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

export async function saveDescription(trx: Trx, given: DescriptionBody, now: Date): Promise<Saved | undefined> {
  const values = { category_id: given.categoryId, body: given.body, brand: brandOrNone(given.brand), updated_at: now }
  if (given.id === '')
    return trx
      .insertInto('description')
      .values(values)
      .onConflict((conflict) => conflict.columns(['category_id', 'brand']).doNothing())
      .returning(['id', 'version'])
      .executeTakeFirst()
  return trx
    .updateTable('description')
    .set({ ...values, version: given.version + 1 })
    .where('id', '=', given.id)
    .where('version', '=', given.version)
    .returning(['id', 'version'])
    .executeTakeFirst()
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
