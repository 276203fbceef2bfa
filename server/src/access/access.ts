/** Public interface of the access area. A refusal inside a transaction rolls it back (transact). */

export { activateAccount, activateByDirectory, createAccount, queueActivationLink } from './domain/accounts/accounts.ts'
export { type CredentialsInput, isCommonPassword, prepareCredentials } from './domain/accounts/credentials.ts'
export { isInvitationValid } from './domain/accounts/invitation-validity.ts'
export { type ActingInside, acting, isSaaOverAll } from './domain/acting.ts'
export { administers } from './domain/authority.ts'
export { carryOutDecisions, type DecisionHandlers } from './domain/decisions/carry-out-delayed.ts'
export { approveRequest, type Decision, denyRequest, type RequestDecision } from './domain/decisions/close-request.ts'
export { requestHandlers } from './domain/decisions/decide-request.ts'
export { decideOrDelay } from './domain/decisions/delay-decision.ts'
export { describeStatus } from './domain/decisions/my-requests.ts'
export { ALREADY_DECIDED, insertRequest, passRequestToStaff } from './domain/decisions/requests.ts'
export { countWaitingRequests } from './domain/decisions/waiting-requests.ts'
export { findOfficeDue, type OfficeDue } from './domain/due/office-due.ts'
export { needsFourEyesApproval, refuseWithoutApprover, requestFourEyesApproval } from './domain/four-eyes.ts'
export { describeHold, holdRegistration, liftHold, REFUSED_ON_HOLD } from './domain/holds/registration-hold.ts'
export { queueMailToPerson } from './domain/mail/person-mails.ts'
export { getDefaultPerms, getSaaActivePerms } from './domain/permissions.ts'
export { NO_LONGER_ALLOWED } from './domain/sentences.ts'
export { listNotes, writeNote } from './domain/staff/staff-notes.ts'
export { inviteStaffByCommand } from './domain/staff/staff-team.ts'
export { findCompetingRequests, findSaasToReplace } from './store/decisions/competing-requests.ts'
export { isDecisionDelayed } from './store/decisions/delayed-decisions.ts'
export { type ApplicationRequest, countApprovers } from './store/decisions/four-eyes.ts'
export { findNextInQueue } from './store/decisions/next-in-queue.ts'
export { findHold, insertFailureToReport } from './store/decisions/registration-holds.ts'
export {
  findRequest,
  hasPendingSaaRequest,
  type NewRequest,
  type RequestFacts,
  type RequestPath,
} from './store/decisions/requests.ts'
export { findWarnings, NO_WARNINGS } from './store/decisions/warnings.ts'
export { replaceAnswers, updateAccountDetails, updateAccountPassword } from './store/people/account-details.ts'
export {
  type Credentials,
  hasAccountOf,
  type NewAccount,
} from './store/people/accounts.ts'
export { countActiveAgain } from './store/people/active-again.ts'
export { findProviderEmail } from './store/people/administrators.ts'
export { CONTRACT_STATE } from './store/people/contract-state.ts'
export { fewNamedBy } from './store/people/named-accounts.ts'
export { findFewNamed } from './store/people/people.ts'
export { entityOf, type RequestedScope } from './store/people/scopes.ts'
export {
  type DirectorySubject,
  findStaffAdministrators,
  updateStaffRole,
} from './store/people/staff-accounts.ts'
