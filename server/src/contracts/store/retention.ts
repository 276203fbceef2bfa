import { type RawBuilder, sql } from 'kysely'
import { isRequestOnLegalHold } from '#platform/operations/legal-holds.ts'
import { clearColumns, hasPersonalData } from '#platform/operations/personal-data.ts'
import { RETENTION_BATCH, type RetentionRule } from '#platform/operations/retention.ts'

/** Deletes the file and the names; the decision and the file's hash remain. */
const endContracts = (which: RawBuilder<unknown>) => sql`
  with over as (
    select c.id from signed_contract c
    where ${hasPersonalData('signed_contract', 'c')} and ${which}
      and not ${isRequestOnLegalHold(sql`c.request_id`)}
    order by c.id limit ${RETENTION_BATCH}),
  signers as (update contract_signing s set ${clearColumns('contract_signing')} from over where s.contract_id = over.id)
  update signed_contract set ${clearColumns('signed_contract')}
  where id in (select id from over)`

export const contractRetention: readonly RetentionRule[] = [
  {
    // Covers signings without a signature. A signed one is cleared with its contract.
    setting: 'requests',
    end: (before) => sql`
      update contract_signing set ${clearColumns('contract_signing')} where id in (
        select s.id from contract_signing s
        where s.state in ('DECLINED', 'CANCELLED', 'EXPIRED') and s.ended_at < ${before}
          and ${hasPersonalData('contract_signing', 's')}
          and not ${isRequestOnLegalHold(sql`s.request_id`)}
        order by s.id limit ${RETENTION_BATCH})`,
  },
  {
    setting: 'contractsRefused',
    end: (before) =>
      endContracts(
        sql`c.state in ('RETURNED', 'SUPERSEDED', 'CLOSED') and coalesce(c.decided_at, c.received_at) < ${before}`,
      ),
  },
  {
    setting: 'contracts',
    end: (before) =>
      endContracts(sql`c.state = 'VALIDATED' and c.decided_at < ${before} and not exists (
        select from access_grant g where g.request_id = c.request_id
          and (g.state in ('ACTIVE', 'SUSPENDED') or g.ended_at is null or g.ended_at >= ${before}))`),
  },
]
