import { get, post } from '../call.ts'
import { Done } from '../shapes.ts'
import * as shape from './shapes.ts'

/** User administration: providers by what they hold, plan staff by what they are. */
const administrators = { kinds: ['provider', 'internal'] } as const
const staff = { kinds: ['internal'] } as const
/** Also an account whose requests all still wait. */
const anyProvider = { kinds: ['provider'], pending: true } as const

// Looking

export const listScopes = get('/rest/sec/access/scopes', {
  says: 'What the caller administers.',
  access: administrators,
  entity: shape.AdministeredScopes,
})

export const listPeople = get('/rest/sec/access/people', {
  says: 'Who has access there.',
  access: administrators,
  query: shape.PeopleQuery,
  entity: shape.PeoplePage,
})

export const listRequests = get('/rest/sec/access/requests', {
  says: 'Which requests wait for the caller.',
  access: administrators,
  entity: shape.WaitingRequests,
})

export const listHistory = get('/rest/sec/access/history', {
  says: 'What happened to one person’s access.',
  access: administrators,
  query: shape.AccountQuery,
  entity: shape.History,
  statuses: [404],
})

export const listAccounts = get('/rest/sec/internal/people', {
  says: 'Everybody with an account.',
  access: staff,
  query: shape.AccountListQuery,
  entity: shape.AccountList,
})

export const openAccount = get('/rest/sec/internal/person', {
  says: 'One person.',
  access: staff,
  query: shape.AccountQuery,
  entity: shape.Account,
  statuses: [404],
})

// Deciding and inviting

export const decideRequest = post('/rest/sec/access/decideRequest', {
  says: 'Approves or denies a request.',
  access: administrators,
  body: shape.DecideRequestBody,
  entity: shape.Decided,
  statuses: [404, 407, 498],
})

export const invite = post('/rest/sec/access/invite', {
  says: 'Invites one person.',
  access: administrators,
  body: shape.InviteBody,
  entity: shape.Invited,
  statuses: [404, 407],
})

export const inviteMany = post('/rest/sec/access/inviteMany', {
  says: 'Invites the people of a spreadsheet, or only looks it over.',
  access: administrators,
  body: shape.InviteManyBody,
  entity: shape.InviteManyResult,
  statuses: [404, 407],
})

export const resendInvitation = post('/rest/sec/access/resendInvitation', {
  says: 'Mails an invitation again.',
  access: administrators,
  body: shape.AccountBody,
  entity: Done,
  statuses: [404, 407],
})

// What somebody holds

export const changeGrant = post('/rest/sec/access/changeGrant', {
  says: 'Changes role and permissions of a grant.',
  access: administrators,
  body: shape.ChangeGrantBody,
  entity: Done,
  statuses: [404, 407],
})

export const suspendGrant = post('/rest/sec/access/suspendGrant', {
  says: 'Suspends one grant and ends its sessions.',
  access: administrators,
  body: shape.GrantBody,
  entity: Done,
  statuses: [404, 407],
})

export const reactivateGrant = post('/rest/sec/access/reactivateGrant', {
  says: 'Gives a suspended grant back.',
  access: administrators,
  body: shape.GrantBody,
  entity: Done,
  statuses: [404, 407],
})

export const removeGrant = post('/rest/sec/access/removeGrant', {
  says: 'Ends a grant for good.',
  access: administrators,
  body: shape.GrantBody,
  entity: Done,
  statuses: [404, 407],
})

export const handOver = post('/rest/sec/access/handOver', {
  says: 'Makes an AA the new SAA in the caller’s place.',
  access: administrators,
  body: shape.GrantBody,
  entity: Done,
  statuses: [404, 407],
})

export const confirmPeople = post('/rest/sec/access/confirmPeople', {
  says: 'Confirms that people still need their access.',
  access: administrators,
  body: shape.ConfirmPeopleBody,
  entity: shape.Confirmed,
  statuses: [404, 407],
})

/** A whole account is plan staff's alone to suspend and to open again. */
export const suspendAccount = post('/rest/sec/access/suspendAccount', {
  says: 'Suspends a whole account.',
  access: staff,
  body: shape.AccountBody,
  entity: Done,
  statuses: [404, 407],
})

export const reopenAccount = post('/rest/sec/access/reopenAccount', {
  says: 'Opens a suspended account again.',
  access: staff,
  body: shape.AccountBody,
  entity: Done,
  statuses: [404, 407],
})

// One's own

export const listControlledAccess = get('/rest/sec/access/whoControlsMyAccess', {
  says: 'Who can change the caller’s own access.',
  access: anyProvider,
  entity: shape.ControlledAccess,
})

export const listMyRequests = get('/rest/sec/access/myRequests', {
  says: 'Where the caller’s own requests stand.',
  access: anyProvider,
  entity: shape.MyRequests,
})

export const cancelRequest = post('/rest/sec/access/cancelRequest', {
  says: 'Takes a request back.',
  access: anyProvider,
  body: shape.ReferenceBody,
  entity: shape.Decided,
  statuses: [404, 407, 498],
})

export const sendRequestAgain = post('/rest/sec/access/sendRequestAgain', {
  says: 'Mails the provider again.',
  access: anyProvider,
  body: shape.ReferenceBody,
  entity: Done,
  statuses: [404, 407],
})
