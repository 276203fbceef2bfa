import { COMPLETE_CAPTCHA } from '@portico/core/forms/messages'
import { CAPTCHA_FAILED, PROOF_DUE_AGAIN, PROOF_MISSING } from '@portico/core/registration/texts/sentences'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/outcome.ts'
import { findRegistration, type RegistrationRow, updateRegistration } from '../../store/registrations.ts'
import type { Registering } from '../current-registration.ts'
import { verifyCaptcha } from './captcha.ts'

/** What a registration can have proved. None of it is ever read from what the browser posts. */
const PROOFS = {
  /** Opened by valRegNpi for an NPI that may register. */
  npi: (registration) => registration.npi !== null && registration.link_id === null,
  /** step1 passed, by any method. */
  step1: (registration) => registration.step1_at !== null && !registration.number_due,
  /** step1 passed with something only the provider should know. */
  ssnOrTin: (registration) =>
    registration.step1_at !== null &&
    !registration.number_due &&
    (registration.step1_method === 'ssn' || registration.step1_method === 'tin'),
  /** The identity quiz of this registration ended with PASS. */
  quiz: (registration) => registration.quiz_at !== null && registration.quiz_transaction_id !== null,
  /** nonSaaNpiProfile was answered for the role AA or AU. */
  nonSaaProfile: (registration) => registration.profile_role === 'AA' || registration.profile_role === 'AU',
  /** No other role was asked for last. */
  saaRole: (registration) => registration.profile_role === null || registration.profile_role === 'SAA',
  /** Opened by regByReqId: the link of a request made in a provider's name. */
  requestLink: (registration) => registration.link_id !== null && registration.npi !== null,
  /** Opened by profileByActivationId. */
  activationLink: (registration) => registration.link_id !== null && registration.npi === null,
} satisfies Record<string, (registration: RegistrationRow) => boolean>

export type Proof = keyof typeof PROOFS

/** What each call must find (behaviour 7.5), in the order it is checked. The captcha comes after, by ensureCaptcha. */
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

/** On record for what a registration proves, also where somebody signed in asks for more: the proof makes the person. */
export const VISITOR: Context['actor'] = { kind: 'visitor', accountId: null }

/** Nothing when the registration holds all the call needs. Which proof is missing is not told. */
export function missingProof(call: ProvedCall, registration: RegistrationRow): Refused | undefined {
  const needed: readonly Proof[] = PROOFS_NEEDED[call]
  if (needed.every((proof) => PROOFS[proof](registration))) return undefined
  return registration.number_due
    ? refuse(407, PROOF_DUE_AGAIN, 'number-due')
    : refuse(400, PROOF_MISSING, 'proof-missing')
}

/** step1 was passed, and nobody has come back to it since without its number. */
export const hasStep1 = (registration: RegistrationRow): boolean => PROOFS.step1(registration)

/** A second tab may have started on another provider: what is posted must be about the registration the server holds. */
export function otherNpi(registration: RegistrationRow, npiId: string | undefined): Refused | undefined {
  return npiId === registration.npi ? undefined : refuse(400, PROOF_MISSING, 'other-npi')
}

/** Proofs that rest on the method of step1: another method drops them. */
export const DROPPED_BY_METHOD = {
  step1_method: null,
  step1_at: null,
  quiz_transaction_id: null,
  quiz_at: null,
  first_proof: null,
} as const

/** Changing the role drops the proofs that rested on it, as changing the method does. Another NPI opens another registration. */
export const DROPPED_BY_ROLE = { ...DROPPED_BY_METHOD, captcha_at: null, account_found_at: null } as const

/** An answer is verified once and is then a proof of this registration, and of no other, for 30 minutes. */
export async function ensureCaptcha(context: Registering, captchaRes: string): Promise<Refused | undefined> {
  const { registration, db, now } = context
  if (isCaptchaFresh(context, registration)) return undefined
  if (captchaRes === '' && !registration.captcha_at) return refuse(400, COMPLETE_CAPTCHA, 'captcha-missing')
  const proof = { captcha_at: now }
  const isGood =
    captchaRes !== '' &&
    (await verifyCaptcha(context, captchaRes, (trx) => updateRegistration(trx, registration.id_hash, proof)))
  // Sent twice at once, the answer has just been verified for this very registration.
  const isProved = isGood || isCaptchaFresh(context, await findRegistration(db, registration.id_hash))
  return isProved ? undefined : refuse(407, CAPTCHA_FAILED, 'captcha')
}

function isCaptchaFresh({ now, settings }: Context, registration: RegistrationRow | undefined): boolean {
  const freshAfter = new Date(now.getTime() - settings.lifetimes.captchaProof * 1000)
  return Boolean(registration?.captcha_at && registration.captcha_at > freshAfter)
}
