import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '#platform/settings/settings.ts'
import { createTestDatabase } from '../../test/database.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'
import { describeDatabase, requireEnvironment } from './environment.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-environment-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const key = 'k'.repeat(32)

describe('a command of an installed archive', () => {
  it('names the missing settings, exits with 2, and makes neither a database nor a key', async () => {
    const bare = { PORTICO_DATA_DIR: dataDir }
    for (const line of ['audit verify', 'migrate', 'jobs --json', 'settings']) {
      const ended = await runCommand(line, bare, { installed: true })
      expect(ended).toMatchObject({ code: 2, out: '', database: '' })
      expect(ended.err).toContain('These settings are missing: DATABASE_OWNER_URL')
      expect(ended.err).toContain('PORTICO_SECRET_KEY')
    }
    expect(await readdir(dataDir)).toEqual([])
    const keyless = { ...bare, DATABASE_URL: 'postgres://boss@db.example/plan' }
    expect((await runCommand('jobs', keyless, { installed: true })).err).toContain('missing: PORTICO_SECRET_KEY.')
  })

  it('accepts the embedded database of a server that ran before', async () => {
    const env = { PORTICO_DATA_DIR: dataDir }
    await mkdir(join(dataDir, 'postgres'))
    expect(() => requireEnvironment(env)).toThrow('PORTICO_SECRET_KEY')
    await writeFile(join(dataDir, 'secret-key'), key)
    expect(() => requireEnvironment(env)).not.toThrow()
  })

  it('explains its commands without any settings', async () => {
    expect((await runCommand('help', {}, { installed: true })).code).toBe(0)
  })
})

describe('the database of a command', () => {
  it('is named on standard error, also as JSON', async () => {
    const database = await createTestDatabase('migrated')
    const { host, port, user, database: name } = database.config
    const named = `${name} on ${host}:${port} as ${user}`
    expect(await runCommand('jobs', commandEnv(database))).toMatchObject({ code: 0, database: `Database: ${named}\n` })
    const asJson = await runCommand('jobs --json', commandEnv(database))
    expect(JSON.parse(asJson.database)).toEqual({ database: named })
    await database.drop()
  })

  it('is named without its password', () => {
    const external = { PORTICO_SECRET_KEY: key, DATABASE_URL: 'postgres://portico_app:s3cret@pooler.example/plan' }
    const both = { ...external, DATABASE_OWNER_URL: 'postgres://boss:s3cret@db.example:5433/plan' }
    expect(describeDatabase(readSettings(both))).toBe('plan on db.example:5433 as boss')
    expect(describeDatabase(readSettings(external))).toBe('plan on pooler.example:5432 as portico_app')
    const embedded = { PORTICO_SECRET_KEY: key, PORTICO_DATA_DIR: dataDir }
    expect(describeDatabase(readSettings(embedded))).toBe(`embedded in ${dataDir}`)
  })

  it('is the owner’s if only DATABASE_OWNER_URL is set', async () => {
    const database = await createTestDatabase('migrated')
    const { DATABASE_URL, ...other } = commandEnv(database)
    const env = { ...other, PORTICO_DATA_DIR: dataDir, DATABASE_OWNER_URL: DATABASE_URL }
    const installed = { installed: true }
    expect(await runCommand('migrate', env, installed)).toMatchObject({ code: 0, err: '' })
    const verified = await runCommand('audit verify', env, installed)
    expect(verified).toMatchObject({ code: 0, database: expect.stringContaining(database.config.database) })
    expect(await readdir(dataDir)).toEqual([])
    await database.drop()
  })
})
