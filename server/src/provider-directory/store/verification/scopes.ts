import { planDayOf } from '@portico/core/forms/calendar-day'
import type { VerificationScope } from '@portico/core/provider-directory/verify-shapes'
import { sql } from 'kysely'
import type { Context, Db } from '#platform/context.ts'
import type { ScopeKind } from '#platform/database/schema.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import type { Scope } from '../scope.ts'
import { coveredNpis, dueAt, isOfScope, isToVerify, scopesOf } from './covered.ts'

/** Days before the due date from which a row counts as due soon. */
export const DUE_SOON_DAYS = 30

const NAME = sql`case s.kind when 'NPI' then (select p.name from provider p where p.npi = s.id)
  when 'PO' then (select o.name from organization o where o.org_id = s.id)
  else (select v.name from provider_group v where v.group_id = s.id) end`

type ScopeRow = {
  kind: ScopeKind
  id: string
  name: string
  total: number
  verified: number
  overdue: number
  due_soon: number
  due_at: Date | null
  saved_at: Date | null
}

/** The scopes of an account with their progress, the earliest due date first. */
export async function findVerificationScopes(
  { db, now, settings }: Pick<Context, 'db' | 'now' | 'settings'>,
  accountId: string,
): Promise<VerificationScope[]> {
  const scope = { kind: sql`s.kind`, id: sql`s.id` }
  const soon = sql`${now}::timestamptz + make_interval(hours => ${DUE_SOON_DAYS * 24})`
  const { rows } = await sql<ScopeRow>`
    select s.kind, s.id, coalesce(${NAME}, s.id) as name, t.*, d.saved_at
    from (${scopesOf(sql`${accountId}`)}) s
    left join verification_draft d
      on d.account_id = ${accountId} and d.scope_kind = s.kind and d.scope_id = s.id
    cross join lateral (
      select count(*)::int as total,
        count(*) filter (where r.verified_at is not null and due_at > ${now})::int as verified,
        count(*) filter (where due_at <= ${now})::int as overdue,
        count(*) filter (where due_at > ${now} and due_at <= ${soon})::int as due_soon, min(due_at) as due_at
      from (${coveredNpis(scope)}) c join practice r on r.npi = c.npi
        join practice_location l on l.location_id = r.location_id
        cross join lateral (select ${dueAt(settings.directoryVerifyDays)} as due_at) due
      where ${isToVerify(planDayOf(now))} and ${isOfScope(scope)}) t
    order by t.due_at nulls last, name, s.id`.execute(db)
  return withShownNames(rows, 'name').map(
    ({ kind, id, name, total, verified, overdue, due_soon, due_at, saved_at }) => ({
      ...{ scopeKind: kind, scopeId: id, name, total, verified, overdue, dueSoon: due_soon },
      dueOn: due_at ? planDayOf(due_at) : '',
      draftSavedAt: saved_at?.toISOString() ?? '',
    }),
  )
}

/** Name of a scope as the plan's file has it. */
export async function findScopeName(db: Db, { kind, id }: Scope): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`
    select ${NAME} as name from (select ${kind} as kind, ${id} as id) s`.execute(db)
  return withShownNames([{ name: rows[0]?.name ?? id }], 'name')[0]?.name ?? id
}
