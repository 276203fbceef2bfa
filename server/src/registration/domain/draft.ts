import type { Continued, Draft, DraftBody } from '@portico/core/registration/model-shapes'
import { ALREADY_SUBMITTED, PROOF_DUE_AGAIN, PROOF_MISSING } from '@portico/core/registration/texts/sentences'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { updateDraft } from '../store/registrations.ts'
import { type Held, providerAccount, type Registering, type Visitor } from './current-registration.ts'
import { missingProof, otherNpi } from './proofs/proofs.ts'

/** A registration that was left and can be gone on with (behaviour 7.20). */

/** saveDraft: the shape has let through the closed list alone. A path that ends on home leaves nothing to go on with. */
export async function saveDraft({ db, held }: Registering, { npiId, ...draft }: DraftBody): Promise<Outcome<true>> {
  const refused = missingProof('saveDraft', held) ?? otherNpi(held, npiId)
  if (refused) return refused
  if (held.submitted_at) return refuse(407, ALREADY_SUBMITTED, 'already-submitted')
  if (held.number_due) return refuse(407, PROOF_DUE_AGAIN, 'number-due')
  await updateDraft(db, held.id_hash, draft.path.at(-1) === 'home' ? null : draft)
  return { entity: true }
}

/** The draft that valRegNpi offers: of the same NPI, in the browser that left it, for the person who began it. */
export function draftOf(context: Visitor, npiId: string): Draft | undefined {
  const { held, brand } = context
  if (!held || !isLeft(held) || held.npi !== npiId || held.brand !== brand.id) return undefined
  return held.account_id === (providerAccount(context) ?? null) ? (held.draft ?? undefined) : undefined
}

const isLeft = (held: Held): boolean => held.link_id === null && held.submitted_at === null && held.draft !== null

/** continueRegistration: nothing of what was typed before the number that proved is right again. */
export async function continueRegistration(
  { held }: Registering,
  { npiId }: { npiId: string },
): Promise<Outcome<Continued>> {
  const refused = missingProof('continueRegistration', held) ?? otherNpi(held, npiId)
  if (refused) return refused
  if (!isLeft(held) || !held.draft) return refuse(400, PROOF_MISSING, 'nothing-left')
  const unproved = { identifyFound: false, transactionId: '' }
  if (held.number_due) return { entity: { numberDue: held.step1_method ?? 'ssn', ...unproved } }
  const proved = { identifyFound: held.quiz_at !== null, transactionId: held.quiz_transaction_id ?? '' }
  return { entity: { numberDue: '', draft: held.draft, ...proved } }
}
