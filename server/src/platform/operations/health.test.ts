import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { endOtherSessions } from '../../../test/database.ts'
import { startPasswordServer } from '../../../test/password-server.ts'
import { buildApp } from '../../app.ts'
import { connectDatabase, type DatabaseConnection } from '../database/database.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { registerHealth } from './health.ts'

let test: TestApp
let owner: DatabaseConnection

beforeAll(async () => {
  test = await buildTestApp({ database: 'migrated' })
  owner = connectDatabase(test.ownerLogin, { max: 1 })
})
afterAll(async () => {
  await owner.close()
  await test.close()
})

const ready = () => test.app.inject('/readyz')

describe('/readyz', () => {
  it('answers 200 on /readyz if the application can write', async () => {
    const reply = await ready()
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ status: 'ready' })
  })

  it('answers 503 on /readyz while a migration is pending', async () => {
    const last = await sql<{ name: string }>`
      delete from kysely_migration where name = (select max(name) from kysely_migration) returning name`.execute(
      owner.db,
    )
    const reply = await ready()
    expect([reply.statusCode, reply.json().reason]).toEqual([503, 'the database has pending migrations'])
    await sql`insert into kysely_migration values (${last.rows[0]?.name}, '2026-01-01')`.execute(owner.db)
  })

  it('answers 503 on /readyz once another key has replaced the server’s', async () => {
    // The first check stores the server's key.
    expect((await ready()).statusCode).toBe(200)
    const { rows } = await sql<{ fingerprint: string }>`select fingerprint from secret_key`.execute(owner.db)
    await sql`update secret_key set fingerprint = 'of another'`.execute(owner.db)
    const reply = await ready()
    expect([reply.statusCode, reply.json().reason]).toEqual([503, 'wrong secret key'])
    await sql`update secret_key set fingerprint = ${rows[0]?.fingerprint}`.execute(owner.db)
    expect((await ready()).statusCode).toBe(200)
  })

  it('answers 503 on /readyz under any other login', async () => {
    const app = fastify()
    registerHealth(app, { ...test.deps, db: owner.db })
    const reply = await app.inject('/readyz')
    expect([reply.statusCode, reply.json().reason]).toEqual([503, 'wrong database login'])
  })

  it.each([
    [61, 'ahead of'],
    [-61, 'behind'],
  ])('answers 503 on a machine whose clock is %i s off, and names the difference', async (seconds, words) => {
    const app = fastify()
    const shifted = (by: number) => ({ now: () => new Date(Date.now() + by * 1000), isReal: true })
    test.logLines.length = 0
    registerHealth(app, { ...test.deps, clock: shifted(seconds) })
    const reply = await app.inject('/readyz')
    expect([reply.statusCode, reply.json().reason]).toEqual([503, 'wrong clock'])
    expect(test.logLines.join()).toMatch(new RegExp(`The clock of this machine is \\d+ s ${words} the database's`))
    const near = fastify()
    registerHealth(near, { ...test.deps, clock: shifted(seconds > 0 ? 40 : -40) })
    expect((await near.inject('/readyz')).statusCode).toBe(200)
  })

  it('answers 503 while the database gets no new disk pages, and for 30 s afterward', async () => {
    const name = sql.id(test.ownerLogin.database)
    await sql`alter role portico_app in database ${name} set temp_file_limit = 0`.execute(owner.db)
    await endOtherSessions(owner.db, test.pool)
    const full = { status: 'not ready', reason: 'the disk of the database is full' }
    expect((await ready()).json()).toEqual(full)
    await sql`alter role portico_app in database ${name} reset temp_file_limit`.execute(owner.db)
    await endOtherSessions(owner.db, test.pool)
    test.clock.advance(29)
    expect((await ready()).json()).toEqual(full)
    test.clock.advance(1)
    expect((await ready()).statusCode).toBe(200)
  })

  it('answers 503 with a log line that says what to do if the password of the role was changed', async () => {
    const door = await startPasswordServer()
    door.password = 'the new one'
    const login = { host: '127.0.0.1', port: door.port, user: 'portico_app', password: 'the old one', ssl: false }
    const { db, close } = connectDatabase(login, { max: 1 })
    const app = await buildApp({ ...test.deps, db })
    test.logLines.length = 0
    const call = await app.inject('/Provider/rest/nonsec/reg/valRegNpi?npiId=1100000011')
    expect([call.statusCode, call.headers['retry-after']]).toEqual([503, '5'])
    expect((await app.inject('/readyz')).json().reason).toBe('the database refuses the password')
    expect(test.logLines.filter((line) => line.includes('Set DATABASE_URL to its password'))).toHaveLength(2)
    await app.close()
    await close()
    door.close()
  })

  it('answers 503 with Retry-After to /readyz and every call on a read-only database', async () => {
    const name = sql.id(test.ownerLogin.database)
    await sql`alter role portico_app in database ${name} set default_transaction_read_only = on`.execute(owner.db)
    await endOtherSessions(owner.db, test.pool)
    expect((await ready()).json()).toEqual({ status: 'not ready', reason: 'the database cannot be used' })
    const call = await test.openBrowser().get('/Provider/rest/nonsec/reg/valRegNpi?npiId=1100000011')
    expect([call.statusCode, call.headers['retry-after']]).toEqual([503, '5'])
    await sql`alter role portico_app in database ${name} reset default_transaction_read_only`.execute(owner.db)
    await endOtherSessions(owner.db, test.pool)
    expect((await ready()).statusCode).toBe(200)
  })
})

it.each([
  ['25006', true],
  ['28P01', true],
  ['40003', true],
  ['53100', true],
  ['53300', true],
  ['57P01', true],
  ['57P02', true],
  ['57P03', true],
  ['57P04', true],
  ['57P05', true],
  ['ECONNABORTED', true],
  ['ECONNREFUSED', true],
  ['EHOSTDOWN', true],
  ['EHOSTUNREACH', true],
  ['ENETDOWN', true],
  ['ENETRESET', true],
  ['ENETUNREACH', true],
  ['ETIMEDOUT', true],
  ['EACCES', false],
  ['08000', true],
  ['08006', true],
  ['08P01', true],
  ['23505', false],
  ['42601', false],
])('classifies the database error %s as temporary: %s', (code, away) => {
  expect(isDatabaseUnavailable({ code, message: 'said so' })).toBe(away)
})
