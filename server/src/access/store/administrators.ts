import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'

/** Everybody who can decide about AA (its SAA) and AU (SAA and AA) of these entities, by the grants that reach them. */
export async function findAdministrators(
  db: Db,
  coveredBy: string[],
  roles: ('SAA' | 'AA')[],
): Promise<
  { accountId: string; firstName: string; lastName: string; email: string; brand: string; role: 'SAA' | 'AA' }[]
> {
  if (coveredBy.length === 0) return []
  const { rows } = await sql<{
    accountId: string
    firstName: string
    lastName: string
    email: string
    brand: string
    role: 'SAA' | 'AA'
  }>`
    select distinct on (a.id) a.id as "accountId", a.first_name as "firstName", a.last_name as "lastName", a.email, a.brand, g.role
    from access_grant g join account a on a.id = g.account_id
    where g.entity = any(${coveredBy}::text[]) and g.state = 'ACTIVE' and g.role = any(${roles}::text[])
      and a.state = 'ACTIVE'
    order by a.id, g.role desc`.execute(db)
  return rows
}

/** The address of the provider's own that the plan holds: told of every request made in their name. */
export async function findProviderEmail(db: Db, npi: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('network_provider')
    .select('provider_email')
    .where('npi', '=', npi)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  return row?.provider_email ?? undefined
}
