import Type, { type Static } from 'typebox'
import { time } from '../../access/parts.ts'
import { DUE_KINDS } from './due.ts'

const DueDate = Type.Object({
  kind: Type.Enum([...DUE_KINDS]),
  /** Day in the plan's time zone, 'YYYY-MM-DD'. For overdue entries, the earliest of their days. */
  day: Type.String(),
  overdue: Type.Boolean(),
  count: Type.Integer(),
})
export type DueDate = Static<typeof DueDate>

export const DueDates = Type.Object({
  /** The current day of the plan. */
  today: Type.String(),
  due: Type.Array(DueDate),
  /** When the address of the feed was made, and when it was last read. Empty if there is none. */
  feed: Type.Object({ madeOn: time, readOn: time }),
})
export type DueDates = Static<typeof DueDates>

/** The address holds the secret, so it is shown only here. */
export const FeedMade = Type.Object({ address: Type.String() })
export type FeedMade = Static<typeof FeedMade>
