import Type, { type Static } from 'typebox'
import { id, listOf, paging, strings, text } from '../shapes.ts'
import { BANNER_BODY_MAX, CONTENT_HTML_MAX, POSITION_MAX, SUMMARY_MAX } from './forms.ts'
import { AUDIENCES, CONTENT_KINDS } from './places.ts'

/** Content of the portal: what everybody reads and what plan staff write. HTML is the sanitised kind only. */

/** A brand's id; empty for all of them. */
const Brand = Type.String({ pattern: '^[a-z0-9-]{0,40}$' })
const Kind = Type.Enum([...CONTENT_KINDS])

export const CategoryQuery = Type.Object({ categoryId: text(60) })
/** `from` is how many questions of the category were read already. */
export const FaqQuery = Type.Object({
  categoryId: text(60),
  from: Type.Optional(Type.String({ pattern: '^[0-9]{1,5}$' })),
})
export type FaqQuery = Static<typeof FaqQuery>

/** With a flag to display the body (behaviour 17.2). */
const Banner = Type.Object({ ...strings('id', 'summary', 'body'), displayBody: Type.Boolean() })
export type Banner = Static<typeof Banner>
export const Banners = Type.Array(Banner)
const Faq = Type.Object({
  ...strings('id', 'categoryId', 'question', 'answer'),
  /** On the last of a reply that was cut, for it must stay light: the rest comes with `from`. */
  more: Type.Optional(Type.Literal(true)),
})
export type FaqEntity = Static<typeof Faq>
export const Faqs = Type.Array(Faq)
export const Description = Type.Object({ categoryId: Type.String(), body: Type.String() })

/** What an editor saves: `id` empty for something new, `version` what the editor had opened. */
const edited = { id: Type.Union([id, Type.Literal('')]), version: Type.Integer(), brand: Brand, categoryId: text(60) }
const bannerFields = {
  ...edited,
  summary: text(SUMMARY_MAX),
  displayBody: Type.Boolean(),
  audience: Type.Enum([...AUDIENCES]),
  /** ISO times; an empty end means until further notice. */
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

/** The lists go without the long texts: these come with the one entry that is opened. */
const BannerRow = Type.Object(bannerFields)
export type BannerRow = Static<typeof BannerRow>
const FaqRow = Type.Object(faqFields)
export type FaqRow = Static<typeof FaqRow>
const DescriptionRow = Type.Object(edited)
export type DescriptionRow = Static<typeof DescriptionRow>
export const ContentList = Type.Object({
  banners: listOf(BannerRow),
  /** `lastPosition`: where the last question of all stands, so that a new one can go behind it. */
  faqs: Type.Object({ ...listOf(FaqRow).properties, lastPosition: Type.Integer() }),
  descriptions: listOf(DescriptionRow),
})
export type ContentList = Static<typeof ContentList>
/** Words of summary, question or text, and the page of each list. */
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
/** The one that was asked for. Stored texts may be longer than an editor takes now. */
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
