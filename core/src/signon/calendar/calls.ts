import { get, post } from '../../call.ts'
import { Done } from '../../shapes.ts'
import * as shape from './shapes.ts'

const provider = { kinds: ['provider'] } as const

export const dueDates = get('/rest/sec/calendar/dueDates', provider, {
  says: 'Lists what expires within 30 days in the scopes of which the caller is the SAA, by date, and their calendar feed.',
  entity: shape.DueDates,
  statuses: [404],
})

export const makeFeed = post(
  '/rest/sec/calendar/makeFeed',
  { ...provider, stepUp: true },
  {
    says: 'Makes the private address of the caller’s calendar feed and returns it once. It replaces the former address.',
    entity: shape.FeedMade,
    statuses: [404],
  },
)

export const withdrawFeed = post('/rest/sec/calendar/withdrawFeed', provider, {
  says: 'Withdraws the address of the caller’s calendar feed.',
  entity: Done,
})
