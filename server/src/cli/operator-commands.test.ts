import { userInfo } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Context, systemContext } from '#platform/context.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { queueMail } from '#platform/mail/mail.ts'
import { sweep } from '#platform/operations/sweep.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext } from '../../test/context.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'
import { startTransactionPooler } from '../../test/transaction-pooler.ts'
import { COMMANDS } from '../cli.ts'
import { countedAs } from '../signon/domain/sessions/guessing.ts'
import { writeColumns } from './output/write-rows.ts'

let database: TestDatabase
let connection: DatabaseConnection
let context: Context
const NPI = '1100000011'

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connectDatabase(database.app)
  context = testContext(connection.db, testSettings())
})
afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

const portico = (line: string) => runCommand(line, commandEnv(database))
const json = async (line: string) => JSON.parse((await portico(`${line} --json`)).out)

async function lastAudit(action: string) {
  const rows = connection.db.selectFrom('audit_event').select(['npi', 'subject_account_id', 'details', 'actor_kind'])
  return rows.where('action', '=', action).orderBy('id', 'desc').executeTakeFirst()
}

const accountId = async (userName: string) => {
  const found = connection.db.selectFrom('account').select('id').where('username', '=', userName)
  return (await found.executeTakeFirstOrThrow()).id
}

test('lists and unlocks a locked NPI, and records who ran the command', async () => {
  await connection.db.deleteFrom('identity_attempt').execute()
  expect((await portico('npis list')).out).toBe('No NPI is locked, or none was found.\n')
  const attempt = { kind: 'QUIZ', npi: NPI, address: '192.0.2.1', at: new Date() } as const
  await connection.db.insertInto('identity_attempt').values([attempt, attempt]).execute()
  expect(await json('npis list')).toMatchObject([{ npi: NPI, locks: ['QUIZ'] }])
  expect((await portico('npis list')).out).toMatch(/^npi +name .*\n1100000011 .*QUIZ\n$/)
  expect(await portico(`npis unlock ${NPI}`)).toMatchObject({ code: 0, out: expect.stringContaining('2 failures') })
  expect(await json('npis list')).toEqual([])
  expect(await lastAudit('identity.unlocked')).toMatchObject({
    npi: NPI,
    actor_kind: 'system',
    details: { operator: userInfo().username },
  })
  expect(await portico(`npis unlock ${NPI}`)).toMatchObject({ code: 1, err: expect.stringContaining('not locked') })
  expect(await portico('npis unlock 12')).toMatchObject({ code: 1, err: 'Give one NPI of ten digits.\n' })
  expect(await json('npis list --search 1200000010')).toMatchObject([{ npi: '1200000010', network: 'IN' }])
})

test.each([
  [[], { SUDO_USER: 'ann' }, 'ann'],
  [['--as', ' Ben Ode '], { SUDO_USER: 'ann' }, 'Ben Ode'],
  [['--as=Ben'], {}, 'Ben'],
  [[], { SUDO_USER: '' }, userInfo().username],
])('records who runs a command, with %j and %j as %s', async (args, env, operator) => {
  const attempt = { kind: 'QUIZ', npi: NPI, address: '192.0.2.1', at: new Date() } as const
  await connection.db.insertInto('identity_attempt').values(attempt).execute()
  const line = [...args, 'npis', 'unlock', NPI]
  expect(await runCommand(line, { ...commandEnv(database), ...env })).toMatchObject({ code: 0 })
  expect(await lastAudit('identity.unlocked')).toMatchObject({ details: { operator } })
})

test.each([
  ['--as', { args: ['--as', 'a\u0007b'], env: {} }],
  ['--as', { args: ['--as', 'a\u202Eb'], env: {} }],
  ['--as', { args: ['--as', 'x'.repeat(101)], env: {} }],
  ['--as', { args: ['--as', '--json'], env: {} }],
  ['--as', { args: ['--as'], env: {} }],
  ['--as', { args: ['--as='], env: {} }],
  ['SUDO_USER', { args: [], env: { SUDO_USER: 'a\nb' } }],
])('refuses %s that is no name: %j', async (source, { args, env }) => {
  const line = ['npis', 'unlock', NPI, ...args]
  expect(await runCommand(line, { ...commandEnv(database), ...env })).toMatchObject({
    code: 1,
    err: `${source} must be the name of the person who runs the command: at most 100 characters, none of them hidden.\n`,
  })
})

test('lists accounts in pages, by state and kind', async () => {
  expect(await json('accounts list --search demosolo')).toMatchObject([{ userName: 'demosolo', state: 'ACTIVE' }])
  const staff = await json('accounts list --kind internal --state active')
  expect(staff.map(({ userName }: { userName: string }) => userName)).toContain('demoaudit')
  expect(await json('accounts list --kind member --search demostaff')).toEqual([])
  const many = Array.from({ length: 30 }, (_, index) => ({
    public_id: `many-${index}`,
    kind: 'provider' as const,
    state: 'INVITED' as const,
    brand: 'harborview',
    first_name: 'Many',
    last_name: `Person ${index}`,
    email: `many${index}@example.org`,
    created_at: new Date(),
  }))
  await connection.db.insertInto('account').values(many).execute()
  const first = await portico('accounts list --search many --json')
  expect(first.err).toBe('30 in total; see more with --page 2.\n')
  expect(JSON.parse(first.out)).toHaveLength(25)
  expect(await json('accounts list --search many --page 2')).toHaveLength(5)
  expect(await portico('accounts list --page 0')).toMatchObject({ code: 1 })
  expect(await portico('accounts list --state gone')).toMatchObject({
    code: 1,
    err: '--state is one of: invited, active, suspended, closed.\n',
  })
})

test('resets wrong passwords of every browser and wrong codes with accounts unlock', async () => {
  const id = await accountId('demosolo')
  const device = Buffer.from('a browser of theirs')
  const { db } = connection
  const now = new Date()
  await db.insertInto('account_device').values({ id_hash: device, account_id: id, expires_at: now }).execute()
  const keys = [undefined, device].map((one) => countedAs(context, 'demosolo', one).key)
  for (const key of keys)
    await db
      .insertInto('sign_in_tally')
      .values({ key, failed_at: [now, now], touched_at: now })
      .execute()
  await db
    .insertInto('factor_tally')
    .values({ account_id: id, kind: 'app', failed_at: [now] })
    .execute()
  expect(await portico('accounts unlock DemoSolo')).toMatchObject({ code: 0, out: 'DemoSolo can sign in again now.\n' })
  const tallies = await db.selectFrom('sign_in_tally').select('failed_at').where('key', 'in', keys).execute()
  expect(tallies).toEqual([{ failed_at: [] }, { failed_at: [] }])
  expect(await db.selectFrom('factor_tally').selectAll().where('account_id', '=', id).execute()).toEqual([])
  expect(await lastAudit('account.tries-forgotten')).toMatchObject({
    subject_account_id: id,
    details: { operator: userInfo().username },
  })
  expect(await portico('accounts unlock nobody99')).toMatchObject({
    code: 1,
    err: "There is no account with the user name 'nobody99'.\n",
  })
  expect(await portico('accounts unlock')).toMatchObject({ code: 1 })
})

test('reopens a suspended account with accounts reopen, and no other', async () => {
  const id = await accountId('demoau')
  expect(await portico('accounts reopen demoau')).toMatchObject({
    code: 1,
    err: 'The account demoau is not suspended.\n',
  })
  await connection.db.updateTable('account').set({ state: 'SUSPENDED' }).where('id', '=', id).execute()
  expect((await portico('accounts unlock demoau')).out).toContain('The account is suspended')
  expect((await portico('accounts reopen demoau')).code).toBe(0)
  expect(await lastAudit('account.reopened')).toMatchObject({ subject_account_id: id })
})

test('lists the factors of an account with factors list, without their keys', async () => {
  const id = await accountId('demoaa')
  expect((await portico('factors list --user demoaa')).out).toBe('demoaa has no second factor.\n')
  const { db } = connection
  const since = new Date('2026-03-02T15:00:00Z')
  const key = { account_id: id, sealed: Buffer.from('sealed'), created_at: since, confirmed_at: since }
  await db.insertInto('authenticator_key').values(key).execute()
  await db
    .insertInto('recovery_code')
    .values({ account_id: id, code_hash: Buffer.alloc(1), made_at: since })
    .execute()
  await db.updateTable('account').set({ email_factor_since: since }).where('id', '=', id).execute()
  expect(await json('factors list --user demoaa')).toEqual([
    { kind: 'app', name: '', since: since.toISOString(), used: null, waiting: null },
    { kind: 'recovery codes', name: '', since: since.toISOString(), used: null, waiting: 1 },
  ])
  expect((await portico('factors list --user demoaa')).err).toBe('Second-factor policy for demoaa: offered.\n')
})

test('retries permanently failed mail unless its links were removed, and fails mail by command', async () => {
  const { db } = connection
  const write = (body: string) =>
    db.transaction().execute(async (trx) => {
      const mail = { brand: 'harborview', to: 'a@example.org', subject: 'About you', body }
      await queueMail({ db: trx, now: new Date() }, { kind: 'roster.answered', ...mail })
      const newest = trx.selectFrom('mail_message').select('id').orderBy('id', 'desc').limit(1)
      return (await newest.executeTakeFirstOrThrow()).id
    })
  const plain = await write('Nothing to open.')
  const opening = await write('Open https://portal.example/x?reqId=AAAAAAAAAAAAAAAAAAAAAA now.')
  expect(await json('mail list --search roster.answered')).toMatchObject([{ id: opening }, { id: plain }])
  const state = async (id: string) => {
    const row = db.selectFrom('mail_message').select(['gave_up_at', 'body']).where('id', '=', id)
    const { gave_up_at: at, body } = await row.executeTakeFirstOrThrow()
    return { givenUp: at !== null, body }
  }
  expect((await portico(`mail give-up ${plain} ${opening}`)).out).toBe(`${plain}, ${opening}: will not be sent.\n`)
  expect(await state(opening)).toEqual({ givenUp: true, body: 'Open https://portal.example/x?reqId=[removed] now.' })
  expect(await portico(`mail give-up ${plain}`)).toMatchObject({ code: 1 })
  expect(await json('mail list --state given-up --search roster.answered')).toHaveLength(2)
  const again = await portico(`mail requeue ${plain} ${opening} 999999`)
  expect(again).toMatchObject({ code: 1, out: `${plain}: will be tried again now.\n` })
  expect(again.err).toContain(`${opening}, 999999: not changed.`)
  expect(await state(plain)).toEqual({ givenUp: false, body: 'Nothing to open.' })
  expect(await lastAudit('command.mail-requeued')).toMatchObject({ details: { mail: [plain] } })
  expect(await lastAudit('command.mail-given-up')).toMatchObject({ details: { mail: [plain, opening] } })
  expect(await portico('mail requeue all')).toMatchObject({ code: 1 })
  expect(await portico('mail requeue')).toMatchObject({ code: 1 })
  expect(await portico('mail list --state lost')).toMatchObject({ code: 1 })
  const claim = { claimed_until: new Date(Date.now() + 60_000) }
  await db.updateTable('mail_message').set(claim).where('id', '=', plain).execute()
  expect(await portico(`mail give-up ${plain}`)).toMatchObject({ code: 1, out: '' })
})

test('retries all permanently failed mail after an outage, and lists mail in pages', async () => {
  const { db } = connection
  const givenUp = (body: string, number: number) => ({
    message_id: `outage-${number}-${body}`,
    kind: 'test.outage',
    brand: 'harborview',
    to_address: 'a@example.org',
    subject: 'About you',
    body,
    created_at: new Date(),
    next_attempt_at: new Date(),
    gave_up_at: new Date(),
    attempts: 9,
  })
  const many = Array.from({ length: 30 }, (_, number) => givenUp('Dear Casey', number))
  await db
    .insertInto('mail_message')
    .values([...many, givenUp('Open [removed].', 0), givenUp('', 0)])
    .execute()
  const first = await portico('mail list --state given-up --search test.outage --json')
  expect(first.err).toBe('32 in total; see more with --page 2.\n')
  expect(JSON.parse(first.out)).toHaveLength(25)
  const second = await portico('mail list --state given-up --search test.outage --page 2 --json')
  expect(second.err).toBe('')
  expect(JSON.parse(second.out)).toHaveLength(7)
  expect(await portico('mail list --page 0')).toMatchObject({ code: 1 })
  expect(await portico('mail requeue --state given-up 1')).toMatchObject({
    code: 1,
    err: expect.stringContaining('both'),
  })
  expect(await portico('mail requeue --state sent')).toMatchObject({ code: 1, err: '--state is one of: given-up.\n' })

  const { changed } = await json('mail requeue --state given-up')
  expect(changed).toHaveLength(30)
  expect(await lastAudit('command.mail-requeued')).toMatchObject({ details: { mail: changed } })
  const left = await json('mail list --state given-up --search test.outage')
  expect(left).toHaveLength(2)
  expect(await portico('mail requeue --state given-up')).toMatchObject({
    code: 0,
    out: 'No message: will be tried again now.\n',
  })
  const emptied = await portico(`mail requeue ${left[0].id} --json`)
  expect(emptied).toMatchObject({ code: 1 })
  expect(JSON.parse(emptied.out)).toEqual({ changed: [], unchanged: [left[0].id] })
})

test('prints the result of a command as JSON', async () => {
  const { db } = connection
  const attempt = { kind: 'QUIZ', npi: '1200000010', address: '192.0.2.1', at: new Date() } as const
  await db.insertInto('identity_attempt').values([attempt, attempt]).execute()
  expect(await json('npis unlock 1200000010')).toEqual({ npi: '1200000010', forgotten: 2 })
  expect(await json('accounts unlock demosaa')).toEqual({ userName: 'demosaa', state: 'ACTIVE' })
  await db.updateTable('account').set({ state: 'SUSPENDED' }).where('username', '=', 'demosaa').execute()
  expect(await json('accounts reopen demosaa')).toEqual({ userName: 'demosaa', state: 'ACTIVE' })
  const now = new Date()
  await db
    .insertInto('authenticator_key')
    .values({ account_id: await accountId('demosaa'), sealed: Buffer.from('x'), created_at: now, confirmed_at: now })
    .execute()
  expect(await json('factors reset --user demosaa')).toEqual({ userName: 'demosaa', asked: true })
  const { id, ...held } = await json('holds add --npi 1200000010 --reason Case')
  expect(held).toEqual({ npi: '1200000010' })
  expect(await json(`holds release ${id}`)).toEqual({ id, released: true })
  const person = '--email new@plan.example --first New --last Person'
  expect(await json(`user add --kind internal ${person} --role auditor`)).toEqual({
    email: 'new@plan.example',
    role: 'auditor',
    days: 7,
    url: expect.stringContaining('http'),
  })
  await insertTestAccount(db, { username: 'leaving', grants: [] })
  expect(await json('erase account leaving --yes')).toEqual({ account: 'leaving', erased: true })
  expect(await json('migrate')).toEqual({ migrated: true })
})

test.each(COMMANDS)('accepts --json in %s', async (name) => {
  const { err } = await portico(`${name} --json`)
  expect(err).not.toContain('Unknown option')
})

test('lists pending work with jobs, runs and failures with sweeps, limits and counters with limits', async () => {
  expect((await json('jobs')).map(({ job }: { job: string }) => job)).toContain('audit seals')
  expect((await portico('sweeps')).out).toBe('No scheduled job has run yet.\n')
  expect(await json('jobs')).toContainEqual(expect.objectContaining({ job: 'sweep', stuck: 0, problem: '' }))
  const fail = { name: 'fails', run: () => Promise.reject(new RangeError('secret words')) }
  const busy = { name: 'works', run: async () => 3 }
  const idle = { name: 'works', run: async () => 0 }
  const [first, later] = [new Date('2026-03-02T15:00:00Z'), new Date('2026-03-02T15:01:00Z')]
  const { actor: _, now: __, ...deps } = systemContext(context)
  await sweep(deps, first, [busy, fail])
  await sweep(deps, later, [idle])
  expect(await json('sweeps')).toEqual([
    {
      handler: 'fails',
      ran: first.toISOString(),
      done: 0,
      did: null,
      failed: first.toISOString(),
      failure: 'RangeError',
    },
    { handler: 'works', ran: later.toISOString(), done: 0, did: first.toISOString(), failed: null, failure: null },
  ])
  expect(await json('jobs')).toContainEqual(
    expect.objectContaining({ job: 'sweep', stuck: 1, problem: 'failed at the last run' }),
  )
  const due = new Date('2026-03-02T15:00:00Z')
  const { id: requestId } = await connection.db.selectFrom('access_request').select('id').executeTakeFirstOrThrow()
  const decision = { request_id: requestId, decided_by: await accountId('demostaff'), decided_at: due, due_at: due }
  await connection.db
    .insertInto('delayed_decision')
    .values({ ...decision, act: 'DENY' })
    .execute()
  expect(await json('jobs')).toContainEqual({
    job: 'decisions',
    waiting: 1,
    oldest: due.toISOString(),
    stuck: 0,
    problem: '',
  })
  expect(await json('limits')).toContainEqual({ setting: 'PORTICO_LIMIT_QUIZZES_PER_DAY_PER_NPI', limit: 2 })
  const counter = { key: 'sign-in:192.0.2.9', window_start: new Date(), hits: 7 }
  await connection.db.insertInto('flood_counter').values(counter).execute()
  expect(await json('limits --now')).toContainEqual(expect.objectContaining({ key: 'sign-in:192.0.2.9', count: 7 }))
})

test('names every command in help', async () => {
  const { out } = await portico('help')
  expect(COMMANDS).toContain('keys rotate')
  expect(COMMANDS.filter((name) => !out.includes(`portico ${name}`))).toEqual([])
})

test('pads columns to their content and leaves no trailing spaces', () => {
  const rows = [
    { name: 'a', held: ['x', 'y'], at: new Date(0) },
    { name: 'long', held: [], at: null },
  ]
  expect(writeColumns(rows)).toBe('name  held  at\na     x, y  1970-01-01T00:00:00.000Z\nlong\n')
})

test('runs commands through a pooler in transaction mode, like the server', async () => {
  const pooler = await startTransactionPooler(database.app)
  const { DATABASE_URL: owner, ...env } = commandEnv(database)
  const { user, port, database: name } = pooler.config
  const pooled = { ...env, DATABASE_OWNER_URL: owner, DATABASE_URL: `postgres://${user}@127.0.0.1:${port}/${name}` }
  const list = (prepared: string) =>
    runCommand('factors list --user demosolo', { ...pooled, PORTICO_PREPARED: prepared })
  for (let run = 0; run < 2; run++) expect(await list('0')).toMatchObject({ code: 0 })
  expect(await list('1')).toMatchObject({ code: 0 })
  expect((await list('1')).err).toContain('Set PORTICO_PREPARED=0')
  pooler.close()
})
