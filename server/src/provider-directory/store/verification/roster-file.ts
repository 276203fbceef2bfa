import type { RosterHeading, RosterPreview } from '@portico/core/provider-directory/roster-shapes'
import { sql } from 'kysely'
import type { Context, Db } from '#platform/context.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import type { Scope } from '../scope.ts'
import { coveredNpis } from './covered.ts'

/** What the columns of the scope's last spreadsheet hold. */
export async function findHeadings(db: Db, { kind, id }: Scope): Promise<RosterHeading[]> {
  const { rows } = await sql<{ headings: RosterHeading[] }>`
    select h.headings from roster_file_heading h where h.scope_kind = ${kind} and h.scope_id = ${id}`.execute(db)
  return rows[0]?.headings ?? []
}

export async function saveHeadings(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { kind, id }: Scope,
  headings: RosterHeading[],
): Promise<void> {
  await sql`
    insert into roster_file_heading (scope_kind, scope_id, headings, used_at)
    values (${kind}, ${id}, ${JSON.stringify(headings)}::jsonb, ${now})
    on conflict (scope_kind, scope_id) do update set headings = excluded.headings, used_at = excluded.used_at`.execute(
    db,
  )
}

const UNNAMED_SHOWN = 100

/** Providers of the scope that are not among the given ones. */
export async function findUnnamedProviders(db: Db, scope: Scope, npis: string[]): Promise<RosterPreview['unnamed']> {
  const columns = { kind: sql`${scope.kind}::text`, id: sql`${scope.id}::text` }
  const { rows } = await sql<{ npi: string; providerName: string; total: number }>`
    select c.npi, coalesce(p.name, 'NPI ' || c.npi) as "providerName", count(*) over ()::int as total
    from (${coveredNpis(columns)}) c left join provider p on p.npi = c.npi
    where c.npi <> all(${npis}::text[]) order by p.name, c.npi limit ${UNNAMED_SHOWN}`.execute(db)
  const shown = withShownNames(rows, 'providerName')
  return { rows: shown.map(({ npi, providerName }) => ({ npi, providerName })), total: rows[0]?.total ?? 0 }
}
