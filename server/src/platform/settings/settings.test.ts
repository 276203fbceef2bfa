import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkEncryption } from './addresses.ts'
import { SettingsError } from './read-values.ts'
import { readSettings } from './settings.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-settings-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const key = 'k'.repeat(32)
const production = {
  NODE_ENV: 'production',
  PORTICO_SECRET_KEY: key,
  PORTICO_PUBLIC_URL: 'https://portal.example.org/',
  PORTICO_PUBLIC_URL_BAYSIDE: 'https://partner.example.org',
  SMTP_URL: 'smtp://mail.example.org',
}

describe('settings', () => {
  it('never repeats an invalid database address', () => {
    const read = (DATABASE_URL: string) => readSettings({ PORTICO_SECRET_KEY: key, DATABASE_URL })
    expect(() => read('portico_app:s3cret@db.example')).toThrow(/^(?!.*s3cret).*DATABASE_URL/)
  })

  it('ignores a removed setting with a warning that names it, also in production', () => {
    const settings = readSettings({ ...production, DATABASE_REPLICA_URL: 'postgres://one/plan' })
    expect(settings.removed).toEqual(['The setting DATABASE_REPLICA_URL was removed and is ignored. Remove it.'])
    expect(settings.unknown).toEqual([])
    const number = readSettings({ ...production, PORTICO_LIFETIME_MEMBER_CODE: '7' })
    expect(number.removed).toEqual(['The setting PORTICO_LIFETIME_MEMBER_CODE was removed and is ignored. Remove it.'])
    expect(number.lifetimes.memberCode).toBe(900)
  })

  it('needs no settings for a first start: demo on, this machine only, a generated key', async () => {
    const first = readSettings({ PORTICO_DATA_DIR: dataDir })
    expect(first).toMatchObject({ demo: true, production: false, host: '127.0.0.1', port: 8080 })
    expect(readSettings({ PORTICO_DATA_DIR: dataDir }).secretKey).toBe(first.secretKey)
    expect((await readFile(join(dataDir, 'secret-key'), 'utf8')).trim()).toBe(first.secretKey)
    expect((await stat(join(dataDir, 'secret-key'))).mode & 0o077).toBe(0)
  })

  it('accepts safe production settings', () => {
    const settings = readSettings(production)
    expect(settings).toMatchObject({ demo: false, production: true })
    expect(settings.publicUrls.harborview).toBe('https://portal.example.org')
  })

  it.each([
    ['no secret key', { PORTICO_SECRET_KEY: '' }, 'PORTICO_SECRET_KEY'],
    ['no public address', { PORTICO_PUBLIC_URL: '' }, 'PORTICO_PUBLIC_URL'],
    ['no address of another brand', { PORTICO_PUBLIC_URL_BAYSIDE: '' }, 'PORTICO_PUBLIC_URL_BAYSIDE'],
    [
      'a demo host',
      { PORTICO_PUBLIC_URL_BAYSIDE: 'http://partner.localhost' },
      'PORTICO_PUBLIC_URL_BAYSIDE must start with https://',
    ],
    ['a demo host with TLS', { PORTICO_PUBLIC_URL_BAYSIDE: 'https://Partner.localhost' }, 'a host of the demo'],
    ['this machine', { PORTICO_PUBLIC_URL: 'https://localhost:8443' }, 'PORTICO_PUBLIC_URL cannot be localhost'],
    [
      'a demo host among others',
      { PORTICO_HOSTS_BAYSIDE: 'a.example.org, partner.localhost' },
      'PORTICO_HOSTS_BAYSIDE cannot be partner.localhost',
    ],
    ['a misspelt name', { PORTICO_PREPARD: '0' }, 'Unknown setting PORTICO_PREPARD. Did you mean PORTICO_PREPARED?'],
    ['no mail server', { SMTP_URL: '' }, 'SMTP_URL'],
    ['a short key', { PORTICO_SECRET_KEY: 'short' }, 'at least 32'],
    ['an address without TLS', { PORTICO_PUBLIC_URL: 'http://portal.example.org' }, 'https://'],
    ['the demo', { PORTICO_DEMO: '1' }, 'PORTICO_DEMO'],
  ])('rejects %s in production', (_what, change, named) => {
    expect(() => readSettings({ ...production, ...change })).toThrow(SettingsError)
    expect(() => readSettings({ ...production, ...change })).toThrow(named)
  })

  it.each([
    ['PORT', '99999'],
    ['PORT', '80a'],
    ['PORTICO_PUBLIC_URL', 'portal.example.org'],
    ['PORTICO_PUBLIC_URL', 'javascript:alert(1)'],
    ['PORTICO_CAPTCHA', 'none'],
    ['PORTICO_DEMO', 'off'],
    ['PORTICO_PREPARED', 'false'],
    ['PORTICO_DATABASE_TIMEOUT_S', '0'],
    ['PORTICO_DATABASE_CONNECTIONS', '1'],
    ['PORTICO_IMPORT_REMOVALS_PERCENT', '101'],
    ['PORTICO_IMPORT_MAX_AGE_DAYS', 'claim=2'],
    ['PORTICO_IMPORT_MAX_AGE_DAYS', 'claims=2;members=3'],
    ['PORTICO_IMPORT_MAX_AGE_DAYS', 'claims=3651'],
    ['SMTP_URL', 'mail.example.org:587'],
    ['SMTP_URL', 'https://mail.example.org'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'Portal'],
    ['MAIL_FROM', 'Portal <no-reply>'],
    ['MAIL_FROM', 'Portal <a@example.org>, <b@example.org>'],
    ['DATABASE_URL', 'mysql://db.example/plan'],
    ['DATABASE_OWNER_URL', 'db.example/plan'],
    ['PORTICO_FOUR_EYES', 'true'],
    ['PORTICO_ESIGN_SELF_VALIDATES', 'yes'],
    ['PORTICO_IDENTITY_PROOF', 'none'],
    ['PORTICO_MIGRATE', 'never'],
    ['LOG_LEVEL', 'INFO'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '10.0.0.1, proxy.example.org'],
    ['PORTICO_SIGNING_PASSWORD', 'without-a-file'],
    ['PORTICO_LIMIT_QUIZZES_PER_DAY_PER_NPI', '-1'],
    ['PORTICO_LIFETIME_SESSION_IDLE', '1.5'],
  ])('names the invalid variable: %s=%s', (name, value) => {
    expect(() => readSettings({ PORTICO_SECRET_KEY: key, [name]: value })).toThrow(name)
  })

  it.each([
    [undefined, false],
    ['0', false],
    ['true', 1],
    ['1', 1],
    ['2', 2],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['loopback,2001:db8::/128', 'loopback,2001:db8::/128'],
  ])('trusts as many proxies as configured, never all of them: TRUST_PROXY=%s', (text, believed) => {
    expect(readSettings({ PORTICO_SECRET_KEY: key, TRUST_PROXY: text }).trustProxy).toBe(believed)
  })

  it.each(['no-reply@example.org', 'Harborview Portal <no-reply@example.org>'])('accepts MAIL_FROM=%s', (MAIL_FROM) => {
    expect(readSettings({ PORTICO_SECRET_KEY: key, MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
  })

  it.each([
    [{ PORTICO_PUBLIC_URL_BAYSIDE: 'https://portal.example.org/partner' }, 'PORTICO_PUBLIC_URL_BAYSIDE names portal.e'],
    [{ PORTICO_HOSTS_BAYSIDE: 'Portal.example.org' }, 'PORTICO_HOSTS_BAYSIDE names portal.example.org, which'],
    [{ PORTICO_HOSTS: 'partner.example.org' }, 'names partner.example.org, which PORTICO_HOSTS gives to another brand'],
  ])('rejects a host of two brands: %o', (change, sentence) => {
    expect(() => readSettings({ ...production, ...change })).toThrow(sentence)
  })

  it('lets a brand list its own public host again', () => {
    const hosts = { PORTICO_HOSTS_BAYSIDE: 'partner.example.org, b.example.org' }
    expect(readSettings({ ...production, ...hosts }).brandHosts).toEqual({
      'partner.example.org': 'bayside',
      'b.example.org': 'bayside',
    })
  })

  it.each([
    [
      'sslmode=verify',
      "sslmode in DATABASE_URL must be one of disable, prefer, require, verify-ca, verify-full, no-verify, not 'verify'.",
    ],
    [
      'sslmode=verify-full&sslrootcert=/nowhere/ca.crt',
      'sslrootcert in DATABASE_URL names the file /nowhere/ca.crt, which cannot be read.',
    ],
  ])('rejects a mistake in the TLS options of a database address: %s', (options, sentence) => {
    const DATABASE_URL = `postgres://app:s3cret@db.example/plan?${options}`
    expect(() => readSettings({ PORTICO_SECRET_KEY: key, DATABASE_URL })).toThrow(sentence)
  })

  it.each([
    ['postgres://app@db.example/plan', true],
    ['postgres://app:p@10.0.0.7:5433/plan?sslmode=disable', true],
    ['postgres://app@/plan?host=db.example', true],
    ['postgres://app@db.example/plan?sslmode=verify-full', false],
    ['postgres://app@localhost/plan', false],
    ['postgres://app@[::1]:5433/plan', false],
    ['postgres://app@/plan?host=/run/postgresql', false],
  ])('warns about a connection to another machine without TLS: %s', (DATABASE_URL, warned) => {
    const why = checkEncryption(readSettings({ PORTICO_SECRET_KEY: key, DATABASE_URL }))
    expect(why !== undefined).toBe(warned)
    expect(why ?? '').not.toContain('app')
  })

  it('gives a brand its own host by default, and in production never the demo’s', () => {
    expect(readSettings(production).brandHosts).toEqual({ 'partner.example.org': 'bayside' })
  })

  it('treats an empty setting as not set', () => {
    const nothing = Object.fromEntries(readSettings({ PORTICO_SECRET_KEY: key }).names.map((name) => [name, '']))
    expect(readSettings({ ...nothing, PORTICO_SECRET_KEY: key })).toEqual(readSettings({ PORTICO_SECRET_KEY: key }))
  })

  it('reports an unknown setting with the nearest name', () => {
    const { unknown } = readSettings({ PORTICO_SECRET_KEY: key, PORTICO_LIMIT_QUIZES_PER_DAY_PER_NPI: '3', OTHER: 'x' })
    expect(unknown).toEqual([
      'Unknown setting PORTICO_LIMIT_QUIZES_PER_DAY_PER_NPI. Did you mean PORTICO_LIMIT_QUIZZES_PER_DAY_PER_NPI?',
    ])
  })

  it('sets every limit and lifetime by its name', () => {
    const settings = readSettings({
      PORTICO_SECRET_KEY: key,
      PORTICO_LIMIT_NPI_LOOKUPS_PER_5_MIN: '7',
      PORTICO_LIMIT_STEP_1_FAILURES_PER_6_HOURS_PER_NPI: '8',
      PORTICO_LIFETIME_SESSION_IDLE: '9',
    })
    expect(settings.limits.npiLookupsPer5Min).toBe(7)
    expect(settings.limits.step1FailuresPer6HoursPerNpi).toBe(8)
    expect(settings.lifetimes.sessionIdle).toBe(9)
  })
})

it.each([
  [{ PORTICO_SECRET_KEY_FORMER: 'short' }, 'PORTICO_SECRET_KEY_FORMER must have at least 32 characters.'],
  [{ PORTICO_SECRET_KEY_NEXT: 'short' }, 'PORTICO_SECRET_KEY_NEXT must have at least 32 characters.'],
  [{ PORTICO_SECRET_KEY_FORMER: 'f'.repeat(32), PORTICO_SECRET_KEY_NEXT: 'n'.repeat(32) }, 'not both'],
  [{ PORTICO_SECRET_KEY_FORMER: 'k'.repeat(32) }, 'must differ'],
])('rejects an invalid second key: %o', (env, sentence) => {
  expect(() => readSettings({ PORTICO_SECRET_KEY: 'k'.repeat(32), ...env })).toThrow(sentence)
})

it('requires a retention period of at least a day', () => {
  const env = { PORTICO_SECRET_KEY: 'k'.repeat(32), PORTICO_KEEP_DAYS_MAIL_TEXT: '0' }
  expect(() => readSettings(env)).toThrow('PORTICO_KEEP_DAYS_MAIL_TEXT must be a whole number from 1')
  expect(readSettings({ ...env, PORTICO_KEEP_DAYS_MAIL_TEXT: '7' }).retentionDays.mailText).toBe(7)
})
