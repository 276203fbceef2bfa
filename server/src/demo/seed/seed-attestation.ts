import { createHash } from 'node:crypto'
import { PLAN_ZONE, planDayOf } from '@portico/core/forms/calendar-day'
import { ATTESTATION_STATEMENT } from '@portico/core/provider-directory/attestation/statement'
import { sql, type Transaction } from 'kysely'
import type { Database } from '#platform/database/schema.ts'
import { daysBefore } from '#platform/operations/scheduled-job.ts'
import { storeSample } from '../../provider-directory/domain/attestation/draw-sample.ts'
import { insertAttestation } from '../../provider-directory/store/attestation/attestations.ts'

type Trx = Transaction<Database>

const DAYS = 42
const CURRENT_DAYS = 90

/** Six weeks of the console page 'Directory': daily figures, a finished sample, an open one, and an attestation. */
export async function seedAttestation(trx: Trx, now: Date): Promise<void> {
  await seedDays(trx, now)
  const [chief, reviewer] = [await findAccountId(trx, 'demostaff'), await findAccountId(trx, 'demoreview')]
  const finished = await draw(trx, { seed: 'fall-calls', size: 60, now: daysBefore(now, 24), accountId: chief })
  await enterResults(trx, finished, { calls: 60, at: daysBefore(now, 20), accountId: reviewer })
  await finish(trx, finished, { at: daysBefore(now, 19), accountId: chief })
  const open = await draw(trx, { seed: 'winter-calls', size: 40, now: daysBefore(now, 3), accountId: chief })
  await enterResults(trx, open, { calls: 12, at: daysBefore(now, 1), accountId: reviewer })
  await attest(trx, daysBefore(now, 16), chief)
}

/** The figures of each day before today, from the days on which rows were verified. The job adds those of today. */
const seedDays = (trx: Trx, now: Date) =>
  sql`
  insert into directory_day (day, checked_at, published_rows, verified_rows, providers, findings)
  select (d.at at time zone ${PLAN_ZONE})::date, d.at, count(*),
    count(*) filter (where r.verified_at between d.at - ${CURRENT_DAYS} * interval '1 day' and d.at),
    count(distinct r.npi), '{}'
  from practice r, generate_series(1, ${DAYS}) n, lateral (select ${now}::timestamptz - n * interval '1 day' as at) d
  where r.published and r.left_at is null
  group by d.at on conflict (day) do nothing`.execute(trx)

async function findAccountId(trx: Trx, username: string): Promise<string> {
  const query = trx.selectFrom('account').select('id').where('username_key', '=', username)
  return (await query.executeTakeFirstOrThrow()).id
}

async function draw(trx: Trx, given: Parameters<typeof storeSample>[1]): Promise<string> {
  const drawn = await storeSample(trx, given)
  if ('refusal' in drawn) throw new Error(`No sample for the demo: ${drawn.refusal.message}`)
  return drawn.entity.id
}

type Entered = { at: Date; accountId: string }

/** One office in 15 could not be reached, and one entry in eight has a wrong field. */
const enterResults = (trx: Trx, sample: string, { calls, at, accountId }: Entered & { calls: number }) =>
  sql`
  update sampled_practice set
    outcome = case when position % 15 = 0 then 'NOT_REACHED' else 'REACHED' end,
    wrong_fields = case when position % 15 = 0 then '{}' when position % 8 <> 3 then '{}'
      when position % 3 = 0 then '{acceptingNewPatients}' else '{phone}' end::text[],
    note = case when position % 15 = 0 then 'No answer on three days.' else '' end,
    version = 1, entered_at = ${at}, entered_by = ${accountId}
  where sample_id = ${sample} and position <= ${calls}`.execute(trx)

const finish = (trx: Trx, sample: string, { at, accountId }: Entered) =>
  sql`
  update directory_sample s set finished_at = ${at}, finished_by = ${accountId}, reached = c.reached, correct = c.correct
  from (select count(*) filter (where outcome = 'REACHED') as reached,
      count(*) filter (where outcome = 'REACHED' and wrong_fields = '{}') as correct
    from sampled_practice where sample_id = ${sample}) c
  where s.id = ${sample}`.execute(trx)

/** For a publication before the demo was loaded, so that its manifest is not among the files. */
const attest = (trx: Trx, at: Date, accountId: string) =>
  insertAttestation(
    trx,
    {
      officerName: 'Olivia Ormsby',
      officerTitle: 'Chief Compliance Officer',
      attestedOn: planDayOf(at),
      manifestSha256: createHash('sha256').update('the demo’s earlier publication').digest('hex'),
      publishedAt: daysBefore(at, 1),
      statement: ATTESTATION_STATEMENT,
    },
    { now: at, accountId },
  )
