import type { BannerBody, ContentList, DescriptionBody, FaqBody, Saved } from '@portico/core/content/api'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'

type Db = Kysely<Database>
type Trx = Transaction<Database>

const brandOrNone = (brand: string) => brand || null
const brandOf = (brand: string | null) => (brand ?? '') as '' | 'harborview' | 'bayside'

export async function findContent(db: Db): Promise<ContentList> {
  const [banners, faqs, descriptions] = await Promise.all([
    db.selectFrom('banner').selectAll().orderBy('id', 'desc').limit(200).execute(),
    db.selectFrom('faq').selectAll().orderBy('category_id').orderBy('position').orderBy('id').limit(500).execute(),
    db.selectFrom('description').selectAll().orderBy('category_id').orderBy('id').limit(200).execute(),
  ])
  const common = (row: { id: string; version: number; brand: string | null; category_id: string }) => ({
    id: row.id,
    version: row.version,
    brand: brandOf(row.brand),
    categoryId: row.category_id,
  })
  return {
    banners: banners.map((row) => ({
      ...common(row),
      summary: row.summary,
      body: row.body,
      displayBody: row.display_body,
      audience: row.audience,
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at?.toISOString() ?? '',
    })),
    faqs: faqs.map((row) => ({ ...common(row), question: row.question, answer: row.answer, position: row.position })),
    descriptions: descriptions.map((row) => ({ ...common(row), body: row.body })),
  }
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

/** A new description for a category that has one already is refused like a stale one. */
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

export async function deleteContent(trx: Trx, kind: 'banner' | 'faq' | 'description', id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom(kind).where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}
