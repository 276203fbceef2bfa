import { CONTENT_TEXTS, checkBannerForm, checkDescriptionForm, checkFaqForm } from '@portico/core/content/forms'
import type { ContentKind } from '@portico/core/content/places'
import type * as shape from '@portico/core/content/shapes'
import type { FormErrors } from '@portico/core/forms/form-errors'
import { findBrand } from '#platform/brands/brands.ts'
import type { Context, InTransaction } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { MalformedField } from '#platform/http/errors.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import {
  deleteContent,
  findEntry,
  isDescriptionTaken,
  isStored,
  saveBanner,
  saveDescription,
  saveFaq,
} from '../store/editors.ts'
import { contentRemoved, contentSaved } from './events.ts'
import { cleanText, writtenHtml } from './sanitize.ts'

/** The page offers known brands only, so an unknown one is a malformed request. */
function refuseUnknownBrand(brand: string): void {
  if (brand !== '' && findBrand(brand).id !== brand) throw new MalformedField('brand')
}

export async function openContent({ db }: Context, asked: shape.EntryQuery): Promise<Outcome<shape.ContentEntry>> {
  const entry = await findEntry(db, asked.kind, asked.id)
  return entry ? { entity: entry } : refuse(404, CONTENT_TEXTS.gone)
}

/** Sanitizes and audits every edit. A version check prevents overwriting a colleague's change. */
export async function editBanner(context: Context, given: shape.BannerBody): Promise<Outcome<shape.Saved>> {
  const banner = { ...given, summary: cleanText(given.summary), body: writtenHtml(given.body) }
  return save(context, { ...given, kind: 'banner' }, checkBannerForm(banner), ({ db, now }) =>
    saveBanner(db, banner, now),
  )
}

export async function editFaq(context: Context, given: shape.FaqBody): Promise<Outcome<shape.Saved>> {
  const faq = { ...given, question: cleanText(given.question), answer: writtenHtml(given.answer) }
  return save(context, { ...given, kind: 'faq' }, checkFaqForm(faq), ({ db, now }) => saveFaq(db, faq, now))
}

/** A page has at most one text per brand, and at most one shared by all brands. */
export async function editDescription(context: Context, given: shape.DescriptionBody): Promise<Outcome<shape.Saved>> {
  const description = { ...given, body: writtenHtml(given.body) }
  if (await isDescriptionTaken(context.db, given)) return refuse(407, CONTENT_TEXTS.exists)
  return save(context, { ...given, kind: 'description' }, checkDescriptionForm(description), ({ db, now }) =>
    saveDescription(db, description, now),
  )
}

type Subject = { kind: ContentKind; id: string }

async function save(
  context: Context,
  subject: Subject & { brand: string },
  errors: FormErrors,
  write: (context: InTransaction) => Promise<shape.Saved | undefined>,
): Promise<Outcome<shape.Saved>> {
  refuseUnknownBrand(subject.brand)
  const [wrong] = Object.values(errors)
  if (wrong !== undefined) return refuse(400, wrong)
  return transact(context, async (inside) => {
    const saved = await write(inside)
    if (!saved) return refuse(407, await findStaleReason(inside, subject))
    const details = { kind: subject.kind, id: saved.id, version: saved.version }
    await announce(inside, contentSaved, { details })
    return { entity: saved }
  })
}

export async function removeContent(context: Context, given: shape.RemoveContentBody): Promise<Outcome<true>> {
  return transact(context, async (inside) => {
    if (!(await deleteContent(inside.db, given))) return refuse(407, await findStaleReason(inside, given))
    await announce(inside, contentRemoved, { details: given })
    return { entity: true as const }
  })
}

const findStaleReason = async ({ db }: InTransaction, { kind, id }: Subject): Promise<string> =>
  (await isStored(db, kind, id)) ? CONTENT_TEXTS.changed : CONTENT_TEXTS.gone
