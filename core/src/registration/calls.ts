import { get, post } from '../call.ts'
import * as model from './model-shapes.ts'
import * as shape from './shapes.ts'

/** Every call is open to visitors; it requires proofs instead of a session. */
const visitor = 'public'

// Look-ups

export const valRegNpi = get('/rest/nonsec/reg/valRegNpi', visitor, {
  says: 'Opens a registration for an NPI and returns what the plan knows about it.',
  query: shape.NpiQuery,
  entity: model.OpenedProfile,
  statuses: [400],
})

// Leaving and coming back

export const saveDraft = post('/rest/nonsec/reg/saveDraft', visitor, {
  says: 'Saves the screen and the typed text with the registration; a path that ends on home deletes them.',
  body: model.DraftBody,
  entity: shape.YesNo,
  statuses: [400, 407],
})

export const continueRegistration = post('/rest/nonsec/reg/continueRegistration', visitor, {
  says: 'Continues the registration that this browser left: returns the draft, or the proof to repeat first.',
  body: shape.NpiQuery,
  entity: model.Continued,
  statuses: [400, 407],
})

export const endRegistration = post('/rest/nonsec/reg/endRegistration', visitor, {
  says: 'Ends the registration of this browser, after cancel or to start over.',
  entity: shape.YesNo,
})

// More look-ups

export const nonSaaNpiProfile = post('/rest/nonsec/reg/nonSaaNpiProfile', visitor, {
  says: 'Returns the same profile for the chosen role.',
  body: shape.RoleBody,
  entity: model.NpiProfile,
  statuses: [400, 407],
})

export const npiSearch = get('/rest/nonsec/npiSearch', visitor, {
  says: 'Typeahead over the national file, by NPI prefix or by prefixes of the words of a name.',
  query: shape.NpiSearchQuery,
  entity: shape.FoundNpis,
  statuses: [400],
})

export const checkPendingSaaRequestsForProvider = get('/rest/nonsec/reg/checkPendingSaaRequestsForProvider', visitor, {
  says: 'Returns whether another SAA request for this NPI is pending.',
  query: shape.PendingRequestsQuery,
  entity: shape.YesNo,
  statuses: [400, 407],
})

export const getQuestions = get('/rest/nonsec/getQuestions', visitor, {
  says: 'Lists the security questions.',
  entity: shape.Questions,
})

export const getSmAgentId = get('/rest/nonsec/reg/getSmAgentId', visitor, {
  says: 'Returns the name of the sign-on agent.',
  entity: shape.AgentId,
})

export const reviewPromise = get('/rest/nonsec/reg/reviewPromise', visitor, {
  says: 'Returns how many business days the plan takes at most to review a form or a request, and how many idle minutes a draft is saved.',
  entity: shape.ReviewPromise,
})

export const getDefaultPerms = get('/rest/nonsec/reg/getDefaultPerms', visitor, {
  says: 'Lists the permissions that an SAA of a provider type gets.',
  query: shape.DefaultPermsQuery,
  entity: shape.Permissions,
})

export const getSaaActivePerms = get('/rest/nonsec/reg/getSaaActivePerms', visitor, {
  says: 'Lists the permissions that the SAA of an entity has.',
  query: shape.ActivePermsQuery,
  entity: shape.Permissions,
  statuses: [400, 407],
})

// Identity

export const valRegProfile = post('/rest/nonsec/reg/valRegProfile', visitor, {
  says: 'Checks SSN, TIN or claims.',
  body: model.RegistrationBody,
  entity: shape.YesNo,
  statuses: [400, 404, 407],
})

export const quizRequest = post('/rest/nonsec/reg/quizRequest', visitor, {
  says: 'Returns the identity questions.',
  body: model.QuizRequestBody,
  entity: shape.Quiz,
  statuses: [400, 404, 407],
})

export const quizScore = post('/rest/nonsec/reg/quizScore', visitor, {
  says: 'Grades the answers.',
  body: shape.QuizAnswers,
  entity: shape.QuizScore,
  statuses: [400, 406, 407],
})

export const quizForReqId = get('/rest/nonsec/reg/quizForReqId', visitor, {
  says: 'Returns the identity questions for a provider who decides on a request.',
  query: shape.LinkQuizQuery,
  entity: shape.Quiz,
  statuses: [400, 404, 406, 407, 498],
})

export const codeRequest = post('/rest/nonsec/reg/codeRequest', visitor, {
  says: 'Mails a code to the address that the plan has for the provider.',
  body: model.RegistrationBody,
  entity: shape.CodeRequested,
  statuses: [400, 404, 406, 407, 498],
})

export const codeScore = post('/rest/nonsec/reg/codeScore', visitor, {
  says: 'Checks the code.',
  body: shape.CodeAnswer,
  entity: shape.QuizScore,
  statuses: [400, 406, 407],
})

// Submissions

export const addSaa = post('/rest/nonsec/reg/addSaa', visitor, {
  says: 'Creates an SAA account or a request on behalf, or accepts such a request.',
  body: model.RegistrationBody,
  entity: shape.YesNo,
  statuses: [400, 403, 405, 406, 407, 498],
})

export const addPoPgSaa = post('/rest/nonsec/reg/addPoPgSaa', visitor, {
  says: 'Creates an SAA account that is pending until the contract is signed.',
  body: model.RegistrationBody,
  entity: shape.YesNo,
  statuses: [400, 403, 405, 407],
})

export const addNonSaaUser = post('/rest/nonsec/reg/addNonSaaUser', visitor, {
  says: 'Creates an AA or AU account that is pending until approval.',
  body: model.RegistrationBody,
  entity: shape.YesNo,
  statuses: [400, 403, 405, 407],
})

export const activateUserAccount = post('/rest/nonsec/reg/activateUserAccount', visitor, {
  says: 'Completes an invited account.',
  body: model.RegistrationBody,
  entity: shape.YesNo,
  statuses: [400, 405, 407],
})

// Mailed links

export const regByReqId = get('/rest/nonsec/reg/regByReqId', visitor, {
  says: 'Returns the request of a mailed link.',
  query: shape.ReqIdQuery,
  entity: model.RequestReview,
  statuses: [406, 407, 498],
})

export const profileByActivationId = get('/rest/nonsec/reg/profileByActivationId', visitor, {
  says: 'Returns the invitation of a mailed link.',
  query: shape.ActivationQuery,
  entity: model.ActivationProfile,
  statuses: [406],
})

export const resendActivation = post('/rest/nonsec/reg/resendActivation', visitor, {
  says: 'Mails a new link for an invitation.',
  body: shape.ResendActivationBody,
  entity: shape.YesNo,
  statuses: [407],
})

export const rejectRegReqId = post('/rest/nonsec/reg/rejectRegReqId', visitor, {
  says: 'Rejects a request made on behalf of the provider.',
  body: shape.ReqIdQuery,
  entity: shape.YesNo,
  statuses: [406, 407, 498],
})

export const holdByLink = get('/rest/nonsec/reg/holdByLink', visitor, {
  says: 'Returns the provider and the event that a notice is about. It has no side effects.',
  query: shape.HoldQuery,
  entity: shape.HoldNotice,
  statuses: [406, 407, 498],
})

export const holdRegistration = post('/rest/nonsec/reg/holdRegistration', visitor, {
  says: 'Puts registration for the provider on hold. With the link of an SAA it sends an objection to plan staff.',
  body: shape.HoldQuery,
  entity: shape.YesNo,
  statuses: [406, 407, 498],
})

export const regContract = get('/rest/nonsec/reg/regContract', visitor, {
  says: 'Returns the prefilled contract of a submission.',
  query: shape.ContractQuery,
  entity: shape.Contract,
  statuses: [400, 404],
})

export const receipt = get('/rest/nonsec/reg/receipt', visitor, {
  says: 'Returns the receipt and the status of what this browser submitted.',
  entity: shape.Receipt,
  statuses: [404],
})

/** Read by the Captcha widget itself. */
export const captchaChallenge = get('/rest/nonsec/captcha/challenge', visitor, {
  says: 'Returns the challenge for the Captcha widget.',
  bare: shape.CaptchaChallenge,
})
