import Type, { type Static } from 'typebox'
import { id, listOf, paging, strings, text } from '../shapes.ts'
import { BANNER_BODY_MAX, CONTENT_HTML_MAX, POSITION_MAX, SUMMARY_MAX } from './forms.ts'
import { AUDIENCES, CONTENT_KINDS } from './places.ts'

/** Portal content: the public calls and the editors' calls. HTML is always sanitized. */

/** A brand's id. Empty means all brands. */
const Brand = Type.String({ pattern: '^[a-z0-9-]{0,40}$' })
const Kind = Type.Enum([...CONTENT_KINDS])

export const CategoryQuery = Type.Object({ categoryId: text(60) })
/** `from` is the number of the category's questions already read. */
export const FaqQuery = Type.Object({
  categoryId: text(60),
  from: Type.Optional(Type.String({ pattern: '^[0-9]{1,5}$' })),
})
export type FaqQuery = Static<typeof FaqQuery>

/** `displayBody` shows the body without a click (behaviour 17.2). */
const Banner = Type.Object({ ...strings('id', 'summary', 'body'), displayBody: Type.Boolean() })
export type Banner = Static<typeof Banner>
export const Banners = Type.Array(Banner)
const Faq = Type.Object({
  ...strings('id', 'categoryId', 'question', 'answer'),
  /** Set on the last item of a truncated reply. The next call continues with `from`. */
  more: Type.Optional(Type.Literal(true)),
})
export type FaqEntity = Static<typeof Faq>
export const Faqs = Type.Array(Faq)
export const Description = Type.Object({ categoryId: Type.String(), body: Type.String() })

/** Fields an editor saves. `id` is empty for a new entry; `version` is the version that was opened. */
const edited = { id: Type.Union([id, Type.Literal('')]), version: Type.Integer(), brand: Brand, categoryId: text(60) }
const bannerFields = {
  ...edited,
  summary: text(SUMMARY_MAX),
  displayBody: Type.Boolean(),
  audience: Type.Enum([...AUDIENCES]),
  /** ISO times. An empty end means until further notice. */
  startsAt: text(40),
  endsAt: text(40),
}
const faqFields = {
  ...edited,
  question: text(SUMMARY_MAX),
  position: Type.Integer({ minimum: 0, maximum: POSITION_MAX }),
}
export const BannerBody = Type.Object({ ...bannerFields, body: text(BANNER_BODY_MAX) })
export type BannerBody = Static<typeof BannerBody>
export const FaqBody = Type.Object({ ...faqFields, answer: text(CONTENT_HTML_MAX) })
export type FaqBody = Static<typeof FaqBody>
export const DescriptionBody = Type.Object({ ...edited, body: text(CONTENT_HTML_MAX) })
export type DescriptionBody = Static<typeof DescriptionBody>

/** List rows leave out the long texts; opening an entry returns them. */
const BannerRow = Type.Object(bannerFields)
export type BannerRow = Static<typeof BannerRow>
const FaqRow = Type.Object(faqFields)
export type FaqRow = Static<typeof FaqRow>
const DescriptionRow = Type.Object(edited)
export type DescriptionRow = Static<typeof DescriptionRow>
export const ContentList = Type.Object({
  banners: listOf(BannerRow),
  /** `lastPosition` is the highest position of all questions, so that a new one goes last. */
  faqs: Type.Object({ ...listOf(FaqRow).properties, lastPosition: Type.Integer() }),
  descriptions: listOf(DescriptionRow),
})
export type ContentList = Static<typeof ContentList>
/** Searches summaries, questions and texts. Each list has its own page number. */
const { page } = paging
export const ContentListQuery = Type.Object({
  search: Type.Optional(text(100)),
  bannerPage: page,
  faqPage: page,
  descriptionPage: page,
})
export type ContentListQuery = Static<typeof ContentListQuery>

export const EntryQuery = Type.Object({ kind: Kind, id })
export type EntryQuery = Static<typeof EntryQuery>
/** The requested entry. Stored texts can be longer than the editors' current limits. */
const long = { body: Type.String() }
export const ContentEntry = Type.Object({
  banner: Type.Optional(Type.Object({ ...bannerFields, ...long })),
  faq: Type.Optional(Type.Object({ ...faqFields, answer: Type.String() })),
  description: Type.Optional(Type.Object({ ...edited, ...long })),
})
export type ContentEntry = Static<typeof ContentEntry>

export const RemoveContentBody = Type.Object({ kind: Kind, id, version: Type.Integer() })
export type RemoveContentBody = Static<typeof RemoveContentBody>
export const PreviewBody = Type.Object({ html: text(CONTENT_HTML_MAX) })
export const Preview = Type.Object({ html: Type.String() })
export const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })
export type Saved = Static<typeof Saved>
