import { staffOnly } from '../access/staff-roles.ts'
import { get, post } from '../call.ts'
import * as application from './application-shapes.ts'
import * as shape from './shapes.ts'

const administrators = staffOnly()
const changers = { ...administrators, notByDoor: true, stepUp: true } as const
/** A logo of 64 kB in Base64, and the rest of the form. */
const FORM_LIMIT = 200_000

/** Any signed-in user, also while all of the user's requests are pending. */
const anyUser = { pending: true } as const

export const applicationTiles = get(
  '/rest/sec/application/tiles',
  { ...anyUser, seeAs: true },
  { says: 'Returns the applications that the user can open from home.', entity: shape.ApplicationTiles },
)

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

export const listApplications = get('/rest/sec/internal/applications', administrators, {
  says: 'Lists the applications that users can sign in to.',
  entity: application.ApplicationList,
})

export const openApplication = get('/rest/sec/internal/application', administrators, {
  says: 'Returns one application with its sign-ins per day, failed sign-ins and failed logouts.',
  query: application.ApplicationQuery,
  entity: application.Application,
  statuses: [404],
})

export const addApplication = post('/rest/sec/internal/addApplication', changers, {
  says: 'Registers an application and returns its secret, once; or asks for four-eyes approval.',
  body: application.AddApplicationBody,
  entity: application.ApplicationSaved,
  statuses: [400, 407],
  bodyLimit: FORM_LIMIT,
})

export const changeApplication = post('/rest/sec/internal/changeApplication', changers, {
  says: 'Changes an application, or asks for four-eyes approval. A narrower entitlement ends its tokens.',
  body: application.ChangeApplicationBody,
  entity: application.ApplicationSaved,
  statuses: [400, 404, 407],
  bodyLimit: FORM_LIMIT,
})

export const rotateApplicationSecret = post('/rest/sec/internal/rotateApplicationSecret', changers, {
  says: 'Makes a new secret, or asks for four-eyes approval. The old secret stays valid for a day.',
  body: application.ApplicationQuery,
  entity: application.ApplicationSaved,
  statuses: [400, 404, 407],
})

export const disableApplication = post('/rest/sec/internal/disableApplication', changers, {
  says: 'Disables an application at once, ends its tokens and notifies it.',
  body: application.ApplicationQuery,
  entity: shape.Done,
  statuses: [404],
})

export const enableApplication = post('/rest/sec/internal/enableApplication', changers, {
  says: 'Enables a disabled application, or asks for four-eyes approval.',
  body: application.ApplicationQuery,
  entity: application.ApplicationSaved,
  statuses: [404, 407],
})
