import * as calls from '@portico/core/content/calls'
import type { FaqEntity } from '@portico/core/content/shapes'
import type { Mount } from '#platform/calls/mount.ts'
import type { Visit } from '#platform/context.ts'
import { editBanner, editDescription, editFaq, openContent, removeContent } from './domain/edit-content.ts'
import { lightEnough } from './domain/light-reply.ts'
import { cleanHtml, writtenHtml } from './domain/sanitize.ts'
import { findContent } from './store/editors.ts'
import { findBanners, findDescription, findFaqs } from './store/readers.ts'

/** Public content per brand, which plan staff edit. Read calls sanitize the HTML again. */
export function contentRoutes(mount: Mount): void {
  mount(calls.getBanners, async (context, { categoryId }) => {
    const banners = await findBanners(context, { categoryId, audiences: audiencesOf(context) })
    return { entity: lightEnough(banners, (banner) => ({ ...banner, body: cleanHtml(banner.body) })).kept }
  })
  mount(calls.getFAQs, async (context, { categoryId, from = '0' }) => {
    const { faqs, more } = await findFaqs(context, { categoryId, from: Number(from) })
    const { kept, cut } = lightEnough(faqs, (faq) => ({ ...faq, answer: cleanHtml(faq.answer) }))
    return { entity: cut || more ? markLast(kept) : kept }
  })
  mount(calls.getDesc, async (context, { categoryId }) => ({
    entity: { categoryId, body: cleanHtml(await findDescription(context, categoryId)) },
  }))

  mount(calls.listContent, async ({ db }, query) => ({ entity: await findContent(db, query) }))
  mount(calls.openContent, openContent)
  mount(calls.saveBanner, editBanner)
  mount(calls.saveFaq, editFaq)
  mount(calls.saveDescription, editDescription)
  mount(calls.removeContent, removeContent)
  // The preview runs the same sanitizer as saving.
  mount(calls.previewContent, (_context, { html }) => ({ entity: { html: writtenHtml(html) } }))
}

/** Marks the last entry to signal that more entries follow. */
const markLast = (faqs: FaqEntity[]): FaqEntity[] =>
  faqs.map((faq, index) => (index === faqs.length - 1 ? { ...faq, more: true } : faq))

/** Signed-in users see content for their audience and public content. */
function audiencesOf({ session }: Visit): ('PROVIDER' | 'MEMBER' | 'PUBLIC')[] {
  if (session?.kind === 'provider') return ['PUBLIC', 'PROVIDER']
  return session?.kind === 'member' ? ['PUBLIC', 'MEMBER'] : ['PUBLIC']
}
