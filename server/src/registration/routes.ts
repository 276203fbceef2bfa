import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import * as calls from '@portico/core/registration/calls'
import { describeHold, getDefaultPerms, holdRegistration } from '../access/access.ts'
import type { Mount } from '../platform/http/mount.ts'
import { makeRequestContract } from './domain/contract-form/contract-document.ts'
import { continueRegistration, saveDraft } from './domain/draft.ts'
import {
  checkPendingRequests,
  findActivePermissions,
  openForNpi,
  profileForRole,
  searchNpis,
} from './domain/look-ups.ts'
import { createChallenge } from './domain/proofs/captcha.ts'
import { requestCode, scoreCode } from './domain/proofs/identity-code.ts'
import { unlessOnHold } from './domain/proofs/on-hold.ts'
import { validateIdentity } from './domain/proofs/step1.ts'
import { requestQuiz, requestQuizForLink, scoreQuiz } from './domain/quiz/identity-quiz.ts'
import { reviewRequest } from './domain/request-link.ts'
import { resendActivation } from './domain/resend-activation.ts'
import { denyRequest } from './domain/submission/accept-request.ts'
import { openActivation } from './domain/submission/activation.ts'
import { makeReceipt } from './domain/submission/receipt.ts'
import { createSubmissions, waysOfAddSaa } from './domain/submission/submit.ts'
import { refusingHostileContent } from './routes/hostile-content.ts'
import { endOnRequest, held, maybeHeld, opening } from './routes/registration-cookie.ts'

/** The name of the sign-on agent; its form echoes it. */
const AGENT_ID = 'portico-sign-on'

/** The wizard's calls: open to everybody; what they need is proofs of the registration a browser holds. */
export function registrationRoutes(outer: Mount): void {
  const mount = refusingHostileContent(outer)
  const submitting = createSubmissions()

  mount(calls.valRegNpi, maybeHeld(opening(openForNpi)))
  mount(calls.saveDraft, held(saveDraft))
  mount(calls.continueRegistration, held(unlessOnHold(continueRegistration)))
  mount(calls.endRegistration, endOnRequest)
  mount(calls.nonSaaNpiProfile, held(profileForRole))
  mount(calls.npiSearch, searchNpis)
  mount(calls.checkPendingSaaRequestsForProvider, held(checkPendingRequests))
  mount(calls.getQuestions, () => ({ entity: [...SECURITY_QUESTIONS] }))
  mount(calls.getSmAgentId, () => ({ entity: AGENT_ID }))
  mount(calls.reviewPromise, ({ settings }) => ({ entity: { businessDays: settings.reviewPromiseDays } }))
  mount(calls.getDefaultPerms, (_context, { providerType }) => ({ entity: getDefaultPerms(providerType) }))
  mount(calls.getSaaActivePerms, held(findActivePermissions))

  mount(calls.valRegProfile, held(unlessOnHold(validateIdentity)))
  mount(calls.quizRequest, held(unlessOnHold(requestQuiz)))
  mount(calls.quizScore, held(unlessOnHold(scoreQuiz)))
  mount(calls.quizForReqId, held(unlessOnHold(requestQuizForLink)))
  mount(calls.codeRequest, held(unlessOnHold(requestCode)))
  mount(calls.codeScore, held(unlessOnHold(scoreCode)))

  mount(calls.addSaa, held(submitting(waysOfAddSaa)))
  mount(calls.addPoPgSaa, held(submitting('addPoPgSaa')))
  mount(calls.addNonSaaUser, held(submitting('addNonSaaUser')))
  mount(calls.activateUserAccount, held(submitting('activateUserAccount')))

  mount(calls.regByReqId, maybeHeld(opening(reviewRequest)))
  mount(calls.profileByActivationId, maybeHeld(opening(openActivation)))
  mount(calls.resendActivation, resendActivation)
  mount(calls.rejectRegReqId, maybeHeld(denyRequest))
  mount(calls.holdByLink, describeHold)
  mount(calls.holdRegistration, holdRegistration)
  mount(calls.regContract, maybeHeld(makeRequestContract))
  mount(calls.receipt, maybeHeld(makeReceipt))
  mount(calls.captchaChallenge, async (context) => ({ entity: await createChallenge(context) }))
}
