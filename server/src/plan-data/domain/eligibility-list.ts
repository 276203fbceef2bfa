import { DAY_S, planDayOf } from '@portico/core/forms/calendar-day'
import { formatCalendarDay } from '@portico/core/forms/moments'
import { deductibleLeft, LIST_ROWS, LIST_TEXTS, readListRow } from '@portico/core/plan-data/eligibility-list'
import type {
  FindManyBody,
  LastList,
  ListAnswer,
  ListAnswers,
  ListRow,
} from '@portico/core/plan-data/eligibility-list-shapes'
import { recordAudit, recordAudits } from '#platform/audit/audit.ts'
import type { FileReply } from '#platform/calls/mount.ts'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import type { MemberTable } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import { findResults, insertResult } from '#platform/identity/session-results.ts'
import { randomId } from '#platform/keys/random-ids.ts'
import { hitMany, lockHits } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findAsOf } from '../store/as-of.ts'
import { findMembersByNames, findMembersByTypedIds, findProviderNames } from '../store/members.ts'
import { findReach } from '../store/reach.ts'
import { benefitsOf, describe, ELIGIBILITY_TEXTS } from './eligibility.ts'
import { csvFile, dateColumns } from './export-csv.ts'

type ReadRow = { at: number; row: Required<ListRow> }
/** What became of a row: a member, none, not looked up for lack of allowance, or malformed. */
type RowOutcome = { member: MemberTable } | { message: string; isAsked: boolean }

/**
 * Checks a list of members, or a part of one. The number of statements does not depend on the rows. The result is stored
 * for an hour (behaviour 23.1).
 */
export async function findMany(context: SignedIn, asked: FindManyBody): Promise<Outcome<ListAnswers>> {
  const { rows, firstIndex = 0, listId = randomId(16, 'base64url') } = asked
  if (rows.length === 0) return refuse(400, LIST_TEXTS.empty)
  if (firstIndex + rows.length > LIST_ROWS) return refuse(400, LIST_TEXTS.tooMany)
  const answered = await transact(context, async (inside): Promise<Outcome<ListAnswers>> => {
    const key = `eligibility-row:${inside.session.accountId}` as const
    const limit = inside.settings.limits.eligibilityRowsPerDayPerAccount
    if (!(await hitMany(inside, { key, limit, windowSeconds: DAY_S }, rows.length)))
      return refuse(407, LIST_TEXTS.limit)
    const outcomes = await lookUp(inside, rows)
    await recordAudits(inside, auditEntries(rows, outcomes))
    const answers = await describeAll(inside, { rows, outcomes, firstIndex })
    const total = Math.max(asked.total ?? 0, firstIndex + rows.length)
    const content: LastList = { rows: answers.map((answer, at) => ({ ...answer, asked: rows[at] ?? {} })), total }
    await insertResult(inside, 'ELIGIBILITY', { listId, firstRow: firstIndex, content })
    return { entity: { rows: answers } }
  })
  if ('entity' in answered)
    for (const { found } of answered.entity.rows) context.metrics.eligibilityRows.inc({ found: found ? 'yes' : 'no' })
  return answered
}

async function lookUp(inside: InTransaction<SignedIn>, rows: readonly ListRow[]): Promise<RowOutcome[]> {
  const read = rows.map(readListRow)
  const valid = read.flatMap((one, at): ReadRow[] => ('row' in one ? [{ at, row: one.row }] : []))
  const byId = valid.filter(({ row }) => row.memberId !== '')
  const byName = valid.filter(({ row }) => row.memberId === '')
  const outcomes = new Map([...(await lookUpIds(inside, byId)), ...(await lookUpNames(inside, byName))])
  return read.map((one, at) => {
    if ('problem' in one) return { message: one.problem, isAsked: false }
    return outcomes.get(at) ?? { message: ELIGIBILITY_TEXTS.notFound, isAsked: true }
  })
}

async function lookUpIds({ db }: InTransaction, asked: ReadRow[]): Promise<[number, RowOutcome][]> {
  if (asked.length === 0) return []
  const ids = asked.map(({ row }) => row.memberId)
  const found = await findMembersByTypedIds(db, ids)
  return asked.flatMap(({ at }, turn): [number, RowOutcome][] => {
    const member = found.get(turn)
    return member ? [[at, { member }]] : []
  })
}

/** Names without a match are counted, so that a list cannot be used to guess. Rows after the last one stay unanswered. */
async function lookUpNames(inside: InTransaction<SignedIn>, asked: ReadRow[]): Promise<[number, RowOutcome][]> {
  if (asked.length === 0) return []
  const key = `eligibility-name:${inside.session.accountId}` as const
  const limit = inside.settings.limits.eligibilityNamesNotFoundPerDayPerAccount
  const before = await lockHits(inside, { key, windowSeconds: DAY_S })
  const people = asked.map(({ row }) => row)
  const found = await findMembersByNames(inside.db, people)
  let missed = 0
  const outcomes = asked.map(({ at }, turn): [number, RowOutcome] => {
    if (before + missed >= limit) return [at, { message: LIST_TEXTS.byIdOnly, isAsked: false }]
    const member = found.get(turn)
    if (member) return [at, { member }]
    missed += 1
    return [at, { message: ELIGIBILITY_TEXTS.notFound, isAsked: true }]
  })
  if (missed > 0) await hitMany(inside, { key, limit, windowSeconds: DAY_S }, missed)
  return outcomes
}

/** One entry for each member asked about. */
const auditEntries = (rows: readonly ListRow[], outcomes: readonly RowOutcome[]) =>
  outcomes.flatMap((outcome, at) => {
    if ('message' in outcome && !outcome.isAsked) return []
    const memberId = 'member' in outcome ? outcome.member.member_id : ''
    const by = rows[at]?.memberId?.trim() ? 'member-id' : 'name'
    return [{ action: 'eligibility.asked' as const, details: { by, found: memberId !== '', memberId, list: true } }]
  })

type Answering = { rows: readonly ListRow[]; outcomes: readonly RowOutcome[]; firstIndex: number }

async function describeAll(
  inside: InTransaction<SignedIn>,
  { rows, outcomes, firstIndex }: Answering,
): Promise<ListAnswer[]> {
  const { db, now } = inside
  const pcps = outcomes.flatMap((outcome) => ('member' in outcome ? (outcome.member.pcp_npi ?? []) : []))
  const providers = await findProviderNames(db, [...new Set(pcps)], await findReach(inside, 'ELIG'))
  const asOf = await findAsOf(db, 'members')
  return outcomes.map((outcome, at) => {
    const index = firstIndex + at
    if ('message' in outcome) return { index, found: false, message: outcome.message, ...asOf }
    const { member } = outcome
    const pcp = providers.get(member.pcp_npi ?? '')
    const onDate = readDate(rows[at]) || planDayOf(now)
    const benefits = benefitsOf(member, pcp?.name ?? '')
    return { index, found: true, ...describe(member, onDate, now), ...benefits, pcpIsOwn: pcp?.isOwn ?? false, ...asOf }
  })
}

function readDate(row: ListRow | undefined): string {
  const read = readListRow(row ?? {})
  return 'row' in read ? read.row.onDate : ''
}

/** The caller's own last list, while it is less than an hour old. */
export async function findLastList(context: SignedIn): Promise<Outcome<LastList>> {
  const parts = await findResults<LastList>(context, 'ELIGIBILITY')
  return { entity: { rows: rowsOf(parts), total: Math.max(0, ...parts.map(({ total }) => total)) } }
}

const rowsOf = (parts: readonly LastList[]): LastList['rows'] => parts.flatMap(({ rows }) => rows)

export async function exportLastList(context: SignedIn): Promise<Outcome<FileReply>> {
  const rows = rowsOf(await findResults<LastList>(context, 'ELIGIBILITY'))
  if (rows.length === 0) return refuse(404, LIST_TEXTS.noList)
  await recordAudit(context, { action: 'eligibility.exported', details: { rows: rows.length } })
  const isCovered = (row: ListAnswer) => (row.coveredOnDate ? 'Covered' : 'Not covered')
  return csvFile<LastList['rows'][number]>('eligibility.csv', async (last) => (last ? [] : rows), {
    'Member ID': (row) => row.memberId ?? row.asked.memberId ?? '',
    'First name': (row) => row.firstName ?? row.asked.firstName ?? '',
    'Last name': (row) => row.lastName ?? row.asked.lastName ?? '',
    ...dateColumns('Birth date', (row) => row.birthDate ?? '', formatCalendarDay),
    ...dateColumns('Date of service', (row) => row.onDate ?? '', formatCalendarDay),
    Coverage: (row) => (row.found ? isCovered(row) : (row.message ?? '')),
    Plan: (row) => row.planName ?? '',
    Copay: (row) => row.copayOffice ?? '',
    Deductible: (row) => row.deductible ?? '',
    'Deductible met': (row) => row.deductibleMet ?? '',
    'Deductible left': deductibleLeft,
    'Primary care provider': (row) => row.pcpName ?? '',
    'PCP of this office': (row) => (row.pcpName ? (row.pcpIsOwn ? 'Yes' : 'No') : ''),
  })
}
