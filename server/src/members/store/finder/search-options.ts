import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'

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
