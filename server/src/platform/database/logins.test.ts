import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { startPasswordServer } from '../../../test/password-server.ts'
import { ensureAppRole } from './app-role.ts'
import { connectDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { APP_ROLE, appPassword, checkLogin, isPasswordDerived, loginsOf, passwordOf } from './logins.ts'
import { migrateToLatest } from './migrate.ts'

const secretKey = 'a-secret-key-for-tests-only-000000000000'
const password = appPassword(secretKey)
const given = { databaseUrl: undefined, databaseOwnerUrl: undefined, secretKey }

describe('database logins', () => {
  it('derives the application’s login from the owner’s address if only one address is set', () => {
    const databaseUrl = 'postgres://boss:s3cret@db.example:5433/plan?sslmode=require&user=x'
    expect(loginsOf({ ...given, databaseUrl })).toEqual({
      owner: { connectionString: databaseUrl },
      app: { connectionString: `postgres://${APP_ROLE}:${password}@db.example:5433/plan?sslmode=require` },
    })
  })

  it('uses two addresses as they are', () => {
    const databaseUrl = `postgres://${APP_ROLE}:other@db.example/plan`
    const databaseOwnerUrl = 'postgres://boss@db.example/plan'
    expect(loginsOf({ ...given, databaseUrl, databaseOwnerUrl })).toEqual({
      owner: { connectionString: databaseOwnerUrl },
      app: { connectionString: databaseUrl },
    })
  })

  it('knows the owner if only the owner’s address is set, and does not derive the application’s password', () => {
    const databaseOwnerUrl = 'postgres://boss@db.example/plan'
    expect(loginsOf({ ...given, databaseOwnerUrl }).owner).toEqual({ connectionString: databaseOwnerUrl })
    expect(isPasswordDerived({ ...given, databaseOwnerUrl })).toBe(false)
  })

  it('has no owner login if only the application’s address is set', () => {
    const databaseUrl = `postgres://${APP_ROLE}:other@db.example/plan`
    expect(loginsOf({ ...given, databaseUrl })).toEqual({ owner: undefined, app: { connectionString: databaseUrl } })
  })

  it('has both logins for the embedded database', () => {
    const embedded = { host: '/run/portico', user: 'postgres', database: 'portico' }
    expect(loginsOf(given, embedded)).toEqual({ owner: embedded, app: { ...embedded, user: APP_ROLE, password } })
  })

  it('derives a different password from a different key', () => {
    expect(appPassword(`${secretKey}1`)).not.toBe(password)
  })
})

describe('logins during key rotation', () => {
  it('connects with the current password, even if it changes meanwhile', async () => {
    const door = await startPasswordServer()
    const former = `${secretKey}-former`
    const databaseUrl = `postgres://boss@127.0.0.1:${door.port}/plan?sslmode=disable`
    const { app } = loginsOf({ ...given, databaseUrl, otherKey: { key: former, is: 'former' } })
    const enter = async () => {
      const { pool, close } = connectDatabase(app, { max: 1 })
      await pool
        .connect()
        .then((client) => client.release())
        .finally(close)
    }
    door.password = appPassword(former)
    await enter()
    expect(await passwordOf(app)).toBe(appPassword(former))
    door.password = password
    await enter()
    expect(await passwordOf(app)).toBe(password)
    door.password = 'neither'
    await expect(enter()).rejects.toMatchObject({ code: '28P01' })
    expect(await passwordOf(app)).toBe(password)
    door.close()
  })

  it('changes the password with the key only if it is derived from it', () => {
    const owner = 'postgres://boss@db.example/plan'
    const own = `postgres://${APP_ROLE}:other@db.example/plan`
    expect(isPasswordDerived(given)).toBe(true)
    expect(isPasswordDerived({ ...given, databaseUrl: owner })).toBe(true)
    expect(isPasswordDerived({ ...given, databaseUrl: own })).toBe(false)
    expect(isPasswordDerived({ ...given, databaseUrl: own, databaseOwnerUrl: owner })).toBe(false)
  })
})

describe('the password of the application role', () => {
  it('is never changed under running processes unless asked to', async () => {
    const database = await createTestDatabase('migrated')
    const door = await startPasswordServer()
    const { db, close } = connectDatabase(database.config, { max: 1 })
    const stored = async () =>
      (await sql`select rolpassword from pg_authid where rolname = ${APP_ROLE}`.execute(db)).rows
    const before = await stored()
    door.password = 'of running processes'
    const app = { host: '127.0.0.1', port: door.port, user: APP_ROLE, password: 'another', ssl: false }
    await expect(ensureAppRole(db, app)).rejects.toThrow('exists with another password')
    expect(await stored()).toEqual(before)
    expect(await ensureAppRole(db, app, { setPassword: true })).toBe(true)
    expect(await stored()).not.toEqual(before)
    door.password = 'another'
    const changed = await stored()
    expect(await ensureAppRole(db, app, { setPassword: true })).toBe(false)
    expect(await stored()).toEqual(changed)
    await close()
    door.close()
    await database.drop()
  })
})

describe('an upgrade from 0.1.0', () => {
  it('gives the role, which could not log in, its password', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portico-role-'))
    await chmod(dataDir, 0o755)
    const cluster = await startEmbeddedPostgres({ dataDir, fast: true })
    const { db, close } = connectDatabase(cluster.config, { max: 1 })
    await sql`create role ${sql.id(APP_ROLE)} nologin`.execute(db)
    await ensureAppRole(db, { ...cluster.config, user: APP_ROLE, password })
    const { rows } = await sql`
      select rolcanlogin, rolpassword is not null as secured from pg_authid where rolname = ${APP_ROLE}`.execute(db)
    expect(rows).toEqual([{ rolcanlogin: true, secured: true }])
    await close()
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
})

describe('the role the server works as', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase('migrated')
  })
  afterAll(() => database.drop())

  async function judge(login: TestDatabase['app'], become?: string): Promise<string | undefined> {
    const { db, close } = connectDatabase(login, { max: 1 })
    try {
      if (become) await sql`set ${sql.raw(become)}`.execute(db)
      return await checkLogin(db)
    } finally {
      await close()
    }
  }

  it('accepts the application role', async () => {
    expect(await judge(database.app)).toBeUndefined()
  })

  it('rejects the owner of the tables, and a login that only switches to the application role', async () => {
    expect(await judge(database.config)).toContain('which owns the tables.')
    expect(await judge(database.config, `role ${APP_ROLE}`)).toContain('which can switch to another role')
  })

  it('rejects a login that can become another role, and one that was only granted the same rights', async () => {
    const owner = connectDatabase(database.config, { max: 1 })
    await sql`
      create role portico_test_other nologin;
      create role portico_test_member login in role portico_test_other;
      create role portico_test_stranger login`.execute(owner.db)
    try {
      const judgeAs = (name: string) => judge(database.config, `session authorization portico_test_${name}`)
      expect(await judgeAs('member')).toContain('which can switch to another role')
      expect(await judgeAs('stranger')).toContain('which is another login.')
    } finally {
      await sql`
        drop role portico_test_member; drop role portico_test_other; drop role portico_test_stranger`.execute(owner.db)
      await owner.close()
    }
  })

  it.each([
    'delete on audit_event to portico_app',
    'truncate on audit_seal to portico_app',
    'update (hash) on audit_seal to portico_app',
    'update on audit_signing to public',
  ])('rejects a role that can change the audit trail: grant %s', async (right) => {
    const owner = connectDatabase(database.config, { max: 1 })
    await sql`grant ${sql.raw(right)}`.execute(owner.db)
    await owner.close()
    expect(await judge(database.app)).toBe(
      'portico_app can change the audit trail. Run the command migrate to revoke that privilege.',
    )
    await migrateToLatest({ owner: database.config, app: database.app })
    expect(await judge(database.app)).toBeUndefined()
  })
})
