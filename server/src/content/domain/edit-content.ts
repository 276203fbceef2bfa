import { CONTENT_TEXTS, checkBannerForm, checkDescriptionForm, checkFaqForm } from '@portico/core/content/forms'
import type { ContentKind } from '@portico/core/content/places'
import type {
  BannerBody,
  ContentEntry,
  DescriptionBody,
  EntryQuery,
  FaqBody,
  RemoveContentBody,
  Saved,
} from '@portico/core/content/shapes'
import type { FormErrors } from '@portico/core/forms/form-errors'
import type { AuditAct } from '@portico/core/internal/audit-acts'
import type { Transaction } from 'kysely'
import { recordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import type { Database } from '../../platform/schema.ts'
import { transact } from '../../platform/transaction.ts'
import {
  deleteContent,
  findEntry,
  isDescriptionTaken,
  isStored,
  saveBanner,
  saveDescription,
  saveFaq,
} from '../store/editors.ts'
import { cleanText, writtenHtml } from './sanitize.ts'

export type Editor = { accountId: string; address: string }
type Trx = Transaction<Database>

export async function openContent(deps: Deps, asked: EntryQuery): Promise<Outcome<ContentEntry>> {
  const entry = await findEntry(deps.db, asked.kind, asked.id)
  return entry ? { entity: entry } : refuse(404, CONTENT_TEXTS.gone)
}

/** Plan staff write; what they write is sanitised, on record, and never overwrites what a colleague wrote meanwhile. */
export async function editBanner(deps: Deps, editor: Editor, given: BannerBody): Promise<Outcome<Saved>> {
  const banner = { ...given, summary: cleanText(given.summary), body: writtenHtml(given.body) }
  return save(deps, editor, { kind: 'banner', id: given.id }, checkBannerForm(banner), (trx, now) =>
    saveBanner(trx, banner, now),
  )
}

export async function editFaq(deps: Deps, editor: Editor, given: FaqBody): Promise<Outcome<Saved>> {
  const faq = { ...given, question: cleanText(given.question), answer: writtenHtml(given.answer) }
  return save(deps, editor, { kind: 'faq', id: given.id }, checkFaqForm(faq), (trx, now) => saveFaq(trx, faq, now))
}

/** A page has one text for each brand, or one for both. */
export async function editDescription(deps: Deps, editor: Editor, given: DescriptionBody): Promise<Outcome<Saved>> {
  const description = { ...given, body: writtenHtml(given.body) }
  if (await isDescriptionTaken(deps.db, given)) return refuse(407, CONTENT_TEXTS.exists)
  return save(
    deps,
    editor,
    { kind: 'description', id: given.id },
    checkDescriptionForm(description),
    async (trx, now) => saveDescription(trx, description, now),
  )
}

type Subject = { kind: ContentKind; id: string }

async function save(
  deps: Deps,
  editor: Editor,
  subject: Subject,
  errors: FormErrors,
  write: (trx: Trx, now: Date) => Promise<Saved | undefined>,
): Promise<Outcome<Saved>> {
  const [wrong] = Object.values(errors)
  if (wrong !== undefined) return refuse(400, wrong)
  const now = deps.clock.now()
  return transact(deps.db, async (trx) => {
    const saved = await write(trx, now)
    if (!saved) return refuse(407, await whyStale(trx, subject))
    await record(trx, editor, 'content.saved', { kind: subject.kind, id: saved.id, version: saved.version }, now)
    return { entity: saved }
  })
}

export async function removeContent(deps: Deps, editor: Editor, given: RemoveContentBody): Promise<Outcome<true>> {
  const now = deps.clock.now()
  return transact(deps.db, async (trx) => {
    if (!(await deleteContent(trx, given))) return refuse(407, await whyStale(trx, given))
    await record(trx, editor, 'content.removed', given, now)
    return { entity: true as const }
  })
}

const whyStale = async (trx: Trx, { kind, id }: Subject): Promise<string> =>
  (await isStored(trx, kind, id)) ? CONTENT_TEXTS.changed : CONTENT_TEXTS.gone

async function record(trx: Trx, editor: Editor, action: AuditAct, details: Record<string, unknown>, now: Date) {
  await recordAudit(trx, {
    at: now,
    actorKind: 'internal',
    actorAccountId: editor.accountId,
    action,
    address: editor.address,
    details,
  })
}
