import { specialtyLabel } from '@portico/core/plan-data/specialties'
import type { SampleField } from '@portico/core/provider-directory/attestation/sample-fields'
import type { Sample, SampledRow, SampleRow, SaveResultBody } from '@portico/core/provider-directory/attestation/shapes'
import { ATTESTATION_TEXTS } from '@portico/core/provider-directory/attestation/statement'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import { isoTime } from '#platform/database/paged-list.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import {
  findSample,
  findSampledPractices,
  findSamples,
  lockSample,
  type SampledPractice,
  type SampleFacts,
  updateResult,
  updateSampleFinished,
} from '../../store/attestation/samples.ts'
import { sampleFinished, sampleResultSaved } from '../events.ts'

const toRow = ({ drawnAt, finishedAt, ...facts }: SampleFacts): SampleRow => ({
  ...facts,
  drawnAt: isoTime(drawnAt),
  finishedAt: isoTime(finishedAt),
})

/** Names of the specialties; a code that has none stays. */
const nameSpecialties = (codes: string): string =>
  codes
    .split(';')
    .filter(Boolean)
    .map((code) => specialtyLabel(code) ?? code)
    .join(', ')

const toSampledRow = ({ shown, outcome, enteredAt, practiceId: _, ...row }: SampledPractice): SampledRow => ({
  ...row,
  shown: { ...shown, specialty: nameSpecialties(shown.specialty) },
  outcome: outcome ?? '',
  enteredAt: isoTime(enteredAt),
})

export const listSamples = async ({ db }: SignedIn): Promise<SampleRow[]> => (await findSamples(db)).map(toRow)

export async function openSample({ db }: SignedIn, { id }: { id: string }): Promise<Outcome<Sample>> {
  const facts = await findSample(db, id)
  if (!facts) return refuse(404, ATTESTATION_TEXTS.unknownSample)
  return { entity: { ...toRow(facts), rows: (await findSampledPractices(db, id)).map(toSampledRow) } }
}

/** Saves one call. Callers of different rows do not wait for each other; finishing the sample waits for all of them. */
export async function saveSampleResult(
  context: SignedIn,
  given: SaveResultBody,
): Promise<Outcome<{ version: number }>> {
  if (given.wrongFields.length > 0 && given.outcome !== 'REACHED')
    return refuse(400, ATTESTATION_TEXTS.wrongWithoutCall)
  return transact(context, async (inside) => {
    const sample = await lockSample(inside.db, given.id, 'share')
    if (!sample) return refuse(404, ATTESTATION_TEXTS.unknownSample)
    if (sample.finished_at) return refuse(407, ATTESTATION_TEXTS.finished)
    const result = resultOf(given)
    const version = await updateResult(inside.db, result, {
      version: given.version,
      now: inside.now,
      accountId: inside.session.accountId,
    })
    if (version === undefined) return explainNotSaved(inside, given)
    await announce(inside, sampleResultSaved, {
      details: { sample: given.id, call: given.position, outcome: given.outcome, wrong: result.wrongFields },
    })
    return { entity: { version } }
  })
}

const resultOf = ({ id, position, outcome, wrongFields, note }: SaveResultBody) => ({
  sampleId: id,
  position,
  outcome: outcome || null,
  wrongFields: [...wrongFields].sort(),
  note: note.trim(),
})

/** The same result sent twice counts once. */
async function explainNotSaved({ db }: InTransaction, given: SaveResultBody): Promise<Outcome<{ version: number }>> {
  const [stored] = await findSampledPractices(db, given.id, given.position)
  if (!stored) return refuse(404, ATTESTATION_TEXTS.unknownRow)
  const { outcome, wrongFields, note } = resultOf(given)
  const isSame = stored.outcome === outcome && stored.note === note && areSame(stored.wrongFields, wrongFields)
  return isSame ? { entity: { version: stored.version } } : refuse(407, ATTESTATION_TEXTS.rowChanged)
}

const areSame = (some: readonly SampleField[], others: readonly SampleField[]): boolean => some.join() === others.join()

/** Fixes the score. Waits for results that are being saved. */
export async function finishSample(context: SignedIn, { id }: { id: string }): Promise<Outcome<true>> {
  return transact(context, async (inside) => {
    const sample = await lockSample(inside.db, id, 'update')
    if (!sample) return refuse(404, ATTESTATION_TEXTS.unknownSample)
    if (sample.finished_at) return refuse(407, ATTESTATION_TEXTS.finished)
    const facts = await findSample(inside.db, id)
    if (!facts || facts.entered < sample.size) return refuse(407, ATTESTATION_TEXTS.openCalls)
    const { reached, correct } = facts
    await updateSampleFinished(inside.db, id, {
      reached,
      correct,
      now: inside.now,
      accountId: inside.session.accountId,
    })
    const details = { sample: id, seed: sample.seed, size: sample.size, reached, correct }
    await announce(inside, sampleFinished, { details })
    return { entity: true as const }
  })
}
