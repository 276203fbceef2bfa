import type { SampleField, SampleOutcome } from '@portico/core/provider-directory/attestation/sample-fields'
import type { ShownPractice } from '@portico/core/provider-directory/attestation/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/context.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { isPublished } from '../published.ts'

/**
 * The rows that can be drawn on this day (a day in the plan's time zone): lines 'practice id,NPI' in the order of the
 * ids. Empty if nothing is published.
 */
export async function findFrame(db: Db, today: string): Promise<string> {
  const { rows } = await sql<{ frame: string | null }>`
    select string_agg(r.id || ',' || r.npi, E'\n' order by r.id) as frame
    from practice r where ${isPublished(today)}`.execute(db)
  return rows[0]?.frame ?? ''
}

export type DrawnLine = { practiceId: string; npi: string }

/**
 * The first lines of the frame in the order of SHA-256(seed, colon, line). Each set of lines of this size is equally
 * likely, and the same seed and frame give the same lines in the same order, also in other programs.
 */
export async function findDrawn(db: Db, frame: string, { seed, size }: { seed: string; size: number }) {
  const { rows } = await sql<DrawnLine>`
    select split_part(line, ',', 1) as "practiceId", split_part(line, ',', 2) as npi
    from string_to_table(${frame}, E'\n') as line
    order by sha256(convert_to(${seed}::text || ':' || line, 'UTF8')), line collate "C" limit ${size}`.execute(db)
  return rows
}

export type DrawnPractice = DrawnLine & { shown: ShownPractice }

/** What the directory says about the rows, by their ids. */
export async function findShown(db: Db, practiceIds: readonly string[]): Promise<DrawnPractice[]> {
  const { rows } = await sql<DrawnPractice>`
    select r.id as "practiceId", r.npi, json_build_object('name', p.name, 'locationName', coalesce(l.name, ''),
      'address', concat_ws(', ', nullif(l.address_1, ''), nullif(l.address_2, ''), nullif(l.city, ''),
        nullif(concat_ws(' ', l.state, l.zip), '')),
      'phone', coalesce(l.phone, ''), 'specialty', coalesce(r.specialty, ''),
      'acceptingNewPatients', coalesce(r.accepting_new_patients, ''),
      'network', coalesce((select min(h.network_name) from health_plan h
        where h.network_id = r.network_id and h.left_at is null), r.network_id, ''),
      'plans', array(select h.name from health_plan h
        where h.network_id = r.network_id and h.left_at is null order by h.name, h.plan_id)) as shown
    from practice r join provider p on p.npi = r.npi join practice_location l on l.location_id = r.location_id
    where r.id = any(${practiceIds}::bigint[])`.execute(db)
  return rows.map(({ shown, ...row }) => ({ ...row, shown: withShownNames([shown], 'name')[0] ?? shown }))
}

export type NewSample = {
  seed: string
  size: number
  day: string
  frame_size: number
  frame_sha256: string
  frame: Buffer
  drawn_at: Date
  drawn_by: string
}

export async function insertSample(trx: Trx, sample: NewSample, rows: readonly DrawnPractice[]): Promise<string> {
  const { id } = await trx.insertInto('directory_sample').values(sample).returning('id').executeTakeFirstOrThrow()
  const drawn = rows.map(({ practiceId, npi, shown }, index) => ({
    sample_id: id,
    position: index + 1,
    practice_id: practiceId,
    npi,
    shown: JSON.stringify(shown),
  }))
  await trx.insertInto('sampled_practice').values(drawn).execute()
  return id
}

export type SampleFacts = {
  id: string
  seed: string
  size: number
  day: string
  frameSize: number
  frameSha256: string
  drawnAt: Date
  drawnBy: string
  finishedAt: Date | null
  entered: number
  reached: number
  correct: number
}

const isCorrect = sql`(s.outcome = 'REACHED' and s.wrong_fields = '{}')`
const counts = sql`count(s.outcome)::int as entered, (count(*) filter (where s.outcome = 'REACHED'))::int as reached,
  (count(*) filter (where ${isCorrect}))::int as correct`

/** Newest first. */
async function findFacts(db: Db, matching: RawBuilder<unknown>): Promise<SampleFacts[]> {
  const { rows } = await sql<SampleFacts>`
    select t.id, t.seed, t.size, t.day::text, t.frame_size as "frameSize", t.frame_sha256 as "frameSha256",
      t.drawn_at as "drawnAt", a.first_name || ' ' || a.last_name as "drawnBy", t.finished_at as "finishedAt", c.*
    from (select * from directory_sample t ${matching}) t join account a on a.id = t.drawn_by
    cross join lateral (select ${counts} from sampled_practice s where s.sample_id = t.id) c
    order by t.id desc`.execute(db)
  return rows
}

/** Older samples than these are not listed. */
const LISTED = 200

export const findSamples = (db: Db): Promise<SampleFacts[]> => findFacts(db, sql`order by t.id desc limit ${LISTED}`)

export const findSample = async (db: Db, id: string): Promise<SampleFacts | undefined> =>
  (await findFacts(db, sql`where t.id = ${id}`))[0]

export type SampledPractice = {
  position: number
  practiceId: string
  npi: string
  shown: ShownPractice
  outcome: SampleOutcome | null
  wrongFields: SampleField[]
  note: string
  version: number
  enteredAt: Date | null
  enteredBy: string
}

/** In the order in which they were drawn. */
export async function findSampledPractices(db: Db, sampleId: string, position?: number): Promise<SampledPractice[]> {
  const one = position === undefined ? sql`` : sql`and s.position = ${position}`
  const { rows } = await sql<SampledPractice>`
    select s.position, s.practice_id as "practiceId", s.npi, s.shown, s.outcome, s.wrong_fields as "wrongFields", s.note,
      s.version, s.entered_at as "enteredAt", coalesce(a.first_name || ' ' || a.last_name, '') as "enteredBy"
    from sampled_practice s left join account a on a.id = s.entered_by
    where s.sample_id = ${sampleId} ${one} order by s.position`.execute(db)
  return rows
}

export async function findSampleFrame(db: Db, id: string) {
  return db
    .selectFrom('directory_sample')
    .select(['frame', 'frame_sha256 as frameSha256', 'seed', 'size'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** `share` lets others save results at the same time, but not finish the sample. */
export async function lockSample(trx: Trx, id: string, mode: 'share' | 'update') {
  const query = trx.selectFrom('directory_sample').select(['id', 'finished_at', 'size', 'seed']).where('id', '=', id)
  return (mode === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst()
}

type Result = {
  sampleId: string
  position: number
  outcome: SampleOutcome | null
  wrongFields: readonly SampleField[]
  note: string
}

/** Returns the new version, or undefined if the row has another version. */
export async function updateResult(
  trx: Trx,
  { sampleId, position, outcome, wrongFields, note }: Result,
  entered: { version: number; now: Date; accountId: string },
): Promise<number | undefined> {
  const row = await trx
    .updateTable('sampled_practice')
    .set({
      outcome,
      wrong_fields: [...wrongFields],
      note,
      version: entered.version + 1,
      entered_at: entered.now,
      entered_by: entered.accountId,
    })
    .where('sample_id', '=', sampleId)
    .where('position', '=', position)
    .where('version', '=', entered.version)
    .returning('version')
    .executeTakeFirst()
  return row?.version
}

export async function updateSampleFinished(
  trx: Trx,
  id: string,
  finished: { reached: number; correct: number; now: Date; accountId: string },
): Promise<void> {
  await trx
    .updateTable('directory_sample')
    .set({
      finished_at: finished.now,
      finished_by: finished.accountId,
      reached: finished.reached,
      correct: finished.correct,
    })
    .where('id', '=', id)
    .execute()
}

/** Finished samples by the day they were drawn, oldest first. */
export async function findScoresSince(db: Db, from: string): Promise<{ day: string; size: number; correct: number }[]> {
  const { rows } = await sql<{ day: string; size: number; correct: number }>`
    select day::text, size, correct from directory_sample
    where finished_at is not null and day >= ${from}::date order by day, id`.execute(db)
  return rows
}
