import { ADULT_AGE } from '@portico/core/members/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import type { MemberTable } from '#platform/database/schema.ts'
import { withShownNames } from '#platform/database/shown-names.ts'

/** `today` is the date in the plan's time zone. */
export type Viewer = { accountId: string; today: string }

/**
 * Query for the people a member may see: the member, and a subscriber's dependents until their eighteenth birthday.
 * Every call of this area must read members and claims through it.
 */
export function visiblePeople({ accountId, today }: Viewer): RawBuilder<unknown> {
  return sql`
    with me as (
      select m.* from account a join member m on m.member_id = a.member_id
      where a.id = ${accountId} and a.kind = 'member'
    )
    select me.*, true as is_me from me
    union all
    select d.*, false as is_me from me join member d on d.subscriber_id = me.subscriber_id
    where me.relationship = 'SELF' and d.relationship <> 'SELF' and d.member_id <> me.member_id
      and d.birth_date > ${today}::date - make_interval(years => ${ADULT_AGE})`
}

export type VisiblePerson = Omit<MemberTable, 'email'> & { is_me: boolean; subscriber_name: string; pcp_name: string }

/** Lists the viewer first, then by age, oldest first. */
export async function findVisiblePeople(db: Db, viewer: Viewer): Promise<VisiblePerson[]> {
  const { rows } = await sql<VisiblePerson>`
    select v.member_id, v.subscriber_id, v.relationship, v.first_name, v.last_name, v.plan_name, v.left_at, v.is_me,
      v.birth_date::text, v.effective_date::text, v.termination_date::text,
      v.pcp_npi, v.copay_office::text, v.deductible::text, v.deductible_met::text,
      coalesce((select p.name from provider p where p.npi = v.pcp_npi), '') as pcp_name,
      coalesce(s.first_name || ' ' || s.last_name, '') as subscriber_name
    from (${visiblePeople(viewer)}) v left join member s on s.member_id = v.subscriber_id
    order by v.is_me desc, v.birth_date, v.member_id`.execute(db)
  return withShownNames(rows, 'pcp_name')
}
