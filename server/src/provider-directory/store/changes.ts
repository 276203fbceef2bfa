import type { ChangeField, ChangeValue } from '@portico/core/provider-directory/change-fields'
import { sql } from 'kysely'
import type { Trx } from '#platform/context.ts'
import type { Database } from '#platform/database/schema.ts'
import type { Scope } from './scope.ts'

export type ChangeSource = Database['practice_change']['source']

export type NewChange = {
  npi: string
  practice_id: string | null
  location_id: string | null
  field: ChangeField
  value_before: ChangeValue | null
  value_after: ChangeValue
  is_automatic: boolean
}
type Common = {
  accountId: string
  scope: Scope | undefined
  source: ChangeSource
  verificationId: string | undefined
  now: Date
  dueAt: Date
}

/** Inserts changes, accepted if a rule accepts them. Skips one that already waits. Returns what was inserted, in order. */
export async function insertChanges(
  trx: Trx,
  changes: NewChange[],
  common: Common,
): Promise<{ id: string; at: number }[]> {
  const { rows } = await sql<{ id: string; at: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(changes.map((change, at) => ({ ...change, at })))}::jsonb)
        as g (at int, npi text, practice_id bigint, location_id text, field text, value_before jsonb, value_after jsonb,
          is_automatic boolean)),
    inserted as (
      insert into practice_change (npi, practice_id, location_id, field, value_before, value_after, source, scope_kind,
        scope_id, verification_id, account_id, reported_at, due_at, state, is_automatic, decided_at)
      select npi, practice_id, location_id, field, value_before, value_after, ${common.source}, ${common.scope?.kind},
        ${common.scope?.id}, ${common.verificationId}::bigint, ${common.accountId}::bigint, ${common.now}::timestamptz,
        ${common.dueAt}::timestamptz, case when is_automatic then 'ACCEPTED' else 'WAITING' end, is_automatic,
        case when is_automatic then ${common.now}::timestamptz end
      from given order by at on conflict do nothing
      returning id, npi, practice_id, location_id, field, value_after)
    select distinct on (i.id) i.id, g.at from inserted i join given g on g.npi = i.npi and g.field = i.field
      and g.practice_id is not distinct from i.practice_id and g.location_id is not distinct from i.location_id
      and g.value_after = i.value_after
    order by i.id, g.at`.execute(trx)
  return rows
}
