import { get, post } from '../call.ts'
import { Done } from '../shapes.ts'
import * as account from './account-shapes.ts'
import * as request from './request-shapes.ts'
import * as shape from './shapes.ts'
import { administratorsAnd, staffOnly } from './staff-roles.ts'

const administrators = administratorsAnd()
const deciders = administratorsAnd('REVIEWER')
const historyReaders = administratorsAnd('AUDITOR')
const peopleReaders = staffOnly('AUDITOR')
const staffAdministrators = staffOnly()
const reviewers = staffOnly('REVIEWER')
const stepUp = { stepUp: true } as const
/** Also an account whose requests all still wait. */
const anyProvider = { kinds: ['provider'], pending: true } as const

// Looking

export const officeHome = get(
  '/rest/sec/access/home',
  { kinds: ['provider'], permission: 'HOME' },
  {
    says: 'What changed since the person was here last, which invitations wait, and the claims of a year in numbers.',
    entity: shape.OfficeHome,
    mayBeOld: true,
  },
)

export const listScopes = get('/rest/sec/access/scopes', administrators, {
  says: 'What the caller administers.',
  entity: shape.AdministeredScopes,
})

export const listPeople = get('/rest/sec/access/people', administrators, {
  says: 'Who has access there.',
  query: shape.PeopleQuery,
  entity: shape.PeoplePage,
})

export const exportPeople = get('/rest/sec/access/exportPeople', administrators, {
  says: 'All of them as a file, in the order of the list.',
  query: shape.ExportPeopleQuery,
  file: 'text/csv',
})

export const listRequests = get('/rest/sec/access/requests', deciders, {
  says: 'Which requests wait for the caller.',
  query: request.WaitingQuery,
  entity: request.WaitingRequests,
})

export const listHistory = get('/rest/sec/access/history', historyReaders, {
  says: 'What happened to one person’s access.',
  query: shape.AccountQuery,
  entity: shape.History,
  statuses: [404],
})

export const listAccounts = get('/rest/sec/internal/people', peopleReaders, {
  says: 'Everybody with an account.',
  query: account.AccountListQuery,
  entity: account.AccountList,
})

export const openAccount = get('/rest/sec/internal/person', peopleReaders, {
  says: 'One person.',
  query: shape.AccountQuery,
  entity: account.Account,
  statuses: [404],
})

// Deciding and inviting

export const decideRequest = post(
  '/rest/sec/access/decideRequest',
  { ...deciders, stepUp: { when: 'it is about an SAA' } },
  {
    says: 'Accepts or rejects a request.',
    body: request.DecideRequestBody,
    entity: request.Decided,
    statuses: [400, 404, 407, 498],
  },
)

export const listDelayedDecisions = get('/rest/sec/access/heldDecisions', deciders, {
  says: 'The caller’s decisions that are held, that were carried out just now, and that could not be.',
  entity: request.DelayedDecisions,
})

export const undoDecision = post('/rest/sec/access/undoDecision', deciders, {
  says: 'Takes back a decision of the caller that is still held.',
  body: request.ReferenceBody,
  entity: Done,
  statuses: [404, 407],
})

export const forgetDecision = post('/rest/sec/access/forgetDecision', deciders, {
  says: 'The caller has read why a decision could not be carried out.',
  body: request.ReferenceBody,
  entity: Done,
  statuses: [404],
})

export const invite = post(
  '/rest/sec/access/invite',
  { ...administrators, stepUp: { when: 'it invites an SAA' } },
  { says: 'Invites one person.', body: shape.InviteBody, entity: shape.Invited, statuses: [404, 407] },
)

export const inviteMany = post('/rest/sec/access/inviteMany', administrators, {
  says: 'Invites the people of a spreadsheet, or only looks it over.',
  body: shape.InviteManyBody,
  entity: shape.InviteManyResult,
  statuses: [404, 407],
})

export const resendInvitation = post('/rest/sec/access/resendInvitation', administrators, {
  says: 'Mails an invitation again.',
  body: shape.AccountBody,
  entity: Done,
  statuses: [404, 407],
})

// The reviewer's desk

export const openStaffNotes = get('/rest/sec/internal/desk', reviewers, {
  says: 'Who of plan staff looks after a request, and what they noted about it.',
  query: request.StaffNotesQuery,
  entity: request.StaffNotes,
  statuses: [404],
})

export const nextRequest = get('/rest/sec/internal/nextRequest', reviewers, {
  says: 'Which request waits for plan staff after this one, or before it.',
  query: request.NextQuery,
  entity: request.NextReference,
})

export const assignRequest = post('/rest/sec/internal/assignRequest', reviewers, {
  says: 'Gives a request to somebody of plan staff, or to nobody.',
  body: request.AssignBody,
  entity: Done,
  statuses: [404, 407],
})

export const addNote = post('/rest/sec/internal/addNote', reviewers, {
  says: 'Adds a note that plan staff alone see.',
  body: request.NoteBody,
  entity: Done,
  statuses: [400, 404],
})

// What somebody holds

export const changeGrant = post('/rest/sec/access/changeGrant', administrators, {
  says: 'Changes role and permissions of a grant.',
  body: shape.ChangeGrantBody,
  entity: Done,
  statuses: [404, 407],
})

export const suspendGrant = post('/rest/sec/access/suspendGrant', administrators, {
  says: 'Suspends one grant and ends its sessions.',
  body: shape.GrantBody,
  entity: Done,
  statuses: [404, 407],
})

export const reactivateGrant = post('/rest/sec/access/reactivateGrant', administrators, {
  says: 'Gives a suspended grant back.',
  body: shape.GrantBody,
  entity: Done,
  statuses: [404, 407],
})

export const removeGrant = post('/rest/sec/access/removeGrant', administrators, {
  says: 'Ends a grant for good.',
  body: shape.GrantBody,
  entity: Done,
  statuses: [404, 407],
})

export const handOver = post(
  '/rest/sec/access/handOver',
  { ...administrators, ...stepUp },
  {
    says: 'Makes an AA the new SAA in the caller’s place.',
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

/** A whole account is plan staff's alone to suspend and to open again. */
export const suspendAccount = post('/rest/sec/access/suspendAccount', staffAdministrators, {
  says: 'Suspends a whole account.',
  body: shape.AccountBody,
  entity: Done,
  statuses: [404, 407],
})

export const reopenAccount = post('/rest/sec/access/reopenAccount', staffAdministrators, {
  says: 'Opens a suspended account again.',
  body: shape.AccountBody,
  entity: Done,
  statuses: [404, 407],
})

// The plan's own staff

export const listStaff = get('/rest/sec/internal/staff', staffAdministrators, {
  says: 'Everybody of the plan’s staff, with their role.',
  entity: account.StaffList,
})

export const addStaff = post(
  '/rest/sec/internal/addStaff',
  { ...staffAdministrators, ...stepUp },
  {
    says: 'Invites somebody of the plan’s staff.',
    body: account.AddStaffBody,
    entity: account.StaffAdded,
    statuses: [407],
  },
)

export const changeStaffRole = post(
  '/rest/sec/internal/changeStaffRole',
  { ...staffAdministrators, ...stepUp },
  {
    says: 'Gives somebody of the plan’s staff another role; nobody their own.',
    body: account.StaffRoleBody,
    entity: Done,
    statuses: [404, 407],
  },
)

export const listFourEyesApprovals = get('/rest/sec/internal/secondYeses', staffAdministrators, {
  says: 'What one administrator asked for and another has to agree to.',
  entity: account.FourEyesApprovals,
})

export const decideFourEyesApproval = post(
  '/rest/sec/internal/decideFourEyesApproval',
  { ...staffAdministrators, ...stepUp },
  {
    says: 'Agrees to what a colleague asked for, which then happens, or does not.',
    body: account.FourEyesApprovalBody,
    entity: Done,
    statuses: [404, 407],
  },
)

// One's own

export const listControlledAccess = get('/rest/sec/access/whoControlsMyAccess', anyProvider, {
  says: 'Who can change the caller’s own access.',
  entity: shape.ControlledAccess,
})

export const listMyRequests = get('/rest/sec/access/myRequests', anyProvider, {
  says: 'Where the caller’s own requests stand.',
  entity: request.MyRequests,
})

export const cancelRequest = post('/rest/sec/access/cancelRequest', anyProvider, {
  says: 'Takes a request back.',
  body: request.ReferenceBody,
  entity: request.Decided,
  statuses: [404, 407, 498],
})

export const sendRequestAgain = post('/rest/sec/access/sendRequestAgain', anyProvider, {
  says: 'Mails the provider again.',
  body: request.ReferenceBody,
  entity: Done,
  statuses: [404, 407],
})
