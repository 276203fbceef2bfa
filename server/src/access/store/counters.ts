import { type RawBuilder, sql } from 'kysely'
import { countOf, type MaintainedCounter, type Sample } from '#platform/operations/counters.ts'
import { approvals, withoutSaa } from './decisions/waiting-requests.ts'

/** Rows of a table in id order, from a random start. */
const rowsOf = (table: RawBuilder<unknown>, sample?: Sample) =>
  sample
    ? sql`(select * from ${table} where id >= (select floor(max(id) * ${sample.start}::float8) from ${table})
        order by id limit ${sample.rows})`
    : table

const REACH: MaintainedCounter = {
  name: 'entities above grants',
  differences: (sample) =>
    countOf(sql`select from ${rowsOf(sql`access_grant`, sample)} g
      where g.reach <> reach_of(g.scope_kind, g.scope_id, g.group_id)`),
  rebuild: (trx) =>
    sql`update access_grant set reach = reach_of(scope_kind, scope_id, group_id)
      where reach <> reach_of(scope_kind, scope_id, group_id)`.execute(trx),
}

/** Surplus marks are allowed: every reader checks them. */
const LEFT_TO_STAFF: MaintainedCounter = {
  name: 'requests left to staff',
  differences: (sample) =>
    countOf(sql`select from ${rowsOf(sql`access_request`, sample)} r
      where ${approvals} and ${withoutSaa} and not exists (select from staff_request_candidate where request_id = r.id)`),
  rebuild: (trx) =>
    sql`insert into staff_request_candidate select r.id from access_request r where ${approvals} on conflict do nothing`.execute(
      trx,
    ),
}

const NEWEST_CONTRACT = sql`(
  select received_at from signed_contract where request_id = r.id order by id desc limit 1)`

const CONTRACT_SINCE: MaintainedCounter = {
  name: 'days of the newest contract',
  differences: (sample) =>
    countOf(sql`select from ${rowsOf(sql`access_request`, sample)} r
      where r.contract_received_at is distinct from ${NEWEST_CONTRACT}`),
  rebuild: (trx) =>
    sql`update access_request r set contract_received_at = ${NEWEST_CONTRACT}
      where r.contract_received_at is distinct from ${NEWEST_CONTRACT}`.execute(trx),
}

const WORDS = sql`lower(' ' || a.first_name || ' ' || a.last_name || ' ' || a.email || ' ' || coalesce(a.username, ''))`

const ACCOUNT_WORDS: MaintainedCounter = {
  name: 'search words of accounts',
  differences: (sample) =>
    countOf(sql`select from ${rowsOf(sql`account`, sample)} a left join account_search s on s.account_id = a.id
      where s.words is distinct from ${WORDS}`),
  rebuild: (trx) =>
    sql`insert into account_search (account_id, words) select a.id, ${WORDS} from account a
      on conflict (account_id) do update set words = excluded.words where account_search.words <> excluded.words`.execute(
      trx,
    ),
}

export const accessCounters: readonly MaintainedCounter[] = [REACH, LEFT_TO_STAFF, CONTRACT_SINCE, ACCOUNT_WORDS]
