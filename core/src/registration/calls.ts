import { get, post } from '../call.ts'
import * as model from './model-shapes.ts'
import * as shape from './shapes.ts'

/** Every call is open to visitors: what it needs is proofs, not a session. */
const anybody = 'public'

// Look-ups

export const valRegNpi = get('/rest/nonsec/reg/valRegNpi', anybody, {
  says: 'Opens a registration for an NPI and tells what is known about it.',
  query: shape.NpiQuery,
  entity: model.OpenedProfile,
  statuses: [400],
})

// Leaving and coming back

export const saveDraft = post('/rest/nonsec/reg/saveDraft', anybody, {
  says: 'Keeps the screen and what was typed with the registration; a path that ends on home forgets them.',
  body: model.DraftBody,
  entity: shape.YesNo,
  statuses: [400, 407],
})

export const continueRegistration = post('/rest/nonsec/reg/continueRegistration', anybody, {
  says: 'Goes on with the registration this browser left: what was kept, or the number to ask for again.',
  body: shape.NpiQuery,
  entity: model.Continued,
  statuses: [400, 407],
})

export const endRegistration = post('/rest/nonsec/reg/endRegistration', anybody, {
  says: 'Forgets the registration this browser began: it was cancelled, or is started over.',
  entity: shape.YesNo,
})

// More look-ups

export const nonSaaNpiProfile = post('/rest/nonsec/reg/nonSaaNpiProfile', anybody, {
  says: 'The same for the chosen role.',
  body: shape.RoleBody,
  entity: model.NpiProfile,
  statuses: [400, 407],
})

export const npiSearch = get('/rest/nonsec/npiSearch', anybody, {
  says: 'Typeahead over the national file: the beginning of an NPI, or of words of a name.',
  query: shape.NpiSearchQuery,
  entity: shape.FoundNpis,
  allowStaleReads: true,
  statuses: [400],
})

export const checkPendingSaaRequestsForProvider = get('/rest/nonsec/reg/checkPendingSaaRequestsForProvider', anybody, {
  says: 'Whether somebody already asked to be SAA for this NPI.',
  query: shape.PendingRequestsQuery,
  entity: shape.YesNo,
  statuses: [400, 407],
})

export const getQuestions = get('/rest/nonsec/getQuestions', anybody, {
  says: 'The security questions to choose from.',
  entity: shape.Questions,
})

export const getSmAgentId = get('/rest/nonsec/reg/getSmAgentId', anybody, {
  says: 'The name of the sign-on agent.',
  entity: shape.AgentId,
})

export const reviewPromise = get('/rest/nonsec/reg/reviewPromise', anybody, {
  says: 'Within how many business days the plan promises to look at a signed form or a request.',
  entity: shape.ReviewPromise,
})

export const getDefaultPerms = get('/rest/nonsec/reg/getDefaultPerms', anybody, {
  says: 'What an SAA of a type receives.',
  query: shape.DefaultPermsQuery,
  entity: shape.Permissions,
})

export const getSaaActivePerms = get('/rest/nonsec/reg/getSaaActivePerms', anybody, {
  says: 'What the SAA of an entity holds.',
  query: shape.ActivePermsQuery,
  entity: shape.Permissions,
  statuses: [400, 407],
})

// Identity

export const valRegProfile = post('/rest/nonsec/reg/valRegProfile', anybody, {
  says: 'Proves SSN, TIN or claims.',
  body: model.RegistrationBody,
  entity: shape.YesNo,
  statuses: [400, 404, 407],
})

export const quizRequest = post('/rest/nonsec/reg/quizRequest', anybody, {
  says: 'Asks for the identity questions.',
  body: model.RegistrationBody,
  entity: shape.Quiz,
  statuses: [400, 404, 407],
})

export const quizScore = post('/rest/nonsec/reg/quizScore', anybody, {
  says: 'Grades the answers.',
  body: shape.QuizAnswers,
  entity: shape.QuizScore,
  statuses: [400, 406, 407],
})

export const quizForReqId = get('/rest/nonsec/reg/quizForReqId', anybody, {
  says: 'The questions for the provider who was asked by mail.',
  query: shape.ReqIdQuery,
  entity: shape.Quiz,
  statuses: [400, 404, 406, 407, 498],
})

export const codeRequest = post('/rest/nonsec/reg/codeRequest', anybody, {
  says: 'Mails a code to the address the plan holds for the provider.',
  body: model.RegistrationBody,
  entity: shape.CodeRequested,
  statuses: [400, 404, 406, 407, 498],
})

export const codeScore = post('/rest/nonsec/reg/codeScore', anybody, {
  says: 'Compares the code that was typed.',
  body: shape.CodeAnswer,
  entity: shape.QuizScore,
  statuses: [400, 406, 407],
})

// Submissions

export const addSaa = post('/rest/nonsec/reg/addSaa', anybody, {
  says: 'Creates an SAA account, a request on behalf, or accepts one.',
  body: model.RegistrationBody,
  entity: shape.YesNo,
  statuses: [400, 403, 405, 406, 407, 498],
})

export const addPoPgSaa = post('/rest/nonsec/reg/addPoPgSaa', anybody, {
  says: 'Creates an SAA account that waits for the signed contract.',
  body: model.RegistrationBody,
  entity: shape.YesNo,
  statuses: [400, 403, 405, 407],
})

export const addNonSaaUser = post('/rest/nonsec/reg/addNonSaaUser', anybody, {
  says: 'Creates an AA or AU account that waits for approval.',
  body: model.RegistrationBody,
  entity: shape.YesNo,
  statuses: [400, 403, 405, 407],
})

export const activateUserAccount = post('/rest/nonsec/reg/activateUserAccount', anybody, {
  says: 'Completes an invited account.',
  body: model.RegistrationBody,
  entity: shape.YesNo,
  statuses: [400, 405, 407],
})

// Mailed links

export const regByReqId = get('/rest/nonsec/reg/regByReqId', anybody, {
  says: 'The request behind a mailed link.',
  query: shape.ReqIdQuery,
  entity: model.RequestReview,
  statuses: [406, 407, 498],
})

export const profileByActivationId = get('/rest/nonsec/reg/profileByActivationId', anybody, {
  says: 'The invitation behind a mailed link.',
  query: shape.ActivationQuery,
  entity: model.ActivationProfile,
  statuses: [406],
})

export const resendActivation = post('/rest/nonsec/reg/resendActivation', anybody, {
  says: 'Mails a fresh invitation in place of one that ran out.',
  body: shape.ResendActivationBody,
  entity: shape.YesNo,
  statuses: [407],
})

export const rejectRegReqId = post('/rest/nonsec/reg/rejectRegReqId', anybody, {
  says: 'Turns down a request made in the provider’s name.',
  body: shape.ReqIdQuery,
  entity: shape.YesNo,
  statuses: [406, 407, 498],
})

export const holdByLink = get('/rest/nonsec/reg/holdByLink', anybody, {
  says: 'The provider a notice was about; looking changes nothing.',
  query: shape.HoldQuery,
  entity: shape.HoldNotice,
  statuses: [406, 407, 498],
})

export const holdRegistration = post('/rest/nonsec/reg/holdRegistration', anybody, {
  says: 'This was not me: puts registration for the provider on hold. From the link of an SAA: an objection for plan staff.',
  body: shape.HoldQuery,
  entity: shape.YesNo,
  statuses: [406, 407, 498],
})

export const regContract = get('/rest/nonsec/reg/regContract', anybody, {
  says: 'The contract of a submission, filled in.',
  query: shape.ContractQuery,
  entity: shape.Contract,
  statuses: [400, 404],
})

export const receipt = get('/rest/nonsec/reg/receipt', anybody, {
  says: 'The receipt of what this browser submitted, and where it stands.',
  entity: shape.Receipt,
  statuses: [404],
})

/** Read by the captcha's widget itself. */
export const captchaChallenge = get('/rest/nonsec/captcha/challenge', anybody, {
  says: 'The challenge the captcha’s widget solves.',
  bare: shape.CaptchaChallenge,
})
