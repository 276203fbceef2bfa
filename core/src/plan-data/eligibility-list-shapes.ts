import Type, { type Static } from 'typebox'
import { Eligibility } from './shapes.ts'

/** Shapes of eligibility for a list of members. The browser imports only the types. */

/** A value that is too long is a mistake of its row, not of the call. */
const cell = Type.Optional(Type.String({ maxLength: 500, pattern: '^[^\\u0000]*$' }))
const ListRow = Type.Object({ memberId: cell, firstName: cell, lastName: cell, birthDate: cell, onDate: cell })
export type ListRow = Static<typeof ListRow>

export const FindManyBody = Type.Object({
  rows: Type.Array(ListRow, { maxItems: 5000 }),
  /** Calls of one list have the same id, and say where their rows begin. Without it, the call is the whole list. */
  listId: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' })),
  firstIndex: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  /** Rows of the whole list. */
  total: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
})
export type FindManyBody = Static<typeof FindManyBody>

const ListAnswer = Type.Object({
  index: Type.Integer(),
  found: Type.Boolean(),
  /** Why a row has no result. */
  message: Type.Optional(Type.String()),
  ...Type.Partial(Eligibility).properties,
  /** The primary care provider is one of the caller's own. */
  pcpIsOwn: Type.Optional(Type.Boolean()),
})
export type ListAnswer = Static<typeof ListAnswer>
export const ListAnswers = Type.Object({ rows: Type.Array(ListAnswer) })
export type ListAnswers = Static<typeof ListAnswers>

/** The last list, with what was asked in each row. `total` is larger if the page was left before all were checked. */
export const LastList = Type.Object({
  rows: Type.Array(Type.Object({ ...ListAnswer.properties, asked: ListRow })),
  total: Type.Integer(),
})
export type LastList = Static<typeof LastList>
