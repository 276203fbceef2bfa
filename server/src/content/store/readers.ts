import type { Banner, FaqEntity } from '@portico/core/content/shapes'
import type { Context } from '#platform/context.ts'

/** Current banners of a page for this brand and these audiences. */
export async function findBanners(
  context: Context,
  reader: { categoryId: string; audiences: ('PROVIDER' | 'MEMBER' | 'PUBLIC')[] },
): Promise<Banner[]> {
  const { brand, now } = context
  const rows = await context.db
    .selectFrom('banner')
    .select(['id', 'summary', 'body', 'display_body'])
    .where('category_id', '=', reader.categoryId)
    .where('audience', 'in', reader.audiences)
    .where((eb) => eb.or([eb('brand', 'is', null), eb('brand', '=', brand.id)]))
    .where('starts_at', '<=', now)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => ({ id: row.id, summary: row.summary, body: row.body, displayBody: row.display_body }))
}

/** Upper bound per query; a reply contains fewer if the answers are long. */
const FAQS_AT_ONCE = 100

/** Questions of a category, starting at offset `from`. 'all' returns every category. */
export async function findFaqs(
  context: Context,
  reader: { categoryId: string; from: number },
): Promise<{ faqs: FaqEntity[]; more: boolean }> {
  const { brand } = context
  const all = context.db
    .selectFrom('faq')
    .select(['id', 'category_id', 'question', 'answer'])
    .where((eb) => eb.or([eb('brand', 'is', null), eb('brand', '=', brand.id)]))
    .orderBy('category_id')
    .orderBy('position')
    .orderBy('id')
    .offset(reader.from)
    .limit(FAQS_AT_ONCE + 1)
  const rows = await (reader.categoryId === 'all' ? all : all.where('category_id', '=', reader.categoryId)).execute()
  const faqs = rows
    .slice(0, FAQS_AT_ONCE)
    .map((row) => ({ id: row.id, categoryId: row.category_id, question: row.question, answer: row.answer }))
  return { faqs, more: rows.length > FAQS_AT_ONCE }
}

/** Prefers the brand's own description over the shared one. */
export async function findDescription(context: Context, categoryId: string): Promise<string> {
  const { brand } = context
  const row = await context.db
    .selectFrom('description')
    .select('body')
    .where('category_id', '=', categoryId)
    .where((eb) => eb.or([eb('brand', 'is', null), eb('brand', '=', brand.id)]))
    .orderBy('brand', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  return row?.body ?? ''
}
