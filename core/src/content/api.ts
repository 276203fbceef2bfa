import Type, { type Static } from 'typebox'

/** Content of the portal: what everybody reads and what plan staff write. HTML is the sanitised kind only. */

const text = (max: number) => Type.String({ maxLength: max })
const id = Type.String({ pattern: '^[0-9]{1,18}$' })
const Brand = Type.Enum(['', 'harborview', 'bayside'])
export const AUDIENCES = ['PROVIDER', 'MEMBER', 'PUBLIC'] as const
export const CONTENT_HTML_MAX = 20_000

export const CategoryQuerySchema = Type.Object({ categoryId: text(60) })

/** Spec section 3: id, summary, body and a flag to display the body. */
export const BannerSchema = Type.Object({
  id: Type.String(),
  summary: Type.String(),
  body: Type.String(),
  displayBody: Type.Boolean(),
})
export const BannersSchema = Type.Array(BannerSchema)
export const FaqSchema = Type.Object({
  id: Type.String(),
  categoryId: Type.String(),
  question: Type.String(),
  answer: Type.String(),
})
export type FaqEntity = Static<typeof FaqSchema>
export const FaqsSchema = Type.Array(FaqSchema)
export const DescriptionSchema = Type.Object({ categoryId: Type.String(), body: Type.String() })

/** What an editor saves: `id` empty for something new, `version` what the editor had opened. */
const edited = { id: Type.Union([id, Type.Literal('')]), version: Type.Integer(), brand: Brand, categoryId: text(60) }
export const BannerBodySchema = Type.Object({
  ...edited,
  summary: text(300),
  body: text(CONTENT_HTML_MAX),
  displayBody: Type.Boolean(),
  audience: Type.Enum([...AUDIENCES]),
  /** ISO times; an empty end means until further notice. */
  startsAt: text(40),
  endsAt: text(40),
})
export type BannerBody = Static<typeof BannerBodySchema>
export const FaqBodySchema = Type.Object({
  ...edited,
  question: text(300),
  answer: text(CONTENT_HTML_MAX),
  position: Type.Integer({ minimum: 0, maximum: 9999 }),
})
export type FaqBody = Static<typeof FaqBodySchema>
export const DescriptionBodySchema = Type.Object({ ...edited, body: text(CONTENT_HTML_MAX) })
export type DescriptionBody = Static<typeof DescriptionBodySchema>

export const ContentListSchema = Type.Object({
  banners: Type.Array(BannerBodySchema),
  faqs: Type.Array(FaqBodySchema),
  descriptions: Type.Array(DescriptionBodySchema),
})
export type ContentList = Static<typeof ContentListSchema>
export const RemoveContentBodySchema = Type.Object({ kind: Type.Enum(['banner', 'faq', 'description']), id })
export const PreviewBodySchema = Type.Object({ html: text(CONTENT_HTML_MAX) })
export const PreviewSchema = Type.Object({ html: Type.String() })
export const SavedSchema = Type.Object({ id: Type.String(), version: Type.Integer() })
export type Saved = Static<typeof SavedSchema>
export const DoneSchema = Type.Literal(true)
