import Type, { type Static } from 'typebox'
import { time } from '../access/parts.ts'
import { keyedId } from '../shapes.ts'
import { BELL_KINDS, CHOSEN_KINDS, DELIVERIES } from './kinds.ts'

const BellEntry = Type.Object({
  entryId: keyedId('bell'),
  kind: Type.Enum([...BELL_KINDS]),
  says: Type.String(),
  /** Path of the page that the entry leads to. */
  page: Type.String(),
  on: time,
  read: Type.Boolean(),
})
export type BellEntry = Static<typeof BellEntry>

/** `olderThan` is the last entry already shown. */
export const BellQuery = Type.Object({ olderThan: Type.Optional(keyedId('bell')) })
export type BellQuery = Static<typeof BellQuery>
export const BellPage = Type.Object({ entries: Type.Array(BellEntry), hasOlder: Type.Boolean() })
export type BellPage = Static<typeof BellPage>

/** ISO 8601, as the list returned it. */
const shown = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' })
/** `on` is the entry's time as shown: an entry that was renewed since stays unread. */
export const ReadEntryBody = Type.Object({ entryId: keyedId('bell'), on: shown })
export type ReadEntryBody = Static<typeof ReadEntryBody>
/** The time of the newest entry shown: entries that came since stay unread. */
export const ReadAllBody = Type.Object({ until: shown })
export type ReadAllBody = Static<typeof ReadAllBody>
/** The number of unread entries, up to a hundred. */
export const Unread = Type.Object({ unread: Type.Integer() })
export type Unread = Static<typeof Unread>

const Preference = Type.Object({ kind: Type.Enum([...CHOSEN_KINDS]), delivery: Type.Enum([...DELIVERIES]) })
export type Preference = Static<typeof Preference>
/** The kinds that this person can choose for. */
export const Preferences = Type.Array(Preference)
export const PreferencesBody = Type.Object({ preferences: Type.Array(Preference, { maxItems: CHOSEN_KINDS.length }) })
export type PreferencesBody = Static<typeof PreferencesBody>
