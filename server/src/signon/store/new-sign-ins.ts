import type { AuditAct } from '@portico/core/internal/audit-acts'
import type { Context } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'
import type { AccountKind, ProofKind } from '#platform/database/schema.ts'
import { factorFactsSql } from '#platform/identity/factor-facts.ts'
import { revokeSessionCtes } from '#platform/identity/revoke-tokens.ts'

/** Everything the server writes at a completed sign-in. */
export type NewSignIn = {
  account: { id: string; kind: AccountKind }
  provedBy: ProofKind
  userAgent: string | null
  session: { idHash: Buffer; publicId: string; endsAt: Date }
  /** Session the browser already had; this sign-in ends it. */
  formerSession: Buffer | null
  /** Rotates the device id for all accounts that share the browser, so a copied old id stops working. */
  device: { idHash: Buffer; publicId: string; former: Buffer | null; expiresAt: Date; trustedUntil: Date | null }
  /** Attempt to remove from the failure tally; a null `at` removes all attempts of the key. */
  settles: { key: Buffer; at: Date | null } | null
  /** Factor facts read before the password check; null skips the comparison. */
  factorsAsFound: string | null
}

const ACT: AuditAct = 'session.started'

/**
 * Writes everything in one atomic statement. Returns whether the account signed in before, and whether in this browser.
 * Returns undefined and writes nothing if the account is gone or its factors have changed.
 */
export async function insertSignIn(
  context: Pick<Context, 'db' | 'now' | 'address'>,
  { account, provedBy, userAgent, session, formerSession, device, settles, factorsAsFound }: NewSignIn,
): Promise<{ wasHere: boolean; isKnown: boolean } | undefined> {
  const details = JSON.stringify({ by: provedBy.toLowerCase() })
  const [row] = await runPrepared<{ wasHere: boolean; isKnown: boolean }>(context.db, signInSql, [
    ...[account.id, account.kind, context.now, context.address, userAgent, provedBy, ACT, details],
    ...[session.idHash, session.publicId, session.endsAt, formerSession],
    ...[device.idHash, device.publicId, device.former, device.expiresAt, device.trustedUntil],
    ...[settles?.key ?? null, settles?.at ?? null, factorsAsFound],
  ])
  return row
}

const tried = 'array_position(failed_at, $19::timestamptz)'

const signInSql = `
with entered as (
  update account set last_sign_in_at = $3, inactivity_warned_at = null, previous_sign_in_at = former.last_sign_in_at
  from (
    select a.id, a.last_sign_in_at from account a
    where a.id = $1 and ($20::text is null or $20 = (select f::text from (${factorFactsSql}) f))
    for no key update
  ) former
  where account.id = former.id returning former.last_sign_in_at as before
),
settled as (
  update sign_in_tally
  set failed_at = case when $19::timestamptz is null then '{}' else failed_at[:${tried} - 1] || failed_at[${tried} + 1:] end
  from entered where key = $18 and ($19::timestamptz is null or $19 = any(failed_at))
),
ended as (
  update account_session set ended_at = $3 from entered where id_hash = $12 and ended_at is null returning id_hash
),
${revokeSessionCtes('(select id_hash from ended)', '$3')},
recorded as (
  insert into audit_event (at, actor_kind, actor_account_id, action, subject_account_id, address, details)
  select $3, $2, $1, $7, $1, $4, $8 from entered
),
opened as (
  insert into account_session
    (id_hash, public_id, account_id, kind, created_at, last_seen_at, ends_at, address, user_agent, proved_by, proved_at)
  select $9, $10, $1, $2, $3, $3, $11, $4, $5, $6, $3 from entered
),
left_behind as (delete from account_device using entered where id_hash = $15 returning account_device.*),
known as (select trusted_until from left_behind where account_id = $1 and expires_at > $3),
remembered as (
  insert into account_device (id_hash, account_id, expires_at, public_id, user_agent, trusted_until)
  select $13::bytea, $1::bigint, greatest($16::timestamptz, t.until), $14::text, $5::text, t.until
  from entered, (select coalesce($17::timestamptz, (select trusted_until from known)) as until) t
  union all
  select $13, account_id, expires_at, gen_random_uuid()::text, user_agent, trusted_until
  from left_behind where account_id <> $1
)
select before is not null as "wasHere", exists (select from known) as "isKnown" from entered`
