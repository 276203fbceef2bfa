import { sql } from 'kysely'
import { countStaged, mergeByKey } from '../merging/merge-by-key.ts'
import { checkRemovals } from '../merging/removals.ts'
import { FieldReader } from '../reading/field-reader.ts'
import type { ImportContext, ImportKind, MergeCounts, Trx } from '../staging/import-kind.ts'
import { STAGING, stageRows } from '../staging/staged-rows.ts'

const columns = ['plan_id', 'name', 'product', 'network_id', 'network_name'] as const

/** The plan's products, each with its network. */
export const plans: ImportKind = {
  columns,
  required: ['plan_id', 'name', 'network_id'],
  allowsSnapshot: true,
  createReader() {
    const fields = new FieldReader(columns)
    return {
      readRow(record) {
        fields.open(record)
        const planId = fields.code('plan_id')
        const values = [
          planId,
          fields.required('name'),
          fields.optional('product'),
          fields.code('network_id'),
          fields.optional('network_name'),
        ]
        if (!fields.problem) return values
        return planId
          ? { reason: fields.problem, staged: [planId, null, null, null, null] }
          : { reason: fields.problem }
      },
    }
  },
  openStaging: (trx) =>
    stageRows(trx, { columns: columns.map((name) => [name, 'text collate "C"']), key: ['plan_id'], merge: mergePlans }),
}

async function mergePlans(trx: Trx, context: ImportContext): Promise<MergeCounts> {
  const given = columns.slice(1).filter((name) => context.present.has(name))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from health_plan where left_at is null`.execute(trx)
  const { inserted, updated } = await mergeByKey(trx, {
    ...{ table: 'health_plan', key: 'plan_id', columns: given, canLeave: true },
    stamp: { column: 'changed_at', at: context.now },
  })
  const left = context.snapshot ? await removeMissingPlans(trx, context, rows[0]?.count ?? 0) : 0
  return { inserted, updated, unchanged: (await countStaged(trx)) - inserted - updated, left }
}

async function removeMissingPlans(trx: Trx, context: ImportContext, before: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update health_plan p set left_at = ${context.now}, changed_at = ${context.now}
    where left_at is null and not exists (select from ${sql.table(STAGING)} s where s.plan_id = p.plan_id)`.execute(trx)
  const missing = Number(numAffectedRows)
  checkRemovals(context, { what: 'plans', missing, of: before, suspended: 0, saas: [] })
  return missing
}
