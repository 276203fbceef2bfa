import { get, post } from '../call.ts'
import { Done } from '../shapes.ts'
import * as account from './account-shapes.ts'
import * as request from './request-shapes.ts'
import * as shape from './shapes.ts'
import { administratorsAnd, staffOnly } from './staff-roles.ts'

const administrators = administratorsAnd()
const seen = { seeAs: true } as const
const deciders = administratorsAnd('REVIEWER')
const historyReaders = administratorsAnd('AUDITOR')
const peopleReaders = staffOnly('AUDITOR')
const staffAdministrators = staffOnly()
const reviewers = staffOnly('REVIEWER')
const stepUp = { stepUp: true } as const
const notByDoor = { notByDoor: true } as const
/** Includes accounts whose requests are all still pending. */
const anyProvider = { kinds: ['provider'], pending: true } as const

// Reading

export const officeHome = get(
  '/rest/sec/access/home',
  { kinds: ['provider'], permission: 'HOME', ...seen },
  {
    says: 'Returns what changed since the last visit, how many invitations are open, and a year of claim counts.',
    entity: shape.OfficeHome,
    masks: ['claims'],
  },
)

export const listScopes = get(
  '/rest/sec/access/scopes',
  { ...administrators, ...seen },
  { says: 'Lists the scopes that the caller administers.', entity: shape.AdministeredScopes },
)

export const listPeople = get(
  '/rest/sec/access/people',
  { ...administrators, ...seen },
  { says: 'Lists the people with access to those scopes.', query: shape.PeopleQuery, entity: shape.PeoplePage },
)

export const exportPeople = get(
  '/rest/sec/access/exportPeople',
  { ...administrators, ...stepUp },
  {
    says: 'Exports the whole list as a file, in the order of the list.',
    query: shape.ExportPeopleQuery,
    file: 'text/csv',
  },
)

export const listRequests = get(
  '/rest/sec/access/requests',
  { ...deciders, ...seen },
  {
    says: 'Lists the requests that wait for the caller’s decision.',
    query: request.WaitingQuery,
    entity: request.WaitingRequests,
  },
)

export const listHistory = get(
  '/rest/sec/access/history',
  { ...historyReaders, ...seen },
  {
    says: 'Lists the history of one person’s access.',
    query: shape.AccountQuery,
    entity: shape.History,
    statuses: [404],
  },
)

export const listAccounts = get('/rest/sec/internal/people', peopleReaders, {
  says: 'Lists all accounts.',
  query: account.AccountListQuery,
  entity: account.AccountList,
})

export const openAccount = get('/rest/sec/internal/person', peopleReaders, {
  says: 'Returns one account.',
  query: shape.AccountQuery,
  entity: account.Account,
  statuses: [404],
})

// Deciding and inviting

export const decideRequest = post(
  '/rest/sec/access/decideRequest',
  { ...deciders, stepUp: { when: 'the request is for an SAA' } },
  {
    says: 'Accepts or rejects a request.',
    body: request.DecideRequestBody,
    entity: request.Decided,
    statuses: [400, 404, 407, 498],
  },
)

export const listDelayedDecisions = get(
  '/rest/sec/access/delayedDecisions',
  { ...deciders, ...seen },
  {
    says: 'Lists the caller’s decisions that are delayed, were just carried out, or could not be carried out.',
    entity: request.DelayedDecisions,
  },
)

export const undoDecision = post('/rest/sec/access/undoDecision', deciders, {
  says: 'Undoes a delayed decision of the caller.',
  body: request.ReferenceBody,
  entity: Done,
  statuses: [404, 407],
})

export const forgetDecision = post('/rest/sec/access/forgetDecision', deciders, {
  says: 'Dismisses the notice about a decision that could not be carried out.',
  body: request.ReferenceBody,
  entity: Done,
  statuses: [404],
})

export const invite = post(
  '/rest/sec/access/invite',
  { ...administrators, ...notByDoor, stepUp: { when: 'the invited role is SAA' } },
  { says: 'Invites one person.', body: shape.InviteBody, entity: shape.Invited, statuses: [404, 407] },
)

export const inviteMany = post(
  '/rest/sec/access/inviteMany',
  { ...administrators, ...notByDoor },
  {
    says: 'Invites the people in a spreadsheet, or only validates it.',
    body: shape.InviteManyBody,
    entity: shape.InviteManyResult,
    statuses: [404, 407],
  },
)

export const resendInvitation = post(
  '/rest/sec/access/resendInvitation',
  { ...administrators, ...notByDoor },
  { says: 'Sends an invitation again.', body: shape.AccountBody, entity: Done, statuses: [404, 407] },
)

// Staff notes and the review queue

export const openStaffNotes = get('/rest/sec/internal/staffNotes', reviewers, {
  says: 'Returns the assignee and the staff notes of a request.',
  query: request.StaffNotesQuery,
  entity: request.StaffNotes,
  statuses: [404],
})

export const nextRequest = get('/rest/sec/internal/nextRequest', reviewers, {
  says: 'Returns the next or previous request that waits for plan staff.',
  query: request.NextQuery,
  entity: request.NextReference,
})

export const assignRequest = post('/rest/sec/internal/assignRequest', reviewers, {
  says: 'Assigns a request to a staff member, or removes the assignment.',
  body: request.AssignBody,
  entity: Done,
  statuses: [404, 407],
})

export const addNote = post('/rest/sec/internal/addNote', reviewers, {
  says: 'Adds a note that only plan staff can see.',
  body: request.NoteBody,
  entity: Done,
  statuses: [400, 404],
})

// Grants and accounts

export const changeGrant = post(
  '/rest/sec/access/changeGrant',
  { ...administrators, ...notByDoor },
  {
    says: 'Changes the role and permissions of a grant.',
    body: shape.ChangeGrantBody,
    entity: Done,
    statuses: [404, 407],
  },
)

export const suspendGrant = post('/rest/sec/access/suspendGrant', administrators, {
  says: 'Suspends one grant and ends its sessions.',
  body: shape.GrantBody,
  entity: Done,
  statuses: [404, 407],
})

export const reactivateGrant = post('/rest/sec/access/reactivateGrant', administrators, {
  says: 'Reactivates a suspended grant.',
  body: shape.GrantBody,
  entity: Done,
  statuses: [404, 407],
})

export const listActiveAgain = get('/rest/sec/access/activeAgain', historyReaders, {
  says: 'Lists the NPIs that are active again, with the access that was suspended with them.',
  query: shape.ActiveAgainQuery,
  entity: shape.ActiveAgainList,
})

export const restoreAccess = post(
  '/rest/sec/access/restoreAccess',
  { ...administrators, ...stepUp },
  {
    says: 'Restores access that was suspended with NPIs that are active again: all of the given grants, or none.',
    body: shape.RestoreAccessBody,
    entity: shape.Restored,
    statuses: [404, 407],
  },
)

export const removeGrant = post('/rest/sec/access/removeGrant', administrators, {
  says: 'Ends a grant permanently.',
  body: shape.GrantBody,
  entity: Done,
  statuses: [404, 407],
})

export const handOver = post(
  '/rest/sec/access/handOver',
  { ...administrators, ...stepUp },
  {
    says: 'Makes an AA the new SAA in place of the caller.',
    body: shape.GrantBody,
    entity: Done,
    statuses: [400, 404, 407],
  },
)

export const confirmPeople = post('/rest/sec/access/confirmPeople', administrators, {
  says: 'Confirms that people still need their access.',
  body: shape.ConfirmPeopleBody,
  entity: shape.Confirmed,
  statuses: [404, 407],
})

/** Only plan staff can suspend or reopen a whole account. */
export const suspendAccount = post(
  '/rest/sec/access/suspendAccount',
  { ...staffAdministrators, ...stepUp },
  { says: 'Suspends a whole account.', body: shape.AccountBody, entity: Done, statuses: [404, 407] },
)

export const reopenAccount = post('/rest/sec/access/reopenAccount', staffAdministrators, {
  says: 'Reopens a suspended account.',
  body: shape.AccountBody,
  entity: Done,
  statuses: [404, 407],
})

// The plan's own staff

export const listStaff = get('/rest/sec/internal/staff', staffAdministrators, {
  says: 'Lists the plan’s staff with their roles.',
  entity: account.StaffList,
})

export const addStaff = post(
  '/rest/sec/internal/addStaff',
  { ...staffAdministrators, ...stepUp, ...notByDoor },
  {
    says: 'Invites a new staff member. An administrator may need four-eyes approval first.',
    body: account.AddStaffBody,
    entity: account.StaffAdded,
    statuses: [407],
  },
)

export const changeStaffRole = post(
  '/rest/sec/internal/changeStaffRole',
  { ...staffAdministrators, ...stepUp, ...notByDoor },
  {
    says: 'Changes a staff member’s role. Callers cannot change their own role. An administrator may need four-eyes approval first.',
    body: account.StaffRoleBody,
    entity: account.StaffRoleChanged,
    statuses: [404, 407],
  },
)

export const listFourEyesApprovals = get('/rest/sec/internal/fourEyesApprovals', staffAdministrators, {
  says: 'Lists the actions that wait for a second administrator’s approval.',
  entity: account.FourEyesApprovals,
})

export const decideFourEyesApproval = post(
  '/rest/sec/internal/decideFourEyesApproval',
  { ...staffAdministrators, ...stepUp, ...notByDoor },
  {
    says: 'Approves or declines a colleague’s action. An approved action is carried out; a new secret is returned once.',
    body: account.FourEyesApprovalBody,
    entity: account.FourEyesDecided,
    statuses: [404, 407],
  },
)

// The caller's own access and requests

export const listControlledAccess = get(
  '/rest/sec/access/whoControlsMyAccess',
  { ...anyProvider, ...seen },
  { says: 'Lists who can change the caller’s own access.', entity: shape.ControlledAccess },
)

export const listMyRequests = get(
  '/rest/sec/access/myRequests',
  { ...anyProvider, ...seen },
  { says: 'Lists the caller’s own requests and their states.', entity: request.MyRequests },
)

export const cancelRequest = post('/rest/sec/access/cancelRequest', anyProvider, {
  says: 'Cancels a request.',
  body: request.ReferenceBody,
  entity: request.Decided,
  statuses: [404, 407, 498],
})

export const sendRequestAgain = post('/rest/sec/access/sendRequestAgain', anyProvider, {
  says: 'Sends the mail to the provider again.',
  body: request.ReferenceBody,
  entity: Done,
  statuses: [404, 407],
})

// Confirming the address of a request

export const emailByLink = get('/rest/nonsec/access/emailByLink', 'public', {
  says: 'Returns the request whose email address a link confirms. It has no side effects.',
  query: request.EmailLinkQuery,
  entity: request.EmailLink,
  statuses: [406, 407, 498],
})

export const confirmEmail = post('/rest/nonsec/access/confirmEmail', 'public', {
  says: 'Confirms the email address of a person who requested access.',
  body: request.EmailLinkQuery,
  entity: Done,
  statuses: [406, 407, 498],
})
