import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { POLICY_GROUPS } from '@portico/core/internal/limits'
import { type BrandAddresses, brands } from '../brands/brands.ts'
import {
  hostsOf,
  readBrandAddresses,
  readDatabaseUrl,
  readMailFrom,
  readSmtpUrl,
  refuseDemoHost,
  suffixOf,
} from './addresses.ts'
import { defaultPolicy, type FactorPolicies, type PolicyGroup, parsePolicy } from './factor-policy.ts'
import { type ImportSettings, readImportSettings } from './imports.ts'
import {
  defaultLifetimes,
  defaultLimits,
  defaultRetentionDays,
  fixedLifetimes,
  fixedLimits,
  type Lifetimes,
  type Limits,
  numbersOf,
  type RetentionDays,
  readNumbers,
} from './numbers.ts'
import { type DirectorySettings, readDirectorySettings } from './provider-directory.ts'
import { readFlag, readOneOf, readUrl, readWholeNumber, SettingsError, splitList } from './read-values.ts'
import { readStaffDirectory, type StaffDirectory, type StaffSignIn } from './staff-directory.ts'
import { type Env, findRemovedSettings, findUnknownSettings, trackReadNames } from './unknown-settings.ts'

/** Settings are read once from the environment. Every limit and lifetime has a name here (behaviour 19). */
export type Settings = BrandAddresses &
  DirectorySettings &
  ImportSettings & {
    production: boolean
    demo: boolean
    port: number
    host: string
    logLevel: LogLevel
    dataDir: string
    databaseUrl: string | undefined
    /** The login of the tables' owner, if DATABASE_URL is the application's own login. */
    databaseOwnerUrl: string | undefined
    /** Migrate at startup; otherwise run `portico migrate`. */
    migrateAtStart: boolean
    /** Off behind a pooler that uses another connection for each transaction. */
    preparedStatements: boolean
    /** Time limit for connecting and for each statement. */
    databaseTimeoutSeconds: number
    /** The most database connections of one process. */
    databaseConnections: number
    secretKey: string
    /** During a key rotation, the previous or the next key. Accepted, but never used for new data. */
    otherKey: OtherKey | undefined
    smtpUrl: string | undefined
    mailFrom: string
    /** How many proxies are trusted, or their addresses; false trusts no forwarded address. */
    trustProxy: false | number | string
    metricsToken: string | undefined
    /**
     * The trace collector, by OpenTelemetry's own setting names; `share` is the sampling rate of traces that start here.
     */
    otlp: { url: string; headers: Record<string, string>; serviceName: string; share: number } | undefined
    /** Every seal of the audit trail is also appended to this file. */
    auditAnchorFile: string | undefined
    captcha: CaptchaSettings
    identityVendor: { url: string; token: string } | undefined
    /** The identity proof beside SSN or TIN: the quiz, a code to the plan's address, or both. */
    identityProof: IdentityProof
    factorPolicies: FactorPolicies
    /** Accounts whose second factor can be a code to their own address. */
    emailFactorFor: readonly PolicyGroup[]
    gtmId: string | undefined
    /** The plan's certificate for contracts signed online; without one, a production server offers only paper. */
    signing: { p12File: string; password: string } | undefined
    /** Validate a contract automatically if it was signed at the plan's address for what it covers. */
    esignSelfValidates: boolean
    /** Inviting an SAA and lifting a hold need four-eyes approval. */
    fourEyes: boolean
    staffSignIn: StaffSignIn
    staffDirectory: StaffDirectory | undefined
    /** Business days within which the plan promises to review submissions. */
    reviewPromiseDays: number
    limits: Limits
    lifetimes: Lifetimes
    /** Days. */
    retentionDays: RetentionDays
    /** How long a stopping server keeps serving, so that load balancers notice. */
    drainSeconds: number
    /** Known variables. */
    names: string[]
    /** A warning for each variable of a setting that was removed. */
    removed: string[]
    /** A warning for each unknown variable. */
    unknown: string[]
  }

export type CaptchaSettings =
  | { provider: 'altcha'; cost: number }
  | { provider: 'siteverify'; siteKey: string; secret: string; verifyUrl: string; scriptUrl: string }

/** Settings of the release before, which the next release no longer knows. */
const REMOVED = [
  'DATABASE_REPLICA_URL',
  ...Object.keys(numbersOf('PORTICO_LIMIT_', fixedLimits)),
  ...Object.keys(numbersOf('PORTICO_LIFETIME_', fixedLifetimes)),
]

export function readSettings(given: Env): Settings {
  const { env, readNames } = trackReadNames(given)
  const production = env.NODE_ENV === 'production'
  const demo = readFlag(env, 'PORTICO_DEMO', !production)
  const port = readWholeNumber(env, 'PORT', 8080, { max: 65535 })
  const dataDir = resolve(env.PORTICO_DATA_DIR || 'data')
  const settings: Settings = {
    production,
    demo,
    port,
    host: env.HOST || (production ? '0.0.0.0' : '127.0.0.1'),
    logLevel: readOneOf(env, 'LOG_LEVEL', LOG_LEVELS, production ? 'info' : 'warn'),
    dataDir,
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    databaseOwnerUrl: readDatabaseUrl(env, 'DATABASE_OWNER_URL'),
    migrateAtStart: readMigrate(env),
    preparedStatements: readFlag(env, 'PORTICO_PREPARED', true),
    databaseTimeoutSeconds: readWholeNumber(env, 'PORTICO_DATABASE_TIMEOUT_S', 20, { min: 1, max: 600 }),
    databaseConnections: readWholeNumber(env, 'PORTICO_DATABASE_CONNECTIONS', 10, { min: 2, max: 1000 }),
    secretKey: env.PORTICO_SECRET_KEY ?? '',
    otherKey: readOtherKey(env),
    ...readBrandAddresses(env, port),
    smtpUrl: readSmtpUrl(env),
    mailFrom: readMailFrom(env),
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    metricsToken: env.METRICS_TOKEN || undefined,
    otlp: readOtlp(env),
    auditAnchorFile: env.PORTICO_AUDIT_ANCHOR_FILE || undefined,
    captcha: readCaptcha(env),
    identityVendor: readIdentityVendor(env),
    identityProof: readOneOf(env, 'PORTICO_IDENTITY_PROOF', IDENTITY_PROOFS, 'either'),
    factorPolicies: readFactorPolicies(env, production),
    emailFactorFor: readEmailFactor(env),
    gtmId: env.PORTICO_GTM_ID || undefined,
    signing: readSigning(env),
    esignSelfValidates: readFlag(env, 'PORTICO_ESIGN_SELF_VALIDATES', false),
    fourEyes: readFlag(env, 'PORTICO_FOUR_EYES', false),
    ...readStaffDirectory(env),
    reviewPromiseDays: readWholeNumber(env, 'PORTICO_REVIEW_PROMISE_DAYS', 2, { min: 1, max: 60 }),
    limits: { ...fixedLimits, ...readNumbers(env, 'PORTICO_LIMIT_', defaultLimits) },
    lifetimes: { ...fixedLifetimes, ...readNumbers(env, 'PORTICO_LIFETIME_', defaultLifetimes) },
    retentionDays: readNumbers(env, 'PORTICO_KEEP_DAYS_', defaultRetentionDays, { min: 1 }),
    ...readImportSettings(env),
    ...readDirectorySettings(env, dataDir),
    drainSeconds: readWholeNumber(env, 'PORTICO_DRAIN_S', production ? 10 : 0, { max: 600 }),
    names: [],
    removed: findRemovedSettings(given, REMOVED),
    unknown: [],
  }
  settings.unknown = findUnknownSettings(given, readNames, REMOVED)
  settings.names = [...readNames].sort()
  if (production) refuseUnsafeProduction(env, settings)
  else settings.secretKey ||= keepSecretKey(dataDir)
  refuseUnsafeKeys(settings)
  return settings
}

function refuseUnsafeKeys({ secretKey, otherKey }: Settings): void {
  if (otherKey?.key === secretKey)
    throw new SettingsError(
      'PORTICO_SECRET_KEY_FORMER and PORTICO_SECRET_KEY_NEXT must differ from PORTICO_SECRET_KEY.',
    )
  if (secretKey.length < 32) throw new SettingsError('PORTICO_SECRET_KEY must have at least 32 characters.')
}

function refuseUnsafeProduction(env: Env, settings: Settings): void {
  const addresses = brands.map(({ id }) => `PORTICO_PUBLIC_URL${suffixOf(id)}`)
  const missing = ['PORTICO_SECRET_KEY', ...addresses, 'SMTP_URL'].filter((name) => !env[name])
  if (missing.length) throw new SettingsError(`In production these settings are required: ${missing.join(', ')}.`)
  if (settings.demo) throw new SettingsError('PORTICO_DEMO cannot be on in production: it shows identity facts.')
  for (const { id } of brands) {
    const name = `PORTICO_PUBLIC_URL${suffixOf(id)}`
    if (!settings.publicUrls[id]?.startsWith('https://'))
      throw new SettingsError(`${name} must start with https:// in production.`)
    refuseDemoHost(name, new URL(settings.publicUrls[id]).hostname)
    for (const host of splitList(env[hostsOf(id)])) refuseDemoHost(hostsOf(id), host)
  }
  const [sentence] = settings.unknown
  if (sentence) throw new SettingsError(sentence)
}

/** A demo or development server creates its own key once and keeps it, so that its hashes stay valid. */
function keepSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret-key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    chmodSync(file, 0o600)
  }
  return readFileSync(file, 'utf8').trim()
}

export type OtherKey = { key: string; is: 'former' | 'next' }

function readOtherKey(env: Env): OtherKey | undefined {
  const { PORTICO_SECRET_KEY_FORMER: former, PORTICO_SECRET_KEY_NEXT: next } = env
  if (former && next)
    throw new SettingsError(
      'Give PORTICO_SECRET_KEY_FORMER or PORTICO_SECRET_KEY_NEXT, not both: keys change one at a time.',
    )
  const key = former || next
  if (!key) return undefined
  if (key.length < 32)
    throw new SettingsError(`PORTICO_SECRET_KEY_${former ? 'FORMER' : 'NEXT'} must have at least 32 characters.`)
  return { key, is: former ? 'former' : 'next' }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** If the application has its own login, startup has no right to migrate. */
function readMigrate(env: Env): boolean {
  return readOneOf(env, 'PORTICO_MIGRATE', ['auto', 'off'], 'auto') === 'auto' && !env.DATABASE_OWNER_URL
}

/**
 * The number of trusted proxies, counted from this server outwards. Trusting all would use the first address of the
 * header, which the visitor writes, and so give every visitor a new address for each attempt.
 */
function readTrustProxy(text: string | undefined): Settings['trustProxy'] {
  if (!text || text === '0' || text === 'false') return false
  if (text === 'true') return 1
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const wrong = splitList(text).find((part) => !isProxyAddress(part))
  if (wrong !== undefined)
    throw new SettingsError(
      `TRUST_PROXY must be how many proxies stand in front, or their addresses such as 10.0.0.0/8, not '${wrong}'.`,
    )
  return text
}

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && (bits === undefined ? most > 0 : /^\d+$/.test(bits) && Number(bits) <= most)
}

function readCaptcha(env: Env): CaptchaSettings {
  const provider = readOneOf(env, 'PORTICO_CAPTCHA', ['altcha', 'siteverify'], 'altcha')
  const cost = readWholeNumber(env, 'PORTICO_CAPTCHA_COST', 5_000, { min: 1 })
  const verifyUrl = readUrl(env, 'PORTICO_CAPTCHA_VERIFY_URL')
  const scriptUrl = readUrl(env, 'PORTICO_CAPTCHA_SCRIPT_URL')
  const { PORTICO_CAPTCHA_SITE_KEY: siteKey, PORTICO_CAPTCHA_SECRET: secret } = env
  if (provider === 'altcha') return { provider, cost }
  if (!verifyUrl || !scriptUrl || !siteKey || !secret)
    throw new SettingsError(
      'PORTICO_CAPTCHA=siteverify needs PORTICO_CAPTCHA_SITE_KEY, PORTICO_CAPTCHA_SECRET, PORTICO_CAPTCHA_VERIFY_URL and PORTICO_CAPTCHA_SCRIPT_URL.',
    )
  return { provider, siteKey, secret, verifyUrl, scriptUrl }
}

function readOtlp(env: Env): Settings['otlp'] {
  const url = readUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  const { OTEL_SERVICE_NAME: serviceName, OTEL_TRACES_SAMPLER_ARG: samplerArg, OTEL_EXPORTER_OTLP_HEADERS: given } = env
  const share = Number(samplerArg || 1)
  if (!(share >= 0 && share <= 1))
    throw new SettingsError(`OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, not '${samplerArg}'.`)
  const headers = splitList(given).map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s)
    if (!/^[\w-]+$/.test(name) || !value || /%(?![0-9a-f]{2})/i.test(value))
      throw new SettingsError('OTEL_EXPORTER_OTLP_HEADERS must be a list such as api-key=secret, separated by commas.')
    return [name, decodeURIComponent(value)]
  })
  return url ? { url, headers: Object.fromEntries(headers), serviceName: serviceName || 'portico', share } : undefined
}

function readIdentityVendor(env: Env): Settings['identityVendor'] {
  const url = readUrl(env, 'PORTICO_IDENTITY_URL')
  const token = env.PORTICO_IDENTITY_TOKEN ?? ''
  return url ? { url, token } : undefined
}

function readSigning(env: Env): Settings['signing'] {
  const { PORTICO_SIGNING_P12: p12File, PORTICO_SIGNING_PASSWORD: password = '' } = env
  if (!p12File && password) throw new SettingsError('PORTICO_SIGNING_PASSWORD needs PORTICO_SIGNING_P12.')
  return p12File ? { p12File: resolve(p12File), password } : undefined
}

const IDENTITY_PROOFS = ['quiz', 'either', 'both', 'code'] as const
export type IdentityProof = (typeof IDENTITY_PROOFS)[number]

function readFactorPolicies(env: Env, production: boolean): FactorPolicies {
  const read = (group: PolicyGroup) => {
    const name = `PORTICO_FACTOR_POLICY_${group}`
    const text = env[name] || defaultPolicy(group, production)
    const policy = parsePolicy(text)
    if (!policy) throw new SettingsError(`${name} must be off, offered, required or required:DAYS, not '${text}'.`)
    return policy
  }
  return { MEMBER: read('MEMBER'), AU: read('AU'), AA: read('AA'), SAA: read('SAA'), STAFF: read('STAFF') }
}

function readEmailFactor(env: Env): PolicyGroup[] {
  return splitList(env.PORTICO_FACTOR_EMAIL).map((text) => {
    const group = POLICY_GROUPS.find((known) => known === text)
    if (!group) throw new SettingsError(`PORTICO_FACTOR_EMAIL must list ${POLICY_GROUPS.join(', ')}, not '${text}'.`)
    return group
  })
}
