import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase, testSecretKey } from '../../../test/database.ts'
import { commandEnv, runCommand } from '../../../test/run-command.ts'
import { SettingsError } from '../settings/read-values.ts'
import { connectDatabase, type DatabaseConnection } from './database.ts'
import { isMigrated, listMigrations, migrateAsFarAs, migrateToLatest } from './migrate.ts'

let database: TestDatabase
let owner: DatabaseConnection
let app: DatabaseConnection

async function open(from: 'migrated' | 'unmigrated'): Promise<void> {
  database = await createTestDatabase(from)
  owner = connectDatabase(database.config, { max: 3 })
  app = connectDatabase(database.app, { max: 1 })
}
/** The schema as of this migration. */
async function openAt(name: string): Promise<void> {
  await open('unmigrated')
  const names = await listMigrations()
  await migrateAsFarAs(database.config, names.slice(0, names.indexOf(name) + 1))
}
const migrate = (log?: (line: string) => void) =>
  migrateToLatest({ owner: database.config, app: database.app, ...(log && { log }) })

/** Holds a read lock on the table until released. */
async function hold(table: string): Promise<() => Promise<unknown>> {
  const reading = await owner.db.startTransaction().execute()
  await sql`lock table ${sql.table(table)} in access share mode`.execute(reading)
  let gone: Promise<unknown> | undefined
  return () => {
    gone ??= reading.commit().execute()
    return gone
  }
}

/** Reports what is blocked while a migration waits, and whether the application can still work. */
async function lookMeanwhile(): Promise<unknown> {
  const marked = await sql<{ name: string }>`
    select name from kysely_migration where name > '0016' order by name`.execute(owner.db)
  await sql`
    insert into account (public_id, kind, state, brand, first_name, last_name, email, created_at)
    values ('one', 'provider', 'INVITED', 'harborview', 'Ann', 'Ruiz', 'ann@example.org', now())`.execute(app.db)
  const found = await sql`select words from account_search`.execute(app.db)
  const may = await sql<{ forge: boolean }>`
    select has_table_privilege('audit_signing', 'update, delete') as forge`.execute(app.db)
  return { marked: marked.rows.map(({ name }) => name), found: found.rows, mayForge: may.rows[0]?.forge }
}

const cli = new URL('../../cli.ts', import.meta.url).pathname
const environment = () => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  DATABASE_URL: `postgres://${database.config.user}@localhost:${database.config.port}/${database.config.database}?host=${encodeURIComponent(database.config.host)}`,
  PORTICO_SECRET_KEY: testSecretKey,
})

/** For a busy machine. */
const PATIENCE = { interval: 10, timeout: 200_000 }

afterEach(async () => {
  await app.close()
  await owner.close()
  await database.drop()
})

/** Names of the finished migrations. */
const doneIn = (lines: string[]) => lines.flatMap((line) => /^migrated (\S+) in/.exec(line)?.[1] ?? [])

describe('empty databases', () => {
  beforeEach(() => open('unmigrated'))

  it('migrates an empty database once, however many processes start, and the application can use it', async () => {
    const lines: string[] = []
    await Promise.all([1, 2, 3].map(() => migrate((line) => lines.push(line))))
    expect(doneIn(lines).toSorted()).toEqual(await listMigrations())
    expect(await isMigrated(app.db)).toBe(true)
    const timeouts = await sql`
      select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(app.db)
    expect(timeouts.rows).toEqual([{ statement: '15s', idle: '30s' }])
    await expect(sql`delete from audit_event`.execute(app.db)).rejects.toThrow('permission denied')
    await expect(sql`create table mine (id int)`.execute(app.db)).rejects.toThrow('permission denied')
    await expect(sql`set role postgres`.execute(app.db)).rejects.toThrow('permission denied')
  })

  it('does not touch an empty database if the application’s address names another role', async () => {
    const another = { ...database.app, user: 'portico_web', password: 'of-another' }
    await expect(migrateToLatest({ owner: database.config, app: another })).rejects.toThrow(
      "DATABASE_URL names the user portico_web: beside DATABASE_OWNER_URL it is portico_app's.",
    )
    expect(await isMigrated(owner.db)).toBe(false)
  })

  it('refuses to serve from an empty database', async () => {
    expect(await isMigrated(owner.db)).toBe(false)
  })

  it('migrates as an owner who cannot create roles if the application’s role exists', async () => {
    // Created as docs/operations.md describes: able to log in, with both timeouts.
    const user = 'portico_test_plain_owner'
    await sql.raw(`drop role if exists ${user}`).execute(owner.db)
    await sql.raw(`create role ${user}`).execute(owner.db)
    await sql.raw(`alter database ${database.config.database} owner to ${user}`).execute(owner.db)
    await migrateToLatest({ owner: { ...database.config, options: `-c role=${user}` }, app: database.app })
    expect(await isMigrated(app.db)).toBe(true)
    await sql.raw(`reassign owned by ${user} to current_user`).execute(owner.db)
    await sql.raw(`drop owned by ${user}`).execute(owner.db)
    await sql.raw(`drop role ${user}`).execute(owner.db)
  })
})

describe('migrated databases', () => {
  it('applies a late migration with a lower number than the newest', async () => {
    await open('migrated')
    await sql`
      drop table hub_record, hub_consent, hub_logout, hub_key, hub_sign_in, hub_failure, hub_client`.execute(owner.db)
    await sql`delete from kysely_migration where name = '0021-applications'`.execute(owner.db)
    expect(await isMigrated(app.db)).toBe(false)
    await migrate()
    expect(await isMigrated(app.db)).toBe(true)
  })

  it('leaves a database alone that a newer release migrated', async () => {
    await open('migrated')
    await sql`insert into kysely_migration values ('9999-of-tomorrow', '2099-01-01')`.execute(owner.db)
    await migrate()
    expect(await isMigrated(app.db)).toBe(true)
  })

  it('waits for a table in use without blocking other queries for long', async () => {
    await openAt('0015-columns-nobody-reads')
    const lines: string[] = []
    const release = await hold('account_session')
    await migrate((line) => {
      lines.push(line)
      if (line.startsWith('a table is in use')) void release()
    })
    await release()
    expect(lines[1]).toBe('a table is in use, trying again (1 of 20)')
    expect(doneIn(lines)).toContain('0016-words-of-two-columns')
  })

  it('lets the application work between two migrations: a waiting one blocks no other', async () => {
    await openAt('0015-columns-nobody-reads')
    const release = await hold('sco_case')
    const lines: string[] = []
    let meanwhile: Promise<unknown> | undefined
    await migrate((line) => {
      lines.push(line)
      if (line.startsWith('a table is in use')) meanwhile ??= lookMeanwhile().finally(release)
    })
    await release()
    const waited = lines.findIndex((line) => line.startsWith('a table is in use'))
    // A trigger of an earlier migration maintains the search text, for the previous release too.
    expect(doneIn(lines.slice(0, waited)).at(-1)).toBe('0027-network-and-claims')
    expect(await meanwhile).toEqual({
      marked: doneIn(lines.slice(0, waited)),
      found: [{ words: expect.stringContaining('ruiz') }],
      mayForge: false,
    })
    expect(await isMigrated(app.db)).toBe(true)
  })

  it('migrates despite a deadlock with running work, and loses none of that work', async () => {
    await openAt('0029-name-search')
    const working = await owner.db.startTransaction().execute()
    // PostgreSQL aborts the session that detects the deadlock; here that is not the working one.
    await sql`set local deadlock_timeout = '60s'`.execute(working)
    await sql`
      insert into account (public_id, kind, state, brand, first_name, last_name, email, created_at)
      values ('one', 'provider', 'INVITED', 'harborview', 'Ann', 'Ruiz', 'ann@example.org', now())`.execute(working)
    const lines: string[] = []
    const migrated = migrate((line) => lines.push(line))
    const waiting = sql`select from pg_locks where relation = 'account'::regclass and not granted`
    await vi.waitFor(async () => expect((await waiting.execute(owner.db)).rows.length).toBe(1), PATIENCE)
    await sql`lock table access_request in row exclusive mode`.execute(working)
    await working.commit().execute()
    await migrated
    expect(lines).toContain('a table is in use, trying again (1 of 20)')
    expect(await isMigrated(app.db)).toBe(true)
    expect((await sql`select from account`.execute(app.db)).rows).toHaveLength(1)
  })

  it('continues after a killed migration, with nothing half applied', async () => {
    await openAt('0015-columns-nobody-reads')
    const release = await hold('sco_case')
    const child = spawn(process.execPath, [cli, 'migrate'], { env: environment(), stdio: 'ignore' })
    const ended = once(child, 'exit')
    try {
      const waiting = sql`select from pg_locks where relation = 'sco_case'::regclass and not granted`
      await vi.waitFor(async () => expect((await waiting.execute(owner.db)).rows.length).toBe(1), { timeout: 200_000 })
    } finally {
      child.kill('SIGKILL')
      await ended
      await release()
    }
    const lines: string[] = []
    await migrate((line) => lines.push(line))
    const names = await listMigrations()
    expect(doneIn(lines)).toEqual(names.slice(names.indexOf('0028-cohorts')))
    expect(await isMigrated(app.db)).toBe(true)
  })

  it('removes the links from sent mail, and fills in what invitations are based on', async () => {
    await openAt('0016-words-of-two-columns')
    const body = 'Open https://portal.example/x?activateId=AAAAAAAAAAAAAAAAAAAAAA now.'
    await sql`
      insert into account (public_id, kind, state, brand, first_name, last_name, email, created_at)
        select v, 'provider', 'INVITED', 'harborview', v, v, v || '@example.org', now() from unnest(array['one', 'two']) v;
      insert into access_request (reference, account_id, role, reg_type, path, replace_saa, brand, state, created_at)
        select 'R', id, 'AU', 'PG', 'INVITATION', false, 'harborview', 'PENDING_APPROVAL', now()
        from account where public_id = 'two';
      insert into audit_event (at, actor_kind, actor_account_id, action, request_id)
        select now(), 'provider', a.id, 'account.invited', r.id from account a, access_request r
        where a.public_id = 'one';
      insert into mail_message
        (message_id, kind, brand, to_address, subject, body, created_at, next_attempt_at, sent_at, gave_up_at)
        values ('sent', 'x', 'b', 'a@b.c', 's', ${sql.lit(body)}, now(), now(), now(), null),
          ('given up', 'x', 'b', 'a@b.c', 's', ${sql.lit(body)}, now(), now(), null, now()),
          ('waits', 'x', 'b', 'a@b.c', 's', ${sql.lit(body)}, now(), now(), null, null)`.execute(owner.db)
    await migrate()
    const { rows } = await sql<{ body: string }>`select body from mail_message order by id`.execute(app.db)
    const removed = body.replace(/A{22}/, '[removed]')
    expect(rows.map((row) => row.body)).toEqual([removed, removed, body])
    const inviter = await sql`
      select a.public_id from access_request r join account a on a.id = r.invited_by`.execute(app.db)
    expect(inviter.rows).toEqual([{ public_id: 'one' }])
  })
})

describe('databases of an unreleased version', () => {
  const sentence =
    'This database was created by an unreleased version of Portico and cannot be upgraded: start with an empty ' +
    'database or data folder, or restore a backup made by a release.'
  const marks = () => sql`select name from kysely_migration order by name`.execute(owner.db)

  beforeEach(async () => {
    await openAt('0016-words-of-two-columns')
    await sql`insert into kysely_migration values ('0017-names-to-search-by', '2026-01-01')`.execute(owner.db)
  })

  it('does not migrate or change a database of an unreleased version', async () => {
    const before = await marks()
    await expect(migrate()).rejects.toThrow(new SettingsError(sentence))
    expect((await marks()).rows).toEqual(before.rows)
    expect(await isMigrated(owner.db)).toBe(false)
  })

  it.each(['migrate', 'jobs', 'backup unreleased.backup'])(
    'refuses a database of an unreleased version in the command %s',
    async (command) => {
      expect(await runCommand(command, commandEnv(database))).toMatchObject({ code: 1, out: '', err: `${sentence}\n` })
    },
  )
})

it('says what each migration does', async () => {
  await openAt('0016-words-of-two-columns')
  const said: string[] = []
  await migrateToLatest({ owner: database.config, app: database.app, log: (line) => said.push(line) })
  expect(said).toContain('migrating 0021-applications: Sign-on for other applications of the plan, by OpenID Connect.')
  expect(said.join('\n')).toMatch(/^migrated 0021-applications in [\d.]+ s$/m)
})

describe('a database of 0.1.0', () => {
  beforeEach(() => openAt('0016-words-of-two-columns'))

  it('fills every maintained counter from the rows of 0.1.0', async () => {
    await sql`
      insert into organization (org_id, name) values ('O1', 'One');
      insert into provider (npi, entity_type, name) values ('1000000012', 1, 'Ann'), ('1000000020', 1, 'Bea');
      insert into network_provider (npi, org_id) values ('1000000012', 'O1'), ('1000000020', null);
      insert into claim (claim_number, npi, member_id, billed_amount, service_date, status)
        select 'C' || n || npi, npi, 'M1', 10, '2026-01-05', 'PAID' from network_provider, generate_series(1, 3) n;
      insert into sco_case (case_id, npi, member_id, opened, status)
        select 'S' || npi, npi, 'M1', '2026-01-05', 'OPEN' from network_provider;
      insert into sco_invoice (invoice_number, npi, period, amount, status)
        select 'I' || npi, npi, '2026-01', 10, 'OPEN' from network_provider;
      insert into account (public_id, kind, state, brand, first_name, last_name, email, created_at)
        values ('one', 'provider', 'INVITED', 'harborview', 'Ann', 'Ruiz', 'ann@example.org', now());
      insert into roster_change (account_id, npi, kind, details, reported_at)
        select a.id, npi, 'PHONE', 'New', now() from account a, network_provider;
      insert into access_request (reference, account_id, role, reg_type, path, brand, state, created_at)
        select s || p, a.id, 'AU', 'PG', p, 'harborview', s, '2026-02-03 23:59Z'
        from account a, unnest(array['PENDING_APPROVAL', 'ACTIVE']) s, unnest(array['APPROVAL', 'INVITATION']) p;
    `.execute(owner.db)
    await migrate()
    const rows = async (query: string) => (await sql.raw(query).execute(app.db)).rows
    for (const sums of ['claim_sum_cohort', 'claim_month'])
      expect(await rows(`select status, claims, billed from ${sums}`)).toEqual([
        { status: 'PAID', claims: 3, billed: '30.00' },
      ])
    expect(await rows('select npi, claims from claim_sum_npi order by npi')).toEqual([
      { npi: '1000000012', claims: 3 },
      { npi: '1000000020', claims: 3 },
    ])
    for (const records of ['claim', 'sco_case', 'sco_invoice', 'practice_change'])
      expect(
        await rows(`select distinct r.cohort_id is null as nowhere, r.cohort_id is not distinct from n.cohort_id as same
          from ${records} r join network_provider n using (npi) order by 1`),
      ).toEqual([
        { nowhere: false, same: true },
        { nowhere: true, same: true },
      ])
    expect(
      await rows('select reference from access_request r join staff_request_candidate on request_id = r.id'),
    ).toEqual([{ reference: 'PENDING_APPROVALAPPROVAL' }])
  })
})
