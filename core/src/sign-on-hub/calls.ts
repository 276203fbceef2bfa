import { get, post } from '../call.ts'
import * as shape from './shapes.ts'

/** Any signed-in user, also while all of the user's requests are pending. */
const anyUser = { pending: true } as const

export const applicationTiles = get('/rest/sec/application/tiles', anyUser, {
  says: 'Returns the applications that the user can open from home.',
  entity: shape.ApplicationTiles,
})

export const connectedApplications = get('/rest/sec/application/connected', anyUser, {
  says: 'Returns the applications that the user is signed in to or allowed to see data.',
  entity: shape.ConnectedApplications,
})

export const signOutOfApplication = post('/rest/sec/application/signOut', anyUser, {
  says: 'Ends the user’s tokens of an application and notifies it.',
  body: shape.ClientIdBody,
  entity: shape.Done,
  statuses: [404],
})

export const withdrawConsent = post('/rest/sec/application/withdraw', anyUser, {
  says: 'Withdraws the user’s consent for an application, ends its tokens and notifies it.',
  body: shape.ClientIdBody,
  entity: shape.Done,
  statuses: [404],
})
