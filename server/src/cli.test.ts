import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { AuditAct } from '@portico/core/internal/audit-acts'
import { NO_FACTOR_TO_RESET } from '@portico/core/signon/factors/sentences'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAnchor } from '#platform/audit/anchor.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { sealAudit } from '#platform/audit/seals.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { listMigrations } from '#platform/database/migrate.ts'
import { createLog } from '#platform/observability/log.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { runCommand } from '../test/run-command.ts'
import { createPeriodicProgress, describeDuration, describeProgress, ProgressLine } from './cli/output/progress-line.ts'
import { describeFailure, run } from './cli.ts'

const cli = new URL('./cli.ts', import.meta.url).pathname
let folder: string
let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connectDatabase(database.app)
})
beforeEach(async () => {
  await database.restore()
  folder = await mkdtemp(join(tmpdir(), 'portico-cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(async () => {
  await connection.close()
  await database.drop()
})

function environment(of = database) {
  const { host, port, user, database: name } = of.config
  return {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    PORTICO_DATA_DIR: folder,
    PORTICO_PUBLIC_URL: 'https://portal.example.org',
  }
}

const portico = (...args: string[]) => runOn(database, args)
const runOn = (of: TestDatabase, args: string[]) => runCommand(args, environment(of))

/** Runs the command in its own process on the configured database. */
async function runProcess(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [cli, ...args], { env: environment() })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, out, err }
}

describe('npm run portico', () => {
  test('explains every command in help', async () => {
    const { code, out } = await portico('help')
    expect(code).toBe(0)
    for (const word of [
      'import KIND FILE',
      'nppes',
      'sco-invoices',
      '--snapshot',
      'user add',
      'factors reset',
      'audit verify',
    ])
      expect(out).toContain(word)
  })

  test('reports what an import did and where the rejected rows are', async () => {
    const file = join(folder, 'invoices.csv')
    await writeFile(
      file,
      'invoice_number,npi,period,amount,status\nX1,1100000011,2025-01,5,PAID\nX2,123,2025-01,5,PAID\n',
    )
    const { code, out, err } = await runProcess('import', 'sco-invoices', file)
    expect({ code, err: err.includes('Error') }).toEqual({ code: 0, err: false })
    expect(out).toContain('2 rows')
    expect(out).toMatch(/new +1\n/)
    expect(out).toMatch(/rejected +1\n/)
    expect(out).toContain(`${file}.rejects.csv`)
    const recorded = connection.db.selectFrom('audit_event').select('details').where('action', '=', 'command.imported')
    expect(await recorded.execute()).toEqual([
      { details: expect.objectContaining({ kind: 'sco-invoices', inserted: 1, operator: userInfo().username }) },
    ])
  })

  test('writes a backup to one file, restores it into an empty database and verifies the audit trail', async () => {
    const file = join(folder, 'portico.backup')
    const small = await createTestDatabase('migrated')
    const { code, out } = await runOn(small, ['backup', file])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^Backed up [\d,]+ rows of \d+ tables to /) })
    const nowhere = await runOn(small, ['backup', join(folder, 'no folder', 'portico.backup')])
    const inFile = await runOn(small, ['backup', join(file, 'portico.backup')])
    for (const refused of [nowhere, inFile])
      expect(refused).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^The backup cannot be written: .*enough space/),
      })
    const taken = await runOn(small, ['backup', file])
    expect(taken).toMatchObject({ code: 1, err: expect.stringContaining(`The file ${file} already exists.`) })
    const empty = await createTestDatabase('unmigrated')
    expect(await runOn(empty, ['restore', join(folder, 'none')])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/none was not restored: it cannot be read \(ENOENT.*\)\.\n$/),
    })
    const away = { ...environment(empty), DATABASE_URL: 'postgres://no@127.0.0.1:9/no' }
    expect((await runCommand(['migrate'], away)).err).toBe(
      'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:9\n',
    )
    expect(await runOn(empty, ['restore', file, '--force'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('force'),
    })
    const restored = await runOn(empty, ['restore', file])
    expect(restored.out).toContain(out.match(/[\d,]+ rows of \d+ tables/)?.[0] ?? 'no figure')
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('The audit trail is complete') })
    const { db, close } = connectDatabase(empty.config)
    const acts = await db.selectFrom('audit_event').select(['action', 'details']).execute().finally(close)
    // The backup is recorded in the original database, after it was made.
    expect(acts).toEqual([
      { action: 'command.restored', details: expect.objectContaining({ file, operator: userInfo().username }) },
    ])
    expect(await runOn(small, ['backup', file, '--force'])).toMatchObject({ code: 0 })
    await small.drop()
    await empty.drop()
  })

  test('rejects a database that was filled with another key', async () => {
    // A change to the network of the whole demo plan takes long.
    const small = await createTestDatabase('migrated')
    const child = { ...environment(small), PORTICO_SECRET_KEY: 'another-key-of-forty-characters-0000000' }
    const file = join(folder, 'network.csv')
    await writeFile(file, 'npi\n1100000011\n')
    expect((await runOn(small, ['import', 'network', file])).code).toBe(0)
    await expect(run(['import', 'network', file], child)).rejects.toThrow(
      'This database was created with another PORTICO_SECRET_KEY.',
    )
    await small.drop()
  })

  test('invites plan staff with user add, printing a link of the public URL that is stored as a hash', async () => {
    const { code, out } = await portico(
      'user',
      'add',
      '--kind',
      'internal',
      '--email',
      'a@plan.example',
      '--first',
      'Ana',
      '--last',
      'Silva',
    )
    expect(code).toBe(0)
    expect(out).toMatch(/https:\/\/portal\.example\.org\/thp\/portal\/providers\/registration\?activateId=[\w-]{22}\n/)
    const account = await connection.db
      .selectFrom('account')
      .innerJoin('link', 'link.account_id', 'account.id')
      .select(['kind', 'state', 'username', 'password_hash', 'purpose', 'staff_role'])
      .where('email', '=', 'a@plan.example')
      .execute()
    expect(account).toEqual([
      {
        kind: 'internal',
        state: 'INVITED',
        username: null,
        password_hash: null,
        purpose: 'ACTIVATION',
        staff_role: 'ADMINISTRATOR',
      },
    ])
  })

  test('asks the person by mail to confirm factors reset, and rejects unknown accounts and those without factors', async () => {
    const unknown = await portico('factors', 'reset', '--user', 'nobody99')
    expect(unknown).toMatchObject({ code: 1, err: "There is no open account with the user name 'nobody99'.\n" })
    expect(await portico('factors', 'reset')).toMatchObject({ code: 1 })
    expect(await portico('factors', 'reset', '--user', 'demostaff')).toMatchObject({
      code: 1,
      err: `${NO_FACTOR_TO_RESET}\n`,
    })
    const { db } = connection
    const { id, email } = await db
      .selectFrom('account')
      .select(['id', 'email'])
      .where('username', '=', 'demostaff')
      .executeTakeFirstOrThrow()
    const now = new Date()
    const key = { account_id: id, sealed: Buffer.alloc(0), created_at: now, confirmed_at: now }
    await db.insertInto('authenticator_key').values(key).execute()
    expect(await portico('factors', 'reset', '--user', 'DemoStaff')).toMatchObject({ code: 0 })
    const mail = db.selectFrom('mail_message').select('body').where('kind', '=', 'account.factor-reset-asked')
    const { body } = await mail.where('to_address', '=', email).executeTakeFirstOrThrow()
    expect(body).toContain('https://portal.example.org/thp/portal/internal/secure-account?factorId=')
  })

  test('notifies every administrator of one that user add invited, and of no other colleague', async () => {
    const administrators = await connection.db
      .selectFrom('account')
      .select('email')
      .where('staff_role', '=', 'ADMINISTRATOR')
      .where('state', '=', 'ACTIVE')
      .orderBy('email')
      .execute()
    const add = (email: string, role: string) =>
      portico(...`user add --kind internal --email ${email} --first Noa --last Lin --role ${role}`.split(' '))
    expect((await add('noa.r@plan.example', 'reviewer')).code).toBe(0)
    expect((await add('noa.a@plan.example', 'administrator')).code).toBe(0)
    const mails = await connection.db
      .selectFrom('mail_message')
      .select(['to_address as email', 'body'])
      .where('kind', '=', 'staff.administrator-added')
      .where('body', 'like', '%Noa Lin%')
      .orderBy('to_address')
      .execute()
    expect(mails.map(({ email }) => ({ email }))).toEqual(administrators)
    expect(mails[0]?.body).toContain('Noa Lin (noa.a@plan.example) was invited as an administrator')
  })

  test('accepts a role in user add, and rejects an unknown one', async () => {
    const add = (role: string) =>
      portico(...'user add --kind internal --email r@plan.example --first Rae --last Lin --role'.split(' '), role)
    expect(await add('boss')).toMatchObject({
      code: 1,
      err: '--role is one of: administrator, reviewer, editor, auditor, support.\n',
    })
    expect((await add('reviewer')).code).toBe(0)
    const rows = await connection.db
      .selectFrom('account')
      .select('staff_role')
      .where('email', '=', 'r@plan.example')
      .execute()
    expect(rows).toEqual([{ staff_role: 'REVIEWER' }])
  })

  const findVerified = () =>
    connection.db.selectFrom('audit_event').select('details').where('action', '=', 'command.audit-verified').execute()

  test('reports an intact trail with audit verify, and records it', async () => {
    const { code, out } = await portico('audit', 'verify')
    expect(code).toBe(0)
    expect(out).toContain('The audit trail is complete')
    expect(await findVerified()).toEqual([{ details: { rows: expect.any(Number), operator: userInfo().username } }])
  })

  test('reports the first broken row with audit verify, and fails', async () => {
    const now = new Date('2026-03-02T15:00:00Z')
    const context = { db: connection.db, now, actor: { kind: 'system', accountId: null }, address: null } as const
    for (const action of ['one', 'two', 'three']) await recordAudit(context, { action: action as AuditAct })
    await sealAudit(connection.db, now, readSettings(environment()))
    const owner = connectDatabase(database.config)
    const { rows } = await sql<{ id: string }>`
      select id from audit_event where action in ('one', 'two', 'three') order by id`.execute(owner.db)
    const [, second, third] = rows.map((row) => row.id)
    // Tampers as an intruder would: with the protecting triggers disabled.
    await sql
      .raw(
        `set session_replication_role = replica;
        update audit_event set action = 'forged' where id in (${second}, ${third});
        set session_replication_role = origin`,
      )
      .execute(owner.db)
    await owner.close()
    const { code, out } = await portico('audit', 'verify')
    expect({ code, out }).toEqual({
      code: 1,
      out: `The audit trail is broken at row ${second}, which was changed after it was written.\n`,
    })
  })

  test('detects a cut-off end with audit verify --anchor, and rejects a file without valid lines', async () => {
    const other = await createTestDatabase('migrated')
    const { db, close } = connectDatabase(other.config)
    const file = join(folder, 'anchors')
    const settings = { ...readSettings(environment()), auditAnchorFile: file }
    const onSealed = createAnchor(settings, createLog({ level: 'silent' }))
    const seal = async (action: string) => {
      const context = { db, now: new Date(), actor: { kind: 'system', accountId: null }, address: null } as const
      await recordAudit(context, { action: action as AuditAct })
      await sealAudit(db, new Date(), { ...settings, onSealed })
    }
    const verify = (...args: string[]) => runOn(other, ['audit', 'verify', ...args])
    await seal('one')
    await seal('two')
    const whole = await verify('--anchor', file)
    expect(whole).toMatchObject({ code: 0, out: expect.stringContaining('2 anchored seals were all found.') })
    await sql
      .raw(
        `set session_replication_role = replica; delete from audit_seal where seq = 2;
        delete from audit_event where action = 'two'; set session_replication_role = origin`,
      )
      .execute(db)
    expect(await verify()).toMatchObject({ code: 0 })
    expect(await verify('--anchor', file)).toMatchObject({ code: 1, out: expect.stringContaining('cut off') })
    await writeFile(file, 'nothing\n')
    expect(await verify('--anchor', file)).toMatchObject({ code: 1, err: expect.stringContaining('proves nothing') })
    expect(await verify('--anchor', '/nowhere/anchors')).toMatchObject({
      code: 1,
      err: 'The file /nowhere/anchors cannot be opened (ENOENT).\n',
    })
    await close()
    await other.drop()
  })

  test.each([
    [['explode'], /Unknown command 'explode'/],
    [['import', 'pictures', 'x.csv'], /one of: nppes, network/],
    [['import', 'claims'], /Name one file/],
    [['import', 'claims', '/nowhere/x.csv'], /cannot be opened \(ENOENT\)/],
    [['import', 'claims', 'x.csv', '--fast'], /Unknown option '--fast'/],
    [['user', 'add', '--kind', 'member', '--email', 'x@y.example'], /--kind internal/],
    [['user', 'add', '--kind', 'internal', '--email', 'x@y.example'], /--first and --last/],
  ])('answers %s with an error message', async (args, sentence) => {
    const failure = await run(args, environment()).then(
      () => new Error('nothing was refused'),
      (error: Error) => error,
    )
    expect(describeFailure(failure)).toMatch(sentence)
    expect(describeFailure(failure)).not.toContain('    at ')
  })

  test('records a migration and who ran it, and no migration that had nothing to do', async () => {
    const empty = await createTestDatabase('unmigrated')
    const { db, close } = connectDatabase(empty.app)
    const recorded = () =>
      db.selectFrom('audit_event').select('details').where('action', '=', 'command.migrated').execute()
    expect(await runOn(empty, ['migrate', '--as', 'ann'])).toMatchObject({ code: 0 })
    const migrations = expect.arrayContaining(await listMigrations())
    expect(await recorded()).toEqual([{ details: { migrations, passwordSet: false, operator: 'ann' } }])
    expect(await runOn(empty, ['migrate'])).toMatchObject({ code: 0 })
    expect(await recorded()).toHaveLength(1)
    await close()
    await empty.drop()
  })

  test('refuses a folder in place of a file with a sentence and exit code 2', async () => {
    expect(await portico('import', 'claims', folder)).toEqual({
      code: 2,
      out: '',
      err: `${folder} is a folder. Name one file in it.\n`,
      database: expect.stringContaining('Database: '),
    })
  })

  test.each([
    ['an invalid row', 'X1,12,M1,1.00,1.00,2026-01-02,PAID'],
    ['a repeated row', 'X2,1100000011,M1,2.00,1.00,2026-01-02,PAID'],
  ])('imports nothing if %s cannot be listed, and says so', async (_, bad) => {
    const file = join(folder, 'claims.csv')
    const header = 'claim_number,npi,member_id,billed_amount,paid_amount,service_date,status'
    const good = 'X2,1100000011,M1,1.00,1.00,2026-01-02,PAID'
    await writeFile(file, `${header}\n${good}\n${bad}\n`)
    expect(await portico('import', 'claims', file, '--rejects', folder)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`The list of rejected rows ${folder} cannot be written (EISDIR).\n`),
    })
    const { db, close } = connectDatabase(database.app)
    expect(await db.selectFrom('claim').select('claim_number').where('claim_number', '=', 'X2').execute()).toEqual([])
    await close()
  })

  test('exits with code 1 and prints nothing to standard output on failure', async () => {
    const { code, out, err } = await runProcess('import', 'claims', '/nowhere/x.csv')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^Database: .*\nThe file \/nowhere\/x\.csv cannot be opened \(ENOENT\)\.\n$/)
  })
})

test('prints JSON progress as one object per line, at most one a second while reading', () => {
  const written: string[] = []
  const out = Object.assign(new Writable(), { write: (text: string) => written.push(text) > 0 })
  const line = new ProgressLine(out as unknown as NodeJS.WriteStream, { json: true, now: 0 })
  const figures = { rows: 500_000, rejected: 3, bytesRead: 25, bytesTotal: 100 }
  for (const now of [10_000, 10_900, 11_000]) line.show({ phase: 'reading', ...figures }, now)
  line.show({ phase: 'merging', step: 'sorting words', ...figures, bytesRead: 100 }, 11_001)
  line.end()
  expect(written.map((text) => JSON.parse(text))).toEqual([
    {
      phase: 'reading',
      rows: 500_000,
      rejected: 3,
      seconds: 10,
      rowsPerSecond: 50_000,
      percentRead: 25,
      secondsOfReadingLeft: 30,
    },
    expect.objectContaining({ phase: 'reading', seconds: 11 }),
    expect.objectContaining({ phase: 'merging', step: 'sorting words', percentRead: 100, secondsOfReadingLeft: 0 }),
  ])
})

test.each([
  [false, ['audit trail: 2 rows proved, 5 s so far\n', 'audit trail: 4 rows proved, 11 s so far\n']],
  [true, ['{"rows":2,"seconds":5}\n', '{"rows":4,"seconds":11}\n']],
])('reports progress of long work every five seconds; as JSON: %s', (json, lines) => {
  const output: string[] = []
  const write = (line: string | Uint8Array) => output.push(String(line)) > 0
  let now = 1_000
  const tell = createPeriodicProgress({ write }, { json, clock: () => now })
  const moments = [5.9, 6, 10.9, 12]
  for (const [index, at] of moments.entries()) {
    now = at * 1000
    tell({ rows: index + 1 }, `audit trail: ${index + 1} rows proved`)
  }
  expect(output).toEqual(lines)
})

test('reports rows, rate, percentage and remaining time', () => {
  const figures = { phase: 'reading', rows: 500_000, rejected: 3, bytesRead: 25, bytesTotal: 100 } as const
  expect(describeProgress(figures, 10)).toBe('500,000 rows, 50,000 a second, 25 %, about 30 s of reading left')
  expect(describeProgress({ ...figures, phase: 'merging', step: 'sorting words' }, 10)).toBe(
    '500,000 rows read, 10 s so far. Now: sorting words…',
  )
  expect(describeDuration(600)).toBe('10 min')
  expect(describeDuration(7200)).toBe('2 h 0 min')
})
