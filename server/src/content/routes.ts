import { LOOKUP_CALLS } from '@portico/core/constants'
import { CONTENT_CALLS } from '@portico/core/content/calls'
import * as api from '@portico/core/content/shapes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brandOf } from '../platform/brand-host.ts'
import { callPath } from '../platform/call-path.ts'
import type { Deps } from '../platform/deps.ts'
import { answer, envelopeOf } from '../platform/outcome.ts'
import { sessionOf } from '../platform/session.ts'
import { type Editor, editBanner, editDescription, editFaq, openContent, removeContent } from './domain/edit-content.ts'
import { lightEnough } from './domain/light-reply.ts'
import { cleanHtml, writtenHtml } from './domain/sanitize.ts'
import { findContent } from './store/editors.ts'
import { findBanners, findDescription, findFaqs } from './store/readers.ts'

const everybody = { access: 'public' as const }
const staff = { access: { kinds: ['internal' as const] } }
type Category = { Querystring: { categoryId: string } }

const editorOf = (request: FastifyRequest): Editor => ({ accountId: sessionOf(request).accountId, address: request.ip })

export function contentRoutes(calls: FastifyInstance, deps: Deps): void {
  registerReaders(calls, deps)
  registerEditors(calls, deps)
}

/** The calls of spec section 7 under wcm: open to everybody, by brand, HTML cleaned once more on the way out. */
function registerReaders(calls: FastifyInstance, deps: Deps): void {
  const querystring = api.CategoryQuerySchema
  const readerOf = (request: FastifyRequest<Category | { Querystring: api.FaqQuery }>) => ({
    categoryId: request.query.categoryId,
    brand: brandOf(request, deps.settings).id,
  })
  calls.get<Category>(
    callPath(LOOKUP_CALLS.getBanners),
    { config: everybody, schema: { querystring, response: { 200: envelopeOf(api.BannersSchema) } } },
    async (request) => {
      const reader = { ...readerOf(request), now: deps.clock.now(), audiences: audiencesOf(request) }
      const banners = await findBanners(deps.db, reader)
      const { kept } = lightEnough(banners, (banner) => ({ ...banner, body: cleanHtml(banner.body) }))
      return { status: 200, entity: kept }
    },
  )
  calls.get<{ Querystring: api.FaqQuery }>(
    callPath(LOOKUP_CALLS.getFAQs),
    { config: everybody, schema: { querystring: api.FaqQuerySchema, response: { 200: envelopeOf(api.FaqsSchema) } } },
    async (request) => {
      const from = Number(request.query.from ?? 0)
      const { faqs, more } = await findFaqs(deps.db, { ...readerOf(request), from })
      const { kept, cut } = lightEnough(faqs, (faq) => ({ ...faq, answer: cleanHtml(faq.answer) }))
      return { status: 200, entity: cut || more ? markLast(kept) : kept }
    },
  )
  calls.get<Category>(
    callPath(LOOKUP_CALLS.getDesc),
    { config: everybody, schema: { querystring, response: { 200: envelopeOf(api.DescriptionSchema) } } },
    async (request) => {
      const body = cleanHtml(await findDescription(deps.db, readerOf(request)))
      return { status: 200, entity: { categoryId: request.query.categoryId, body } }
    },
  )
}

/** The last of several tells that there are more. */
const markLast = (faqs: api.FaqEntity[]): api.FaqEntity[] =>
  faqs.map((faq, index) => (index === faqs.length - 1 ? { ...faq, more: true } : faq))

/** Who is signed in sees what is meant for them beside what is meant for all. */
function audiencesOf(request: FastifyRequest): ('PROVIDER' | 'MEMBER' | 'PUBLIC')[] {
  if (request.session?.kind === 'provider') return ['PUBLIC', 'PROVIDER']
  if (request.session?.kind === 'member') return ['PUBLIC', 'MEMBER']
  return ['PUBLIC']
}

function registerEditors(calls: FastifyInstance, deps: Deps): void {
  const saved = { 200: envelopeOf(api.SavedSchema) }
  calls.get<{ Querystring: api.ContentListQuery }>(
    callPath(CONTENT_CALLS.list),
    {
      config: staff,
      schema: { querystring: api.ContentListQuerySchema, response: { 200: envelopeOf(api.ContentListSchema) } },
    },
    async (request) => ({ status: 200, entity: await findContent(deps.db, request.query) }),
  )
  calls.get<{ Querystring: api.EntryQuery }>(
    callPath(CONTENT_CALLS.entry),
    {
      config: staff,
      schema: { querystring: api.EntryQuerySchema, response: { 200: envelopeOf(api.ContentEntrySchema) } },
    },
    async (request, reply) => answer(reply, await openContent(deps, request.query)),
  )
  calls.post<{ Body: api.BannerBody }>(
    callPath(CONTENT_CALLS.saveBanner),
    { config: staff, schema: { body: api.BannerBodySchema, response: saved } },
    async (request, reply) => answer(reply, await editBanner(deps, editorOf(request), request.body)),
  )
  calls.post<{ Body: api.FaqBody }>(
    callPath(CONTENT_CALLS.saveFaq),
    { config: staff, schema: { body: api.FaqBodySchema, response: saved } },
    async (request, reply) => answer(reply, await editFaq(deps, editorOf(request), request.body)),
  )
  calls.post<{ Body: api.DescriptionBody }>(
    callPath(CONTENT_CALLS.saveDescription),
    { config: staff, schema: { body: api.DescriptionBodySchema, response: saved } },
    async (request, reply) => answer(reply, await editDescription(deps, editorOf(request), request.body)),
  )
  calls.post<{ Body: api.RemoveContentBody }>(
    callPath(CONTENT_CALLS.remove),
    { config: staff, schema: { body: api.RemoveContentBodySchema, response: { 200: envelopeOf(api.DoneSchema) } } },
    async (request, reply) => answer(reply, await removeContent(deps, editorOf(request), request.body)),
  )
  // What the sanitiser leaves is what the preview shows, and what will be stored.
  calls.post<{ Body: { html: string } }>(
    callPath(CONTENT_CALLS.preview),
    { config: staff, schema: { body: api.PreviewBodySchema, response: { 200: envelopeOf(api.PreviewSchema) } } },
    async (request) => ({ status: 200, entity: { html: writtenHtml(request.body.html) } }),
  )
}
