import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { planDayOf } from '@portico/core/forms/calendar-day'
import type { DrawSampleBody, Redrawn } from '@portico/core/provider-directory/attestation/shapes'
import { ATTESTATION_TEXTS } from '@portico/core/provider-directory/attestation/statement'
import type { InTransaction, SignedIn, Trx } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import {
  type DrawnPractice,
  findDrawn,
  findFrame,
  findSampledPractices,
  findSampleFrame,
  findShown,
  insertSample,
} from '../../store/attestation/samples.ts'
import { sampleDrawn } from '../events.ts'

const compress = promisify(gzip)
const expand = promisify(gunzip)
const hashOf = (frame: string): string => createHash('sha256').update(frame).digest('hex')

/** Draws in one snapshot of the directory, so that frame and rows belong together. */
export const drawSample = (context: SignedIn, body: DrawSampleBody): Promise<Outcome<{ id: string }>> =>
  transact(context, (inside) => drawInside(inside, body), 'repeatable read')

async function drawInside(inside: InTransaction<SignedIn>, { size, seed: given }: DrawSampleBody) {
  const { db, now, session } = inside
  const seed = given || randomBytes(8).toString('hex')
  const drawn = await storeSample(db, { seed, size, now, accountId: session.accountId })
  if ('refusal' in drawn) return drawn
  const { id, ...frame } = drawn.entity
  await announce(inside, sampleDrawn, { details: { sample: id, seed, isSeedGiven: given !== '', size, ...frame } })
  return { entity: { id } }
}

type Draw = { seed: string; size: number; now: Date; accountId: string }
type Stored = { id: string; frameSize: number; frameSha256: string }

/** Draws from the rows that are published now, and stores the sample with them. */
export async function storeSample(db: Trx, { seed, size, now, accountId }: Draw): Promise<Outcome<Stored>> {
  const day = planDayOf(now)
  const frame = await findFrame(db, day)
  if (frame === '') return refuse(400, ATTESTATION_TEXTS.emptyDirectory)
  const frameSize = frame.split('\n').length
  if (size > frameSize) return refuse(400, ATTESTATION_TEXTS.tooLarge)
  const rows = await findRows(db, frame, { seed, size })
  const frameSha256 = hashOf(frame)
  const drawn = { seed, size, day, frame_size: frameSize, frame_sha256: frameSha256 }
  const sample = { ...drawn, frame: await compress(frame), drawn_at: now, drawn_by: accountId }
  return { entity: { id: await insertSample(db, sample, rows), frameSize, frameSha256 } }
}

async function findRows(db: Trx, frame: string, draw: { seed: string; size: number }) {
  const lines = await findDrawn(db, frame, draw)
  const shown = await findShown(
    db,
    lines.map(({ practiceId }) => practiceId),
  )
  const byId = new Map(shown.map((row) => [row.practiceId, row]))
  return lines.map(({ practiceId }) => byId.get(practiceId)).filter((row): row is DrawnPractice => row !== undefined)
}

/** Verifies a sample: the stored frame has its hash, and the seed draws the same rows from it. */
export async function redrawSample({ db }: SignedIn, { id }: { id: string }): Promise<Outcome<Redrawn>> {
  const stored = await findSampleFrame(db, id)
  if (!stored) return refuse(404, ATTESTATION_TEXTS.unknownSample)
  const frame = (await expand(stored.frame)).toString()
  const drawn = await findDrawn(db, frame, stored)
  const rows = await findSampledPractices(db, id)
  const rowsMatch =
    rows.length === drawn.length &&
    rows.every(({ practiceId, npi }, index) => practiceId === drawn[index]?.practiceId && npi === drawn[index].npi)
  return { entity: { frameMatches: hashOf(frame) === stored.frameSha256, rowsMatch } }
}

/** The lines as they were hashed, without a line break at the end. */
export async function exportSampleFrame({ db }: SignedIn, { id }: { id: string }) {
  const stored = await findSampleFrame(db, id)
  if (!stored) return refuse(404, ATTESTATION_TEXTS.unknownSample)
  return { entity: { content: await expand(stored.frame), saveAs: `sample-${id}-frame.txt` } }
}
