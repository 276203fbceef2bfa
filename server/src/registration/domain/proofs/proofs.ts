import { COMPLETE_CAPTCHA } from '@portico/core/forms/messages'
import { CAPTCHA_FAILED, PROOF_DUE_AGAIN, PROOF_MISSING } from '@portico/core/registration/texts/sentences'
import type { Context } from '#platform/context.ts'
import { refuse } from '#platform/outcome.ts'
import { findRegistration, type RegistrationRow, updateRegistration } from '../../store/registrations.ts'
import { verifyCaptcha } from './captcha.ts'
import type { Registering } from './current-registration.ts'

/** Proofs of a registration. The server never reads them from the request body. */
const PROOFS = {
  /** Opened by valRegNpi for an NPI that may register. */
  npi: (registration) => registration.npi !== null && registration.link_id === null,
  /** step1 passed, by any method. */
  step1: (registration) => registration.step1_at !== null && !registration.number_due,
  /** step1 passed with a number that only the provider should know. */
  ssnOrTin: (registration) =>
    registration.step1_at !== null &&
    !registration.number_due &&
    (registration.step1_method === 'ssn' || registration.step1_method === 'tin'),
  /** The identity quiz of this registration ended with PASS. */
  quiz: (registration) => registration.quiz_at !== null && registration.quiz_transaction_id !== null,
  /** nonSaaNpiProfile replied for the role AA or AU. */
  nonSaaProfile: (registration) => registration.profile_role === 'AA' || registration.profile_role === 'AU',
  /** The visitor last requested the role SAA, or no role. */
  saaRole: (registration) => registration.profile_role === null || registration.profile_role === 'SAA',
  /** Opened by regByReqId, with the link of a request made on behalf of a provider. */
  requestLink: (registration) => registration.link_id !== null && registration.npi !== null,
  /** Opened by profileByActivationId. */
  activationLink: (registration) => registration.link_id !== null && registration.npi === null,
} satisfies Record<string, (registration: RegistrationRow) => boolean>

export type Proof = keyof typeof PROOFS

/**
 * The proofs that each call requires (behaviour 7.5), in the order of the checks. ensureCaptcha checks the captcha
 * later.
 */
export const PROOFS_NEEDED = {
  saveDraft: ['npi'],
  continueRegistration: ['npi'],
  nonSaaNpiProfile: ['npi'],
  checkPendingSaaRequestsForProvider: ['npi'],
  getSaaActivePerms: ['npi'],
  valRegProfile: ['npi'],
  quizRequest: ['npi', 'ssnOrTin'],
  quizForReqId: ['requestLink'],
  rejectRegReqId: ['requestLink'],
  addSaaSelf: ['npi', 'saaRole', 'ssnOrTin', 'quiz'],
  addSaaBehalf: ['npi', 'saaRole', 'step1'],
  addSaaAccept: ['requestLink', 'quiz'],
  addPoPgSaa: ['npi', 'saaRole'],
  addNonSaaUser: ['npi', 'nonSaaProfile'],
  activateUserAccount: ['activationLink'],
} as const satisfies Record<string, readonly Proof[]>

export type ProvedCall = keyof typeof PROOFS_NEEDED

export type Refused = ReturnType<typeof refuse>

/** Audit actor of a proof, even if a user is signed in: the proof identifies the person, not the session. */
export const VISITOR: Context['actor'] = { kind: 'visitor', accountId: null }

/**
 * Returns undefined if the registration has every proof the call needs. The refusal does not reveal which one is
 * missing.
 */
export function missingProof(call: ProvedCall, registration: RegistrationRow): Refused | undefined {
  const needed: readonly Proof[] = PROOFS_NEEDED[call]
  if (needed.every((proof) => PROOFS[proof](registration))) return undefined
  return registration.number_due
    ? refuse(407, PROOF_DUE_AGAIN, 'number-due')
    : refuse(400, PROOF_MISSING, 'proof-missing')
}

/** step1 passed, and its number is not due again after a return to the registration. */
export const hasStep1 = (registration: RegistrationRow): boolean => PROOFS.step1(registration)

/** A second tab may have started on another provider, so the posted NPI must match the current registration. */
export function otherNpi(registration: RegistrationRow, npiId: string | undefined): Refused | undefined {
  return npiId === registration.npi ? undefined : refuse(400, PROOF_MISSING, 'other-npi')
}

/** Proofs that depend on the method of step1. A different method drops them. */
export const DROPPED_BY_METHOD = {
  step1_method: null,
  step1_at: null,
  quiz_transaction_id: null,
  quiz_at: null,
  first_proof: null,
} as const

/** A different role also drops these proofs. A different NPI opens another registration. */
export const DROPPED_BY_ROLE = { ...DROPPED_BY_METHOD, captcha_at: null, account_found_at: null } as const

/** Verifies an answer once. It is then a proof of this registration only, for 30 minutes. */
export async function ensureCaptcha(context: Registering, captchaRes: string): Promise<Refused | undefined> {
  const { registration, db, now } = context
  if (isCaptchaFresh(context, registration)) return undefined
  if (captchaRes === '' && !registration.captcha_at) return refuse(400, COMPLETE_CAPTCHA, 'captcha-missing')
  const proof = { captcha_at: now }
  const isGood =
    captchaRes !== '' &&
    (await verifyCaptcha(context, captchaRes, (trx) => updateRegistration(trx, registration.id_hash, proof)))
  // A parallel request may have just verified the same answer for this registration.
  const isProved = isGood || isCaptchaFresh(context, await findRegistration(db, registration.id_hash))
  return isProved ? undefined : refuse(407, CAPTCHA_FAILED, 'captcha')
}

function isCaptchaFresh({ now, settings }: Context, registration: RegistrationRow | undefined): boolean {
  const freshAfter = new Date(now.getTime() - settings.lifetimes.captchaProof * 1000)
  return Boolean(registration?.captcha_at && registration.captcha_at > freshAfter)
}
