import { planDayOf } from '@portico/core/forms/calendar-day'
import { HIDDEN } from '@portico/core/forms/formats'
import { HIDDEN_CHARACTERS } from '@portico/core/forms/sentences'
import { checkAttestationForm } from '@portico/core/provider-directory/attestation/forms'
import type {
  AttestationRow,
  Attestations,
  RecordAttestationBody,
  WithdrawAttestationBody,
} from '@portico/core/provider-directory/attestation/shapes'
import {
  ATTESTATION_STATEMENT,
  ATTESTATION_TEXTS,
  ATTESTED_DAYS_MAX,
} from '@portico/core/provider-directory/attestation/statement'
import type { SignedIn } from '#platform/context.ts'
import { isoTime } from '#platform/database/paged-list.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { daysBefore } from '#platform/operations/scheduled-job.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import {
  type AttestationFacts,
  findAttestation,
  findAttestations,
  insertAttestation,
  insertWithdrawal,
  isAttested,
  lockPublication,
} from '../../store/attestation/attestations.ts'
import { findLatestPublication } from '../../store/publishing/publications.ts'
import { attestationRecorded, attestationWithdrawn } from '../events.ts'

/** Older attestations are only in the export. */
const LISTED = 200

export const toAttestationRow = ({
  publishedAt,
  recordedAt,
  withdrawnAt,
  ...facts
}: AttestationFacts): AttestationRow => ({
  ...facts,
  publishedAt: isoTime(publishedAt),
  recordedAt: isoTime(recordedAt),
  withdrawnAt: isoTime(withdrawnAt),
})

export async function listAttestations({ db }: SignedIn): Promise<Attestations> {
  const publication = await findLatestPublication(db)
  const current = publication
    ? {
        manifestSha256: publication.manifestSha256,
        publishedAt: isoTime(publication.publishedAt),
        resources: publication.resourceCount,
      }
    : null
  return { current, rows: (await findAttestations(db, LISTED)).map(toAttestationRow) }
}

/** Records what an officer signed. The manifest's hash comes from the record of the publication. */
export async function recordAttestation(context: SignedIn, given: RecordAttestationBody): Promise<Outcome<true>> {
  const problem = findProblem(given, context.now)
  if (problem) return refuse(400, problem)
  const [officerName, officerTitle] = [given.officerName.trim(), given.officerTitle.trim()]
  const { attestedOn } = given
  return transact(context, async (inside) => {
    const publication = await lockPublication(inside.db)
    if (!publication) return refuse(407, ATTESTATION_TEXTS.notPublished)
    if (publication.manifestSha256 !== given.seenSha256) return refuse(407, ATTESTATION_TEXTS.publishedAgain)
    const attested = { ...publication, officerName, officerTitle, attestedOn, statement: ATTESTATION_STATEMENT }
    if (await isAttested(inside.db, attested)) return refuse(407, ATTESTATION_TEXTS.recorded)
    const recorded = { now: inside.now, accountId: inside.session.accountId }
    const attestation = await insertAttestation(inside.db, attested, recorded)
    const details = { attestation, attestedOn, manifestSha256: publication.manifestSha256 }
    await announce(inside, attestationRecorded, { details })
    return { entity: true as const }
  })
}

function findProblem(given: RecordAttestationBody, now: Date): string | undefined {
  const { officerName, officerTitle, attestedOn } = given
  const [first] = Object.values(checkAttestationForm(given))
  if (first) return first
  if (HIDDEN.test(officerName) || HIDDEN.test(officerTitle)) return HIDDEN_CHARACTERS
  const isRecent = attestedOn <= planDayOf(now) && attestedOn >= planDayOf(daysBefore(now, ATTESTED_DAYS_MAX))
  return isRecent ? undefined : ATTESTATION_TEXTS.badDay
}

/** A withdrawal is a row of its own; the attestation stays as it was recorded. */
export async function withdrawAttestation(context: SignedIn, given: WithdrawAttestationBody): Promise<Outcome<true>> {
  const reason = given.reason.trim()
  if (reason === '') return refuse(400, ATTESTATION_TEXTS.enterReason)
  return transact(context, async (inside) => {
    const attestation = await findAttestation(inside.db, given.id)
    if (!attestation) return refuse(404, ATTESTATION_TEXTS.unknownAttestation)
    const recorded = { now: inside.now, accountId: inside.session.accountId }
    const isWithdrawn = await insertWithdrawal(inside.db, { id: given.id, reason }, recorded)
    if (!isWithdrawn) return refuse(407, ATTESTATION_TEXTS.withdrawn)
    const details = { attestation: given.id, manifestSha256: attestation.manifestSha256 }
    await announce(inside, attestationWithdrawn, { details })
    return { entity: true as const }
  })
}
