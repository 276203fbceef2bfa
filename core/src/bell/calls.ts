import { get, post } from '../call.ts'
import { Done } from '../shapes.ts'
import * as shape from './shapes.ts'

/** Any signed-in user, also while all of the user's requests are pending. */
const anyUser = { pending: true } as const

export const bellEntries = get(
  '/rest/sec/bell/entries',
  { ...anyUser, seeAs: true },
  {
    says: 'Returns the newest 20 entries of the user’s bell, or the 20 before one of them.',
    query: shape.BellQuery,
    entity: shape.BellPage,
  },
)

export const readBellEntry = post('/rest/sec/bell/read', anyUser, {
  says: 'Marks one entry as read on all devices, unless it was renewed since, and returns how many are unread.',
  body: shape.ReadEntryBody,
  entity: shape.Unread,
})

export const readAllBellEntries = post('/rest/sec/bell/readAll', anyUser, {
  says: 'Marks the entries up to a time as read on all devices.',
  body: shape.ReadAllBody,
  entity: shape.Unread,
})

export const bellPreferences = get('/rest/sec/profile/bellPreferences', anyUser, {
  says: 'Returns, for each kind of entry, whether the user gets a mail at once, the daily digest, or only the entry.',
  entity: shape.Preferences,
})

export const saveBellPreferences = post('/rest/sec/profile/saveBellPreferences', anyUser, {
  says: 'Saves how the user hears of each kind of entry. Security notices are always mailed at once.',
  body: shape.PreferencesBody,
  entity: Done,
  statuses: [400],
})
