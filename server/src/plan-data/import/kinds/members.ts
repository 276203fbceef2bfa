import { normalizeMemberId } from '@portico/core/members/member-id'
import { sql } from 'kysely'
import { countStaged, mergeByKey } from '../merging/merge-by-key.ts'
import { checkRemovals } from '../merging/removals.ts'
import { FieldReader } from '../reading/field-reader.ts'
import type { ImportContext, ImportKind, MergeCounts, Trx } from '../staging/import-kind.ts'
import { STAGING, stageRows } from '../staging/staged-rows.ts'

const columns = [
  'member_id',
  'subscriber_id',
  'relationship',
  'first_name',
  'last_name',
  'birth_date',
  'plan_name',
  'effective_date',
  'termination_date',
  'email',
  'pcp_npi',
  'copay_office',
  'deductible',
  'deductible_met',
] as const

/** Required columns of a list of members; other absent columns keep their stored values. */
const required: readonly string[] = columns
  .slice(0, columns.indexOf('termination_date'))
  .filter((name) => name !== 'subscriber_id')

const typeOf = (name: string): string =>
  name.endsWith('_date') ? 'date' : /^(copay|deductible)/.test(name) ? 'numeric(12, 2)' : 'text'

export const members: ImportKind = {
  columns,
  required,
  allowsSnapshot: true,
  createReader() {
    const fields = new FieldReader(columns)
    return {
      readRow(record) {
        fields.open(record)
        const memberId = fields.memberId('member_id')
        const values = readMember(fields, memberId)
        if (!fields.problem) return values
        const staged = [memberId, ...columns.slice(1).map(() => null)]
        return memberId ? { reason: fields.problem, staged } : { reason: fields.problem }
      },
    }
  },
  openStaging: (trx) =>
    stageRows(trx, { columns: columns.map((name) => [name, typeOf(name)]), key: ['member_id'], merge: mergeMembers }),
}

async function mergeMembers(trx: Trx, context: ImportContext): Promise<MergeCounts> {
  const others = columns.filter(
    (name) => name !== 'member_id' && (name === 'subscriber_id' || context.present.has(name)),
  )
  const merge = { table: 'member', key: 'member_id', columns: others, canLeave: true }
  const before = context.snapshot ? await countCovered(trx) : 0
  const { inserted, updated } = await mergeByKey(trx, merge)
  const removed = context.snapshot ? await removeMissingMembers(trx, context, before) : { left: 0, suspended: 0 }
  return { inserted, updated, unchanged: (await countStaged(trx)) - inserted - updated, ...removed }
}

function readMember(fields: FieldReader, memberId: string): (string | null)[] {
  const relationship = fields.required('relationship').replace(/[a-z]/g, (letter) => letter.toUpperCase())
  const subscriberId = normalizeMemberId(fields.optional('subscriber_id') ?? '')
  if (!subscriberId && relationship !== 'SELF') fields.required('subscriber_id')
  return [
    memberId,
    subscriberId || memberId,
    relationship,
    fields.required('first_name'),
    fields.required('last_name'),
    fields.day('birth_date'),
    fields.required('plan_name'),
    fields.day('effective_date'),
    fields.optionalDay('termination_date'),
    fields.optionalEmail('email'),
    fields.optionalNpi('pcp_npi'),
    fields.optionalAmount('copay_office'),
    fields.optionalAmount('deductible'),
    fields.optionalAmount('deductible_met'),
  ]
}

const SUSPENDED_REASON = 'The plan no longer covers this member.'

async function countCovered(trx: Trx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from member where left_at is null`.execute(trx)
  return rows[0]?.count ?? 0
}

/**
 * A snapshot lists everyone the plan covers: missing members leave, and their portal accounts are suspended. Throws if
 * that is too much. `before` is the number of members before the import.
 */
async function removeMissingMembers(trx: Trx, context: ImportContext, before: number) {
  const left = await sql<{ member_id: string }>`
    update member set left_at = ${context.now}
    where left_at is null and not exists (select from ${sql.table(STAGING)} s where s.member_id = member.member_id)
    returning member_id`.execute(trx)
  const suspended = await trx
    .updateTable('account')
    .set({ state: 'SUSPENDED', suspended_reason: SUSPENDED_REASON, suspended_as: 'SYSTEM' })
    .where('state', '=', 'ACTIVE')
    .where((eb) => eb('member_id', '=', sql<string>`any(${left.rows.map((row) => row.member_id)}::text[])`))
    .returning('id')
    .execute()
  const accountIds = suspended.map((row) => row.id)
  const figures = { missing: left.rows.length, of: before, suspended: accountIds.length }
  checkRemovals(context, { what: 'members', ...figures, saas: [] })
  if (accountIds.length)
    await context.onSuspended(trx, { grantIds: [], accountIds, reason: SUSPENDED_REASON, now: context.now })
  return { left: left.rows.length, suspended: accountIds.length }
}
