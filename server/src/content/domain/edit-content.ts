import type { BannerBody, DescriptionBody, FaqBody, Saved } from '@portico/core/content/api'
import type { Transaction } from 'kysely'
import { recordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import type { Database } from '../../platform/schema.ts'
import { transact } from '../../platform/transaction.ts'
import { deleteContent, saveBanner, saveDescription, saveFaq } from '../store/editors.ts'
import { cleanHtml, cleanText } from './sanitize.ts'

export const CONTENT_TEXTS = {
  changed: 'Somebody else has changed this meanwhile. Please open it again; nothing of yours was saved.',
  gone: 'This has been removed meanwhile.',
  summary: 'Please write a summary.',
  question: 'Please write a question and an answer.',
  category: 'Please choose where it stands.',
  times: 'Please give a start, and an end that comes after it or none.',
} as const

export type Editor = { accountId: string; address: string }
type Trx = Transaction<Database>

/** Plan staff write; what they write is sanitised, on record, and never overwrites what a colleague wrote meanwhile. */
export async function editBanner(deps: Deps, editor: Editor, given: BannerBody): Promise<Outcome<Saved>> {
  const banner = { ...given, summary: cleanText(given.summary), body: cleanHtml(given.body) }
  if (banner.summary === '') return refuse(400, CONTENT_TEXTS.summary)
  if (banner.categoryId.trim() === '') return refuse(400, CONTENT_TEXTS.category)
  const starts = Date.parse(banner.startsAt)
  const ends = banner.endsAt ? Date.parse(banner.endsAt) : Number.POSITIVE_INFINITY
  if (!(starts < ends)) return refuse(400, CONTENT_TEXTS.times)
  return save(deps, editor, 'banner', (trx, now) => saveBanner(trx, banner, now))
}

export async function editFaq(deps: Deps, editor: Editor, given: FaqBody): Promise<Outcome<Saved>> {
  const faq = { ...given, question: cleanText(given.question), answer: cleanHtml(given.answer) }
  if (faq.question === '' || faq.answer.trim() === '') return refuse(400, CONTENT_TEXTS.question)
  if (faq.categoryId.trim() === '') return refuse(400, CONTENT_TEXTS.category)
  return save(deps, editor, 'faq', (trx, now) => saveFaq(trx, faq, now))
}

export async function editDescription(deps: Deps, editor: Editor, given: DescriptionBody): Promise<Outcome<Saved>> {
  if (given.categoryId.trim() === '') return refuse(400, CONTENT_TEXTS.category)
  return save(deps, editor, 'description', (trx, now) =>
    saveDescription(trx, { ...given, body: cleanHtml(given.body) }, now),
  )
}

async function save(
  deps: Deps,
  editor: Editor,
  kind: string,
  write: (trx: Trx, now: Date) => Promise<Saved | undefined>,
): Promise<Outcome<Saved>> {
  const now = deps.clock.now()
  return transact(deps.db, async (trx) => {
    const saved = await write(trx, now)
    if (!saved) return refuse(407, CONTENT_TEXTS.changed)
    await record(trx, editor, 'content.saved', { kind, id: saved.id, version: saved.version }, now)
    return { entity: saved }
  })
}

export async function removeContent(
  deps: Deps,
  editor: Editor,
  given: { kind: 'banner' | 'faq' | 'description'; id: string },
): Promise<Outcome<true>> {
  const now = deps.clock.now()
  return transact(deps.db, async (trx) => {
    if (!(await deleteContent(trx, given.kind, given.id))) return refuse(407, CONTENT_TEXTS.gone)
    await record(trx, editor, 'content.removed', given, now)
    return { entity: true as const }
  })
}

async function record(trx: Trx, editor: Editor, action: string, details: Record<string, unknown>, now: Date) {
  await recordAudit(trx, {
    at: now,
    actorKind: 'internal',
    actorAccountId: editor.accountId,
    action,
    address: editor.address,
    details,
  })
}
