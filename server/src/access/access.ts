/** What the access area gives to the areas above it. Refusals inside a transaction mean: roll back (transact). */

// Accounts: their credentials, how they are made, invited and completed
export { activateAccount, createAccount, sendActivationLink } from './domain/accounts.ts'
export { acting } from './domain/acting.ts'
// Requests: made, decided, told about
export { countWaitingRequests, requestCarriers } from './domain/approve.ts'
// Rights: which roles look after people; what an SAA of a type receives, and what the SAA of an entity holds
export { administers } from './domain/authority.ts'
export { type Carriers, carryOutDecisions } from './domain/carry-out-held.ts'
export { isCommonPassword } from './domain/common-passwords.ts'
export { tellContractReceived, tellContractReturned } from './domain/contract-mails.ts'
export { type CredentialsInput, prepareCredentials } from './domain/credentials.ts'
export { activateRequest, type DecideRequest, type Decision, rejectRequest } from './domain/decide.ts'
export { NO_LONGER_YOURS } from './domain/held-sentences.ts'
export { decideOrHold } from './domain/hold-decision.ts'
export { invitationHolds } from './domain/invitation-holds.ts'
export { liftHold } from './domain/lift-hold.ts'
export { describeStanding } from './domain/my-requests.ts'
export { REFUSED_ON_HOLD } from './domain/on-hold.ts'
export { getDefaultPerms, getSaaActivePerms } from './domain/permissions.ts'
export { describeHold, holdRegistration } from './domain/provider-hold.ts'
export { ALREADY_DECIDED, insertRequest, passRequestToStaff } from './domain/requests.ts'
export { isSaaOverAll } from './domain/saa-over-all.ts'
// The plan's own staff
export { inviteStaff } from './domain/staff-team.ts'
export {
  type ContactDetails,
  type Credentials,
  hasAccountOf as accountFound,
  type NewAccount,
} from './store/accounts.ts'
export { findProviderEmail } from './store/administrators.ts'
export { CONTRACT_STATE } from './store/contract-state.ts'
export { findDoubts, NO_DOUBTS } from './store/doubts.ts'
export { isDecisionHeld } from './store/held-decisions.ts'
export { findNextInQueue } from './store/next-in-queue.ts'
export { findFewNamed } from './store/people.ts'
// Registration on hold, and failures the provider is told of
export { findHold, insertFailureToTell } from './store/registration-holds.ts'
export {
  findRequest,
  hasPendingSaaRequest,
  type NewRequest,
  type RequestFacts,
  type RequestPath,
} from './store/requests.ts'
export { findRivals, findSaasToReplace } from './store/rivals.ts'
export { entityOf, type RequestedScope } from './store/scopes.ts'
