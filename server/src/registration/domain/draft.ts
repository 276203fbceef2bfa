import type { Continued, Draft, DraftBody } from '@portico/core/registration/model-shapes'
import { ALREADY_SUBMITTED, PROOF_DUE_AGAIN, PROOF_MISSING } from '@portico/core/registration/texts/sentences'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { type RegistrationRow, updateDraft, updateRegistration } from '../store/registrations.ts'
import { providerAccount, type Registering, type Visitor } from './proofs/current-registration.ts'
import { missingProof, otherNpi } from './proofs/proofs.ts'

/** Drafts: a visitor can continue a registration that they left (behaviour 7.20). */

/** saveDraft: the schema accepts only a closed list of fields. A path that ends on home clears the draft. */
export async function saveDraft(
  { db, registration }: Registering,
  { npiId, ...draft }: DraftBody,
): Promise<Outcome<true>> {
  const refused = missingProof('saveDraft', registration) ?? otherNpi(registration, npiId)
  if (refused) return refused
  if (registration.submitted_at) return refuse(407, ALREADY_SUBMITTED, 'already-submitted')
  if (registration.number_due) return refuse(407, PROOF_DUE_AGAIN, 'number-due')
  await updateDraft(db, registration.id_hash, draft.path.at(-1) === 'home' ? null : draft)
  return { entity: true }
}

/** The draft that valRegNpi offers: same NPI, brand, browser and person. */
export function draftOf(context: Visitor, npiId: string): Draft | undefined {
  const { registration, brand } = context
  if (!registration || !isLeft(registration) || registration.npi !== npiId || registration.brand !== brand.id)
    return undefined
  return registration.account_id === (providerAccount(context) ?? null) ? (registration.draft ?? undefined) : undefined
}

const isLeft = (registration: RegistrationRow): boolean =>
  registration.link_id === null && registration.submitted_at === null && registration.draft !== null

/**
 * continueRegistration: after step1, returns the typed data once each time that its number was entered again. The call
 * asks for the number itself, so that no caller can leave out valRegNpi.
 */
export async function continueRegistration(
  { db, registration }: Registering,
  { npiId }: { npiId: string },
): Promise<Outcome<Continued>> {
  const refused = missingProof('continueRegistration', registration) ?? otherNpi(registration, npiId)
  if (refused) return refused
  if (!isLeft(registration) || !registration.draft) return refuse(400, PROOF_MISSING, 'nothing-left')
  const identifyFound = registration.quiz_at !== null
  if (registration.number_due || (registration.step1_at && !registration.number_repeated)) {
    if (!registration.number_due) await updateRegistration(db, registration.id_hash, { number_due: true })
    const left = { path: registration.draft.path, regBy: registration.draft.regBy ?? '', identifyFound }
    const unproved = { identifyFound: false, transactionId: '' }
    return { entity: { numberDue: registration.step1_method ?? 'ssn', left, ...unproved } }
  }
  if (registration.number_repeated) await updateRegistration(db, registration.id_hash, { number_repeated: false })
  const proved = { identifyFound, transactionId: registration.quiz_transaction_id ?? '' }
  return { entity: { numberDue: '', draft: registration.draft, ...proved } }
}
