import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { SettingsError } from '../settings/read-values.ts'
import { APP_ROLE, AUDIT_TABLES, canLogIn, passwordOf } from './logins.ts'
import type { Db } from './schema.ts'
import { transact } from './transaction.ts'

/** Statement and idle-transaction timeouts of the running server, in milliseconds. */
const TIMEOUTS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 }

/**
 * Creates the application role with this password and its own timeouts. Running processes log in with the password of
 * an existing role, so only `setPassword` changes it. Returns true if it did.
 */
export async function ensureAppRole(owner: Db, app: PoolConfig, { setPassword = false } = {}): Promise<boolean> {
  const verifier = sql.lit(scramVerifier(await passwordOf(app)))
  let isChanged = false
  const role = sql.id(APP_ROLE)
  await quietly(async () => {
    await sql`
      do $$ begin
        if not exists (select from pg_roles where rolname = ${sql.lit(APP_ROLE)}) then
          create role ${role} login password ${verifier};
        end if;
      exception when duplicate_object or unique_violation then null;
      end $$`.execute(owner)
    const { rows } = await sql<{ login: boolean; config: string[] | null }>`
      select rolcanlogin as login, rolconfig as config from pg_roles where rolname = ${APP_ROLE}`.execute(owner)
    for (const [name, value] of Object.entries(TIMEOUTS)) {
      if (!rows[0]?.config?.includes(`${name}=${value}`))
        await sql`alter role ${role} set ${sql.raw(name)} = ${sql.lit(String(value))}`.execute(owner)
    }
    // Release 0.1.0 created the role without login, so no process uses its password.
    if (!rows[0]?.login) await sql`alter role ${role} login password ${verifier}`.execute(owner)
    if (await canLogIn(app)) return
    if (!setPassword) throw new SettingsError(OTHER_PASSWORD)
    await sql`alter role ${role} password ${verifier}`.execute(owner)
    isChanged = true
  })
  return isChanged
}

const OTHER_PASSWORD =
  `The role ${APP_ROLE} exists with another password, which running processes may use. ` +
  `If DATABASE_URL is right, run the command migrate with --set-password, and restart every process of this database.`

/**
 * The SCRAM verifier that PostgreSQL stores. Computed here, so that the password appears in no statement and no log.
 */
function scramVerifier(password: string, salt = randomBytes(16), iterations = 4096): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}

/** Two processes changing one role at once: the second gets an internal error and retries. */
async function quietly(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== 'XX000' || attempt === 10) throw error
      await sleep(50 * attempt)
    }
  }
}

/** Grants everything a running server needs, but no change to audit rows. */
export async function grantAppRights(owner: Db): Promise<void> {
  const role = sql.id(APP_ROLE)
  await transact({ db: owner }, async ({ db: trx }) => {
    await sql`select pg_advisory_xact_lock(7261001)`.execute(trx)
    await sql`grant usage on schema public to ${role}`.execute(trx)
    await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(trx)
    await sql`grant usage, select on all sequences in schema public to ${role}`.execute(trx)
    const audit = sql.join(AUDIT_TABLES.map((name) => sql.id(name)))
    await sql`revoke update, delete, truncate on ${audit} from ${role}, public`.execute(trx)
  })
}

/** Grants the same rights on tables created since. Tables of other owners in the same schema are skipped. */
export async function grantNewTables(owner: Db): Promise<void> {
  const { rows } = await sql<{ rights: string }>`
    select case when relkind = 'S' then 'usage, select on sequence '
        when relname = any(${AUDIT_TABLES}) then 'select, insert on '
        else 'select, insert, update, delete on ' end || oid::regclass as rights
    from pg_class
    where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'usage')
      and case when relkind = 'S' then not has_sequence_privilege(${APP_ROLE}, oid, 'usage')
        else relkind in ('r', 'p', 'v', 'm') and not has_table_privilege(${APP_ROLE}, oid, 'insert') end`.execute(owner)
  for (const { rights } of rows) await sql`grant ${sql.raw(rights)} to ${sql.id(APP_ROLE)}`.execute(owner)
}
