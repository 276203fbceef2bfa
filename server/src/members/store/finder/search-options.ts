import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { isVisible, type Visible } from './visible.ts'

/**
 * Specialty codes of visible rows, as written there. Skips from value to value in the index practice_specialty, and reads
 * the rows of each value up to the first visible one.
 */
export async function findVisibleSpecialties(db: Db, visible: Visible): Promise<string[]> {
  const isIndexed = sql`r.left_at is null and r.published and r.specialty is not null`
  // As a column, the condition is evaluated for each inspected row; as a filter, it would be joined to whole tables.
  const { rows } = await sql<{ specialty: string }>`
    with recursive known as (
      (select r.specialty from practice r where ${isIndexed} order by r.specialty limit 1)
      union all
      select (select r.specialty from practice r where ${isIndexed} and r.specialty > k.specialty
        order by r.specialty limit 1)
      from known k where k.specialty is not null
    )
    select k.specialty from known k cross join lateral (
      select from (
        select ${isVisible(visible)} as is_visible from (
          select * from practice r where ${isIndexed} and r.specialty = k.specialty order by r.id offset 0) r
        offset 0) inspected
      where is_visible limit 1) found`.execute(db)
  return rows.map(({ specialty }) => specialty)
}

export type ListedPlan = { planId: string; name: string; networkId: string }

/** Plans by name. */
export async function findPlans(db: Db): Promise<ListedPlan[]> {
  const { rows } = await sql<ListedPlan>`
    select h.plan_id as "planId", h.name, h.network_id as "networkId" from health_plan h
    where h.left_at is null order by h.name, h.plan_id`.execute(db)
  return rows
}

/** The plan's name in the member's own record. */
export async function findPlanName(db: Db, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ plan_name: string | null }>`
    select m.plan_name from account a join member m on m.member_id = a.member_id
    where a.id = ${accountId} and a.kind = 'member'`.execute(db)
  return rows[0]?.plan_name ?? undefined
}
