import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import * as calls from '@portico/core/registration/calls'
import type { Mount } from '#platform/calls/mount.ts'
import { describeHold, getDefaultPerms, holdRegistration } from '../access/access.ts'
import { makeRequestContract } from './domain/contract-form/contract-document.ts'
import { continueRegistration, saveDraft } from './domain/draft.ts'
import { requestCode, scoreCode } from './domain/identity/identity-code.ts'
import { requestQuiz, requestQuizForLink, scoreQuiz } from './domain/identity/identity-quiz.ts'
import { validateIdentity } from './domain/identity/step1.ts'
import {
  checkPendingRequests,
  findActivePermissions,
  openForNpi,
  profileForRole,
  searchNpis,
} from './domain/look-ups.ts'
import { createChallenge } from './domain/proofs/captcha.ts'
import { unlessOnHold } from './domain/proofs/current-registration.ts'
import { reviewRequest } from './domain/proofs/request-link.ts'
import { resendActivation } from './domain/resend-activation.ts'
import { denyRequest } from './domain/submission/accept-request.ts'
import { openActivation } from './domain/submission/activation.ts'
import { makeReceipt } from './domain/submission/receipt.ts'
import { addSaaPaths, createSubmissions } from './domain/submission/submit.ts'
import { refusingHostileContent } from './routes/hostile-content.ts'
import { endOnRequest, inRegistration, maybeInRegistration, opening } from './routes/registration-cookie.ts'

/** Name of the sign-on agent. Its form echoes the name. */
const AGENT_ID = 'portico-sign-on'

/** The calls of the wizard. They are public and require proofs of the current registration. */
export function registrationRoutes(outer: Mount): void {
  const mount = refusingHostileContent(outer)
  const submitting = createSubmissions()

  mount(calls.valRegNpi, maybeInRegistration(opening(openForNpi)))
  mount(calls.saveDraft, inRegistration(saveDraft))
  mount(calls.continueRegistration, inRegistration(unlessOnHold(continueRegistration)))
  mount(calls.endRegistration, endOnRequest)
  mount(calls.nonSaaNpiProfile, inRegistration(profileForRole))
  mount(calls.npiSearch, searchNpis)
  mount(calls.checkPendingSaaRequestsForProvider, inRegistration(checkPendingRequests))
  mount(calls.getQuestions, () => ({ entity: [...SECURITY_QUESTIONS] }))
  mount(calls.getSmAgentId, () => ({ entity: AGENT_ID }))
  mount(calls.reviewPromise, ({ settings }) => {
    const draftMinutes = Math.round(settings.lifetimes.registrationIdle / 60)
    return { entity: { businessDays: settings.reviewPromiseDays, draftMinutes } }
  })
  mount(calls.getDefaultPerms, (_context, { providerType }) => ({ entity: getDefaultPerms(providerType) }))
  mount(calls.getSaaActivePerms, inRegistration(findActivePermissions))

  mount(calls.valRegProfile, inRegistration(unlessOnHold(validateIdentity)))
  mount(calls.quizRequest, inRegistration(unlessOnHold(requestQuiz)))
  mount(calls.quizScore, inRegistration(unlessOnHold(scoreQuiz)))
  mount(calls.quizForReqId, inRegistration(unlessOnHold(requestQuizForLink)))
  mount(calls.codeRequest, inRegistration(unlessOnHold(requestCode)))
  mount(calls.codeScore, inRegistration(unlessOnHold(scoreCode)))

  mount(calls.addSaa, inRegistration(submitting(addSaaPaths)))
  mount(calls.addPoPgSaa, inRegistration(submitting('addPoPgSaa')))
  mount(calls.addNonSaaUser, inRegistration(submitting('addNonSaaUser')))
  mount(calls.activateUserAccount, inRegistration(submitting('activateUserAccount')))

  mount(calls.regByReqId, maybeInRegistration(opening(reviewRequest)))
  mount(calls.profileByActivationId, maybeInRegistration(opening(openActivation)))
  mount(calls.resendActivation, resendActivation)
  mount(calls.rejectRegReqId, maybeInRegistration(denyRequest))
  mount(calls.holdByLink, describeHold)
  mount(calls.holdRegistration, holdRegistration)
  mount(calls.regContract, maybeInRegistration(makeRequestContract))
  mount(calls.receipt, maybeInRegistration(makeReceipt))
  mount(calls.captchaChallenge, async (context) => ({ entity: await createChallenge(context) }))
}
