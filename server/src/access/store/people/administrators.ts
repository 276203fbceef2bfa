import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'
import { findScopes } from './scopes.ts'

export type Administrator = {
  accountId: string
  firstName: string
  lastName: string
  email: string
  brand: string
  role: 'SAA' | 'AA'
  /** The queried entities for which this user has a grant. */
  entities: string[]
  /** The subset for which the user is SAA. */
  saaOf: string[]
}

/** Compares a single value with `=`, because PostgreSQL plans an array anew each time. */
const amongTexts = (texts: string[]) => (texts.length === 1 ? sql`${texts[0]}` : sql`any(${texts}::text[])`)

/** Administrators of these entities in the given roles, by the grants that reach them. */
export async function findAdministrators(
  db: Db,
  coveredBy: string[],
  roles: ('SAA' | 'AA')[],
): Promise<Administrator[]> {
  if (coveredBy.length === 0) return []
  const { rows } = await sql<Administrator>`
    select a.id as "accountId", a.first_name as "firstName", a.last_name as "lastName", a.email, a.brand,
      max(g.role) as role, array_agg(g.entity) as entities,
      coalesce(array_agg(g.entity) filter (where g.role = 'SAA'), '{}') as "saaOf"
    from access_grant g join account a on a.id = g.account_id
    where g.entity = ${amongTexts(coveredBy)} and g.state = 'ACTIVE' and g.role = ${amongTexts(roles)}
      and a.state = 'ACTIVE'
    group by a.id order by a.id`.execute(db)
  return rows
}

type Reach = { coveredBy: string[] }

/** All entities that cover at least one of these scopes. */
export const coveringAny = (scopes: Reach[]): string[] => [...new Set(scopes.flatMap(({ coveredBy }) => coveredBy))]

/** Administrators who reach all of these scopes. A request is decided as a whole. */
export const reachingAll = (administrators: Administrator[], scopes: Reach[]): Administrator[] =>
  administrators.filter(({ entities }) =>
    scopes.every(({ coveredBy }) => coveredBy.some((entity) => entities.includes(entity))),
  )

/** Administrators who reach this scope in one of these roles, each with their highest role there. */
export const reachingAs = (
  administrators: Administrator[],
  { coveredBy }: Reach,
  roles: Administrator['role'][],
): Administrator[] =>
  administrators
    .filter(({ entities }) => coveredBy.some((entity) => entities.includes(entity)))
    .map((person): Administrator => {
      const isSaa = coveredBy.some((entity) => person.saaOf.includes(entity))
      return { ...person, role: isSaa ? 'SAA' : 'AA' }
    })
    .filter(({ role }) => roles.includes(role))

/** The provider's mail address on file. It gets a notice of every request made for the provider. */
export async function findProviderEmail(db: Db, npi: string): Promise<string | undefined> {
  const rows = await runPrepared<{ email: string | null }>(db, emailSql, [npi])
  return rows[0]?.email ?? undefined
}

const emailSql = 'select provider_email as email from network_provider where npi = $1 and left_at is null'

/**
 * Permissions of the active SAAs of an NPI, group or organization, by its bare id. An NPI without its own SAA uses
 * those of its groups and its organization.
 */
export async function findSaaPermissions(db: Db, entityId: string): Promise<string[][]> {
  const own = [`NPI:${entityId}`, `GROUP:${entityId}`, `PO:${entityId}`]
  const direct = await sql<{ permissions: string[] }>`
    select permissions from access_grant
    where role = 'SAA' and state = 'ACTIVE' and entity = any(${own}::text[])
    union all
    select permissions from access_grant
    where role = 'SAA' and state = 'ACTIVE' and scope_kind = 'PO' and scope_id = ${entityId} and group_id is not null`.execute(
    db,
  )
  if (direct.rows.length > 0) return direct.rows.map((row) => row.permissions)
  const reach = [...(await findScopes(db, own)).values()].flatMap((scope) => scope.coveredBy)
  const above = await db
    .selectFrom('access_grant')
    .select('permissions')
    .where('role', '=', 'SAA')
    .where('state', '=', 'ACTIVE')
    .where('entity', 'in', reach)
    .execute()
  return above.map((row) => row.permissions)
}
