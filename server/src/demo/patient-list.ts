import { planDayOf } from '@portico/core/forms/calendar-day'
import { csvLine } from '@portico/core/spreadsheet/csv-cell'
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

type Patient = { memberId: string; firstName: string; lastName: string; birthDate: string }

const HEADINGS = ['Member ID', 'First name', 'Last name', 'Birth date', 'Date of service']

/** The group of the demo's office, `demosaa`. */
const OFFICE = 'PG1002'

const blank = { memberId: '', firstName: '', lastName: '', birthDate: '' }

/**
 * A schedule of today with results of every kind: patients of this office and of another one, by ID and by name, one
 * whose coverage ended, one who is not found and one with a mistake.
 */
export async function findPatientList(context: Context): Promise<string[][]> {
  const [first, second, third] = await findPatients(context, { isOwn: true, limit: 3 })
  const [elsewhere] = await findPatients(context, { isOwn: false, limit: 1 })
  const ended = await findEnded(context)
  const today = planDayOf(context.now)
  const row = ({ memberId, firstName, lastName, birthDate }: Patient, onDate = today) => [
    memberId,
    firstName,
    lastName,
    birthDate,
    onDate,
  ]
  return [
    HEADINGS,
    ...[first, second, elsewhere, ended].flatMap((patient) => (patient ? [row(patient)] : [])),
    ...(third ? [row({ ...third, memberId: '' })] : []),
    row({ ...blank, firstName: 'Jon', lastName: 'Nosuchperson', birthDate: '1980-01-31' }),
    row({ ...blank, memberId: 'N9999999901' }, '2026-02-30'),
  ]
}

export const asCsv = (rows: readonly string[][]): string => `\uFEFF${rows.map(csvLine).join('')}`

export const asPasted = (rows: readonly string[][]): string => rows.map((cells) => cells.join('\t')).join('\n')

async function findPatients(
  { db, now }: Context,
  { isOwn, limit }: { isOwn: boolean; limit: number },
): Promise<Patient[]> {
  const { rows } = await sql<Patient>`
    select m.member_id as "memberId", m.first_name as "firstName", m.last_name as "lastName",
      m.birth_date::text as "birthDate"
    from member m
    where m.pcp_npi is not null and m.copay_office is not null and m.deductible is not null
      and m.termination_date is null and m.left_at is null and m.effective_date <= ${planDayOf(now)}
      and exists (select from group_member g where g.npi = m.pcp_npi and g.group_id = ${OFFICE}) = ${isOwn}
    order by m.member_id limit ${limit}`.execute(db)
  return rows
}

async function findEnded({ db }: Context): Promise<Patient | undefined> {
  const { rows } = await sql<Patient>`
    select member_id as "memberId", first_name as "firstName", last_name as "lastName", birth_date::text as "birthDate"
    from member where termination_date is not null order by member_id limit 1`.execute(db)
  return rows[0]
}
