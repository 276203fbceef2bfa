import { PERSON_COLUMNS, type PersonField, type PersonForm } from '@portico/core/forms/person-fields'
import type { Db } from '#platform/context.ts'
import { type PersonRow, toPerson } from '#platform/database/person-columns.ts'
import { runPrepared } from '#platform/database/prepared.ts'
import type { AccountKind } from '#platform/database/schema.ts'
import { IS_DEACTIVATED } from '../../plan-data/plan-data.ts'

export type HubPerson = PersonForm & { kind: AccountKind; staffRole: string | null; isActive: boolean }

/** A person whose account is open; undefined if it is suspended, closed or not yet complete. */
export async function findPerson(db: Db, accountId: string): Promise<HubPerson | undefined> {
  const [row] = await runPrepared<Omit<HubPerson, PersonField> & PersonRow>(db, personSql, [accountId])
  return row && { ...row, ...toPerson(row) }
}

const personSql = `
select a.kind, ${PERSON_COLUMNS.map((column) => `a.${column}`).join(', ')}, a.staff_role as "staffRole",
  a.kind <> 'provider' or exists (
    select from access_grant g where g.account_id = a.id and g.state = 'ACTIVE') as "isActive"
from account a where a.id = $1 and a.state = 'ACTIVE'`

/** True if an active grant with this permission covers the NPI, which is in the network, active and not on hold. */
export async function mayActFor(
  db: Db,
  { accountId, npi, permission }: { accountId: string; npi: string; permission: string },
): Promise<boolean> {
  const values = [accountId, npi, permission]
  const [row] = await runPrepared<{ may: boolean }>(db, maySql, values)
  return row?.may === true
}

const maySql = `
select exists (
    select from access_grant g join covering_entities($2) c (entity) using (entity) join account a on a.id = g.account_id
    where g.account_id = $1 and g.state = 'ACTIVE' and $3 = any(g.permissions) and a.state = 'ACTIVE')
  and exists (select from network_provider n where n.npi = $2 and n.left_at is null)
  and not exists (
    select from provider p where p.npi = $2 and ${IS_DEACTIVATED})
  and not exists (
    select from registration_hold h
    where h.npi = $2 and h.kind = 'HOLD' and h.held_at is not null and h.lifted_at is null) as may`
