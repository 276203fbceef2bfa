import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordAudit } from '#platform/audit/audit.ts'
import { sealAudit } from '#platform/audit/seals.ts'
import { verifyAudit } from '#platform/audit/verify.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { checkSecretKey } from '#platform/database/stored-key.ts'
import { type Keys, keyFingerprint } from '#platform/keys/secret-key.ts'
import { findSigningCertificate, lockAnew } from '#platform/keys/signing-certificate.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext } from '../../test/context.ts'
import { createTestDatabase, type TestDatabase, testSecretKey } from '../../test/database.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'
import { openHubKeys } from '../sign-on-hub/sign-on-hub.ts'
import { openKey, sealKey } from '../signon/domain/factors/secrets.ts'

const FIRST = testSecretKey
const SECOND = 'the-second-key-of-this-portal-0000000000'
const THIRD = 'the-third-key-of-this-portal-00000000000'
const APPS = 450

let database: TestDatabase
let connection: DatabaseConnection
let owner: DatabaseConnection
let folder: string
let network: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-keys-'))
  network = join(folder, 'network.csv')
  writeFileSync(network, 'npi,tin,ssn_last4\n1100000011,111223333,4321\n1100000029,222334444,\n1100000037,,\n')
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app)
  owner = connectDatabase(database.config, { max: 2 })
})
afterAll(async () => {
  await owner?.close()
  await connection?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const withKeys = (secretKey: string, former?: string) => ({
  ...commandEnv(database),
  PORTICO_DATA_DIR: folder,
  PORTICO_SECRET_KEY: secretKey,
  ...(former ? { PORTICO_SECRET_KEY_FORMER: former } : {}),
})
const first = (line: string) => runCommand(line, withKeys(FIRST))
const both = (line: string) => runCommand(line, withKeys(SECOND, FIRST))
const second = (line: string) => runCommand(line, withKeys(SECOND))

async function seal(keys: Keys, action: 'session.started' | 'session.ended') {
  const { db } = connection
  const context = { db, now: new Date(), actor: { kind: 'system', accountId: null }, address: null } as const
  await recordAudit(context, { action })
  return sealAudit(db, new Date(), keys)
}

const secretOf = (index: number) => Buffer.from(`secret of app ${index}`)

/** Accounts with an authenticator app each, and one with recovery codes, all under this key. */
async function insertPeople(secretKey: string): Promise<void> {
  const { db } = connection
  const now = new Date()
  const people = Array.from({ length: APPS }, (_, index) => ({
    public_id: `person-${index}`,
    kind: 'provider' as const,
    state: 'ACTIVE' as const,
    brand: 'harborview',
    username: `person${index}`,
    username_key: `person${index}`,
    password_hash: '!',
    first_name: 'Pat',
    last_name: 'Person',
    email: `person${index}@example.org`,
    created_at: now,
  }))
  const ids = await db.insertInto('account').values(people).returning('id').execute()
  const keys = ids.map(({ id }, index) => ({
    account_id: id,
    sealed: sealKey({ secretKey }, id, secretOf(index)),
    created_at: now,
    confirmed_at: now,
  }))
  await db.insertInto('authenticator_key').values(keys).execute()
  const codes = [1, 2].map((byte) => ({
    account_id: ids[0]?.id ?? '',
    code_hash: Buffer.alloc(32, byte),
    made_at: now,
  }))
  await db.insertInto('recovery_code').values(codes).execute()
}

const countSealedBy = async (key: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from authenticator_key where sealed_by = ${keyFingerprint(key)}`.execute(
    connection.db,
  )
  return rows[0]?.count ?? 0
}

/** The published signing keys, as a server with this secret key opens them. */
const findKids = async (secretKey: string) => {
  const context = testContext(connection.db, testSettings({ secretKey }))
  return (await openHubKeys(context)).signing.map(({ kid }) => kid)
}
let kids: (string | undefined)[]

// Each test continues where the previous one ended.
describe('one key rotation', { shuffle: false }, () => {
  test('reports one key as steady, rejects another key alone, and accepts both together', async () => {
    expect((await first(`import network ${network}`)).code).toBe(0)
    await insertPeople(FIRST)
    kids = await findKids(FIRST)
    await seal({ secretKey: FIRST }, 'session.started')
    findSigningCertificate({ signing: undefined, dataDir: folder, secretKey: FIRST })
    expect((await first('keys status')).out).toMatch(/^One key is in use\./)
    expect((await second('keys status')).err).toContain('This database was created with another PORTICO_SECRET_KEY.')
    expect(JSON.parse((await both('keys status --json')).out)).toEqual({
      key: keyFingerprint(FIRST),
      state: 'two keys',
      resting: { numbers: 2, appKeys: APPS, hubKeys: 2, recoveryCodes: 2 },
      codesOver: null,
    })
    expect((await first('keys rotate')).err).toContain('PORTICO_SECRET_KEY_FORMER')
    expect((await both('keys finish')).err).toBe("Run 'keys rotate' first.\n")
  })

  test('continues a rotation that was killed halfway', async () => {
    const { rows } = await sql<{ id: string }>`select id from authenticator_key order by id offset 250 limit 1`.execute(
      owner.db,
    )
    const cli = new URL('../cli.ts', import.meta.url).pathname
    await owner.db.transaction().execute(async (trx) => {
      // Another transaction locks a key of the third batch, so that the command waits there to be killed.
      await sql`select from authenticator_key where id = ${rows[0]?.id} for update`.execute(trx)
      const child = spawn(process.execPath, [cli, 'keys', 'rotate'], {
        env: { ...withKeys(SECOND, FIRST), PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      })
      const ended = new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)))
      while ((await countSealedBy(SECOND)) < 200) await sleep(50)
      child.kill('SIGKILL')
      expect(await ended).toBe('SIGKILL')
      expect(await countSealedBy(SECOND)).toBe(200)
    })
    const again = await both('keys rotate')
    expect(again.out).toMatch(/^A key rotation is in progress\./)
    expect(again.err).toContain('250 authenticator keys are under the new key')
    expect(await countSealedBy(SECOND)).toBe(APPS)
    const stored = await connection.db
      .selectFrom('authenticator_key')
      .select(['account_id', 'sealed'])
      .orderBy('id')
      .execute()
    for (const [index, { account_id: id, sealed }] of stored.entries())
      expect(openKey({ secretKey: SECOND }, id, sealed)).toEqual(secretOf(index))
    expect(await findKids(SECOND)).toEqual(kids)
    const begun = connection.db.selectFrom('audit_event').select('id').where('action', '=', 'command.key-change-begun')
    expect(await begun.execute()).toHaveLength(1)
  })

  test('restores a backup made during the rotation with both keys, but not with the new one alone', async () => {
    const file = join(folder, 'portico.backup')
    expect((await both(`backup ${file}`)).code).toBe(0)
    const empty = await createTestDatabase('unmigrated')
    const { DATABASE_URL } = commandEnv(empty)
    const alone = await runCommand(`restore ${file}`, { ...withKeys(SECOND), DATABASE_URL })
    expect(alone.err).toContain('it was made with another PORTICO_SECRET_KEY')
    const restored = await runCommand(`restore ${file}`, { ...withKeys(SECOND, FIRST), DATABASE_URL })
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('The audit trail is complete') })
    await empty.drop()
  })

  test('rejects processes that have only the former key, or write with it, once the rotation has begun', async () => {
    const { db } = connection
    expect((await first('keys status')).err).toContain('A key rotation is in progress')
    const next = { secretKey: FIRST, otherKey: { key: SECOND, is: 'next' } } as const
    expect(await checkSecretKey(db, next, new Date())).toContain('is in progress')
    expect(await checkSecretKey(db, { secretKey: THIRD }, new Date())).toContain('created with another')
    await seal({ secretKey: SECOND, otherKey: { key: FIRST, is: 'former' } }, 'session.ended')
    // Not sealed: this row could not be distinguished from a forged one.
    expect(await sealAudit(db, new Date(), { secretKey: THIRD })).toBe(0)
  })

  test('re-encrypts the server’s own signing file under the new key', () => {
    const settings = { signing: undefined, dataDir: folder, secretKey: SECOND }
    expect(lockAnew({ ...settings, otherKey: { key: FIRST, is: 'former' } })).toBe(false)
    expect(() => lockAnew({ ...settings, secretKey: THIRD, otherKey: { key: FIRST, is: 'former' } })).toThrow()
  })

  test('refuses to finish while codes, numbers or recovery codes depend on the former key', async () => {
    expect((await both('keys finish')).err).toMatch(/^Codes mailed before the rotation began are valid until 20\d\d-/)
    await sql`update secret_key set rotation_began_at = now() - interval '1 day'`.execute(owner.db)
    expect((await both('keys finish')).err).toBe(
      'The former key is still needed for the SSN or TIN of 2 providers (import the network file, with --snapshot); 2 recovery codes (--end-recovery-codes deletes them and notifies their owners).\n',
    )
    // One provider leaves, and their hashes go with the former key.
    writeFileSync(network, 'npi,tin,ssn_last4\n1100000011,111223333,4321\n1100000037,,\n')
    expect((await both(`import network ${network} --snapshot --accept-removals 1`)).out).toMatch(/changed +1\n/)
    expect((await both('keys rotate')).out).toMatch(/numbers under the former key +0\n/)
    const left = connection.db.selectFrom('network_provider').select('tin_hash').where('npi', '=', '1100000029')
    expect(await left.execute()).toEqual([{ tin_hash: null }])
    expect((await both('keys finish')).err).toMatch(/^The former key is still needed for 2 recovery codes/)
  })

  test('notifies the owners of recovery codes at the end, and keeps the former key’s seals verifiable', async () => {
    const ended = await both('keys finish --end-recovery-codes')
    expect(ended).toMatchObject({ code: 0, err: '1 people were notified to create new recovery codes\n' })
    const { db } = connection
    const mail = await db.selectFrom('mail_message').select(['kind', 'to_address']).execute()
    expect(mail).toEqual([{ kind: 'account.recovery-codes-ended', to_address: 'person0@example.org' }])
    expect((await second('keys status')).out).toMatch(/^One key is in use\./)
    expect((await both('keys finish')).err).toContain('already in use')
    expect((await both('keys rotate')).err).toContain('already in use')
    expect((await first('keys status')).err).toContain('created with another')
    expect((await second('audit verify')).out).toContain('The audit trail is complete')
    const signers = await db.selectFrom('audit_seal').select('signed_by').orderBy('seq').execute()
    expect(signers.map((row) => row.signed_by)).toEqual([keyFingerprint(FIRST), keyFingerprint(SECOND)])
  })

  test('seals nothing in a leftover process with the former key', async () => {
    expect(await seal({ secretKey: FIRST }, 'session.started')).toBe(0)
    expect(await seal({ secretKey: SECOND }, 'session.started')).toBeGreaterThan(1)
  })

  test('verifies seals of the first key under the third after another rotation', async () => {
    const last = (line: string) => runCommand(line, withKeys(THIRD, SECOND))
    await last('keys rotate')
    await sql`update secret_key set rotation_began_at = now() - interval '1 day'`.execute(owner.db)
    expect((await last(`import network ${network} --snapshot`)).code).toBe(0)
    expect(await last('keys finish')).toMatchObject({ code: 0 })
    await seal({ secretKey: THIRD }, 'session.started')
    expect((await verifyAudit(connection.db, { secretKey: THIRD })).ok).toBe(true)
  })

  test('rejects a seal later than the last one of a leaked first key', async () => {
    // An intruder with database access would have to remove the record of the current key.
    await sql`delete from secret_key`.execute(owner.db)
    expect(await seal({ secretKey: FIRST }, 'session.ended')).toBe(1)
    const proof = await verifyAudit(connection.db, { secretKey: THIRD })
    expect(proof).toMatchObject({ ok: false, firstBroken: { why: 'forged' } })
    // Extending the validity of the first key does not help either.
    await sql`update retired_key set last_seal = 1000`.execute(owner.db)
    expect(await verifyAudit(connection.db, { secretKey: THIRD })).toMatchObject({ ok: false })
  })
})
