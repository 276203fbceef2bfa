import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PERMISSION_IDS } from '@portico/core/access/permissions'
import { sql } from 'kysely'
import { standardBrand } from '../server/src/platform/brands/brands.ts'
import { connectDatabase } from '../server/src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres/embedded-postgres.ts'
import { APP_ROLE } from '../server/src/platform/database/logins.ts'
import { migrateToLatest } from '../server/src/platform/database/migrate.ts'
import { soakAttacker } from './soak/attacker.ts'
import { soakForeignClients } from './soak/foreign-clients.ts'
import { soakLongTests } from './soak/long-tests.ts'
import { soakLooks } from './soak/looks.ts'
import { soakMutants } from './soak/mutants.ts'
import { soakProofs } from './soak/proofs.ts'
import { soakSlow } from './soak/slow.ts'
import { soakUploads } from './soak/uploads.ts'

// npm run soak -- foreign-clients
if (process.argv[2] === 'foreign-clients') process.exit(soakForeignClients() ? 0 : 1)
// npm run soak -- mutants [WORD]
if (process.argv[2] === 'mutants') process.exit((await soakMutants(process.argv[3])) ? 0 : 1)
// npm run soak -- slow [PART]
if (process.argv[2] === 'slow') process.exit((await soakSlow(process.argv.slice(3))) ? 0 : 1)

/**
 * The long version of a race in `npm test`. Each of 200 scopes has an SAA and 30 pending requests for SAA, and two
 * processes activate all requests concurrently. Afterwards each scope must have exactly one SAA, the former SAA must be
 * an AA, and everyone must have been notified.
 */
const SCOPES = Number(process.env.SOAK_SCOPES ?? 200)
const COMPETITORS = Number(process.env.SOAK_RIVALS ?? 30)
const now = new Date()
const processFile = fileURLToPath(new URL('../server/test/activate-process.ts', import.meta.url))

const dataDir = await mkdtemp(join(tmpdir(), 'portico-soak-'))
await chmod(dataDir, 0o755)
const database = await startEmbeddedPostgres({ dataDir, fast: true })
const closers = [() => rm(dataDir, { recursive: true, force: true }), () => database.stop()]
try {
  await migrateToLatest({ owner: database.config, app: { ...database.config, user: APP_ROLE } })
  const { db, close } = connectDatabase(database.config)
  closers.push(close)
  await insertRequests()
  const requestIds = (
    await db.selectFrom('access_request').select('id').where('state', '=', 'PENDING_CONTRACT').execute()
  ).map((row) => row.id)
  console.log(`${requestIds.length} pending requests for ${SCOPES} scopes, two processes…`)
  const results = await Promise.all([requestIds, [...requestIds].reverse()].map(activateAll))
  for (const result of results) console.log(result)
  const problems = await findProblems()
  for (const problem of problems) console.log(`wrong: ${problem}`)
  console.log(
    problems.length === 0
      ? 'Every scope has one SAA, every former SAA is an AA, and everyone was notified.'
      : 'The soak test failed.',
  )
  process.exitCode = problems.length === 0 ? 0 : 1

  /** Inserts the SAA and the competing requests of every scope with SQL, which avoids thousands of password hashes. */
  async function insertRequests(): Promise<void> {
    await sql`
      with person as (
        insert into account (public_id, kind, state, brand, username, username_key, password_hash, first_name, last_name, email, created_at)
        select 'soak' || s || '-' || r, 'provider', 'ACTIVE', ${standardBrand.id}, 's' || s || 'r' || r, 's' || s || 'r' || r, '-', 'Soak', s || '-' || r,
          's' || s || 'r' || r || '@example.org', ${now}
        from generate_series(1, ${SCOPES}) s, generate_series(0, ${COMPETITORS}) r returning id, last_name),
      request as (
        insert into access_request (reference, account_id, role, reg_type, npi, path, replace_saa, brand, state, created_at)
        select 'SOAK-' || id, id, 'SAA', 'NPI', split_part(last_name, '-', 1), 'CONTRACT', true, ${standardBrand.id},
          case when split_part(last_name, '-', 2) = '0' then 'ACTIVE' else 'PENDING_CONTRACT' end, ${now}
        from person returning id, account_id, npi, state)
      insert into access_grant (account_id, request_id, scope_kind, scope_id, role, permissions, state, created_at)
      select account_id, id, 'NPI', npi, 'SAA', ${[...PERMISSION_IDS]}::text[], state, ${now} from request`.execute(db)
  }

  async function findProblems(): Promise<string[]> {
    const { rows } = await sql<{ problem: string }>`
      select 'scope ' || scope_id || ' has ' || count(*) filter (where role = 'SAA' and state = 'ACTIVE') || ' SAAs' as problem
        from access_grant group by scope_id having count(*) filter (where role = 'SAA' and state = 'ACTIVE') <> 1
      union all
      select 'former SAA ' || a.id || ' is ' || g.role || ' ' || g.state from account a join access_grant g on g.account_id = a.id
        where a.last_name like '%-0' and not (g.role = 'AA' and g.state = 'ACTIVE')
      union all
      select 'request ' || r.id || ' is ' || r.state from access_request r where r.state not in ('ACTIVE', 'REJECTED')
      union all
      select 'account ' || a.id || ' was notified ' || count(m.id) || ' times' from account a left join mail_message m on m.account_id = a.id
        group by a.id having count(m.id) <> 1`.execute(db)
    return rows.map((row) => row.problem)
  }
} finally {
  for (const close of closers.reverse()) await close()
}

if (!(await soakAttacker())) process.exitCode = 1
if (!(await soakUploads())) process.exitCode = 1
if (!(await soakProofs())) process.exitCode = 1
if (!soakLongTests()) process.exitCode = 1
if (!(await soakLooks())) process.exitCode = 1

async function activateAll(requestIds: string[]): Promise<string> {
  const task = { config: database.config, secretKey: randomUUID() + randomUUID(), now: now.toISOString() }
  const child = spawn(process.execPath, [processFile], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify({ ...task, requestIds }))
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  return output.trim()
}
