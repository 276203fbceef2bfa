import { sql } from 'kysely'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Context, Trx } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { demoGroups, demoProviders } from './generate/demo-people.ts'
import { hashDemoCredentials, seedDemoAccess } from './seed/seed-access.ts'

/** The entities of a demo provider's scenario: the NPI, its groups, and the organization with all its groups. */
function listEntities(npi: string): string[] | undefined {
  const network = demoProviders.find((provider) => provider.npi === npi)?.network
  if (!network) return undefined
  const groups = demoGroups.filter(
    (group) => network.groupIds.includes(group.groupId) || (network.orgId && group.orgId === network.orgId),
  )
  return [
    `NPI:${npi}`,
    ...groups.map((group) => `GROUP:${group.groupId}`),
    ...(network.orgId ? [`PO:${network.orgId}`] : []),
  ]
}

/**
 * Deletes everything that was created through a demo provider and restores the seeded data, in one transaction. The
 * audit trail is kept. Returns false for an NPI that is no demo provider of the network.
 */
export async function resetScenario(context: Context, npi: string): Promise<boolean> {
  const entities = listEntities(npi)
  if (!entities) return false
  const credentials = await hashDemoCredentials()
  await transact(context, async (inside) => {
    const { db: trx } = inside
    const requestIds = await findRequests(trx, npi, entities)
    const accountIds = await findAccounts(trx, requestIds)
    await deleteTraces(trx, npi, requestIds, accountIds)
    await seedDemoAccess(trx, credentials, context.now, (request) =>
      entities.includes(request.scope.kind === 'NPI' ? `NPI:${request.scope.id}` : `GROUP:${request.scope.id}`),
    )
    await recordAudit(inside, { action: 'demo.reset', npi })
  })
  return true
}

async function findRequests(trx: Trx, npi: string, entities: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from access_request r where r.npi = ${npi}
    union select request_id from access_grant where entity = any(${entities}::text[])`.execute(trx)
  return rows.map((row) => row.id)
}

/**
 * Accounts all of whose requests are deleted, and invited or demo accounts of these requests: they are created again.
 */
async function findAccounts(trx: Trx, requestIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from account a
    where a.kind = 'provider'
      and a.id in (select account_id from access_request where id = any(${requestIds}::bigint[]))
      and not exists (select from access_request r where r.account_id = a.id and r.id <> all(${requestIds}::bigint[]))
  `.execute(trx)
  return rows.map((row) => row.id)
}

/** From the leaves to the root, so that no foreign key is violated. */
async function deleteTraces(trx: Trx, npi: string, requestIds: string[], accountIds: string[]): Promise<void> {
  const requests = sql`any(${requestIds}::bigint[])`
  const accounts = sql`any(${accountIds}::bigint[])`
  const statements = [
    sql`delete from registration where npi = ${npi} or request_id = ${requests} or account_id = ${accounts}
      or link_id in (select id from link where request_id = ${requests} or account_id = ${accounts})`,
    sql`delete from quiz where npi = ${npi} or request_id = ${requests}`,
    sql`delete from identity_code where npi = ${npi}`,
    sql`delete from identity_attempt where npi = ${npi}`,
    sql`delete from proof_failure where npi = ${npi}`,
    sql`delete from registration_hold where npi = ${npi}`,
    sql`delete from provider_notice where npi = ${npi}`,
    sql`delete from link where request_id = ${requests} or account_id = ${accounts}`,
    sql`delete from mail_message where request_id = ${requests} or account_id = ${accounts}`,
    sql`delete from signed_contract where request_id = ${requests}`,
    sql`update signed_contract set recorded_by = null where recorded_by = ${accounts}`,
    sql`update signed_contract set decided_by = null where decided_by = ${accounts}`,
    sql`delete from access_grant where request_id = ${requests}`,
    sql`update access_request set decided_by = null where decided_by = ${accounts}`,
    sql`delete from access_request where id = ${requests}`,
    sql`delete from practice_change where account_id = ${accounts}`,
    sql`update practice_change set disputed_by = null where disputed_by = ${accounts}`,
    sql`delete from verification where account_id = ${accounts}`,
    sql`delete from verification_draft where account_id = ${accounts}`,
    sql`delete from verification_reminder where account_id = ${accounts}`,
    sql`update practice set verified_by = null where verified_by = ${accounts}`,
    sql`delete from account_session where account_id = ${accounts}`,
    sql`delete from account where id = ${accounts}`,
  ]
  for (const statement of statements) await statement.execute(trx)
}
