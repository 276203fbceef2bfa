import type { Context } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'
import { type FactorFacts, factorFactsSql } from '#platform/identity/factor-facts.ts'
import type { FloodLimit } from '#platform/limits/limits.ts'
import { NO_PASSWORD, type SignInAccount } from './accounts.ts'

export type BegunBy = {
  userNameKey: string
  /** Hash of the device cookie, if the browser sent one. */
  device: Buffer | undefined
  /** The statement always increments both counters, so one limit never hides the other. */
  flood: { windowStart: Date; address: Counter; user: Counter }
  /** Failures count per user name, or per user name and device in the owner's own browser. */
  tally: { byName: Buffer; byDevice: Buffer | undefined; since: Date; free: number }
}

type Counter = Pick<FloodLimit, 'key' | 'limit'>

/** `factorsAsFound` serializes the factor facts, so a later statement can detect a change. */
export type FoundAccount = SignInAccount & FactorFacts & { factorsAsFound: string }

export type Begun = {
  within: boolean
  account: FoundAccount | undefined
  /** Set if the account has signed in with this browser before. */
  own: { trustedUntil: Date | null } | undefined
  /** Includes this attempt. Null if the attempt needs a Captcha or a wait and was not counted. */
  failures: number | null
}

type Row = {
  within: boolean
  id: string | null
  own: boolean | null
  trustedUntil: Date | null
  failures: number | null
} & Omit<FoundAccount, 'id'>

/**
 * Does all work before the password check in one round trip: counts the attempt, finds the account and its device,
 * and records the attempt if it is free. If this write fails, the sign-in stops before any password check.
 */
export async function insertTryFindAccount(
  context: Pick<Context, 'db' | 'now'>,
  { userNameKey, device, flood, tally }: BegunBy,
): Promise<Begun> {
  const [row] = await runPrepared<Row>(context.db, beginSql, [
    ...[flood.address.key, flood.address.limit, flood.user.key, flood.user.limit, flood.windowStart],
    ...[userNameKey, NO_PASSWORD, device ?? null, context.now],
    ...[tally.byName, tally.byDevice ?? null, tally.since, tally.free],
  ])
  if (!row) throw new Error('The sign-in attempt was not counted')
  const { within, id, own, trustedUntil, failures, ...rest } = row
  const account = id === null ? undefined : { id, ...rest }
  return { within, account, own: own ? { trustedUntil } : undefined, failures }
}

/** Attempts of the last hour that failed or are still in progress. */
const recent = 'array(select f from unnest(sign_in_tally.failed_at) f where f > $12 order by f)'

const beginSql = `
with counted as (
  insert into flood_counter (key, window_start, hits)
  select k.key, $5::timestamptz, 1 from (values (1, $1::text), (2, $3::text)) k (turn, key) order by k.turn
  on conflict (key, window_start) do update set hits = flood_counter.hits + 1
  returning key, hits
),
allowed as materialized (
  select bool_and(hits <= case key when $1 then $2::bigint else $4::bigint end) as within from counted
),
found as materialized (
  select a.id, a.kind, a.state, nullif(a.password_hash, $7) as "passwordHash",
    exists (select from access_grant g where g.account_id = a.id and g.state = 'ACTIVE') as "hasActiveGrant",
    d.id_hash is not null as own, d.trusted_until as "trustedUntil", f.*, f::text as "factorsAsFound"
  from account a
  cross join lateral (${factorFactsSql}) f
  left join account_device d on d.id_hash = $8 and d.account_id = a.id and d.expires_at > $9
  where a.username_key = $6 and (select within from allowed)
),
taken as (
  insert into sign_in_tally (key, touched_at, failed_at)
  select case when exists (select from found where own) then $11::bytea else $10::bytea end, $9, array[$9::timestamptz]
  from allowed where within and $13::int > 0
  on conflict (key) do update set touched_at = excluded.touched_at, failed_at = ${recent} || excluded.failed_at
    where cardinality(${recent}) < $13
  returning cardinality(failed_at) as failures
)
select allowed.within, found.*, taken.failures
from allowed left join found on true left join taken on true`
