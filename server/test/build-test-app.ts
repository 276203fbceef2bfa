import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import type { Database } from '#platform/database/schema.ts'
import type { Deps } from '#platform/deps.ts'
import { createLog } from '#platform/observability/log.ts'
import { createMetrics } from '#platform/observability/metrics.ts'
import type { Lifetimes, Limits } from '#platform/settings/numbers.ts'
import { readSettings, type Settings } from '#platform/settings/settings.ts'
import { buildApp } from '../src/app.ts'
import { events } from '../src/events.ts'
import { createTestBrowser, type TestBrowser } from './browser.ts'
import { findMailProblems } from './check-mails.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { type Connection, createTestDatabase, type Template, type TestDatabase, testSecretKey } from './database.ts'

type SettingsChange = Partial<Omit<Settings, 'limits' | 'lifetimes'>> & {
  limits?: Partial<Limits>
  lifetimes?: Partial<Lifetimes>
}

export type TestApp = {
  app: FastifyInstance
  deps: Deps
  db: Kysely<Database>
  /** The owner's login, for statements that the application may not run. */
  ownerLogin: TestDatabase['config']
  clock: TestClock
  /** Every line that the server logged. */
  logLines: string[]
  /** For tests of statements and metrics; the server itself uses `db`. */
  pool: DatabaseConnection['pool']
  /** A browser with its own cookies and network address. */
  openBrowser(options?: { host?: string; address?: string }): TestBrowser
  /**
   * Before each test of a file: restores rows and settings to what they were at the first call, and the clock. Fails if
   * the test before queued a wrong mail.
   */
  reset(): Promise<void>
  close(): Promise<void>
}

type TestAppOptions = {
  settings?: SettingsChange
  clock?: TestClock
  webFolder?: string
  database?: Template
  /** The database cluster, if not run by Vitest. */
  cluster?: Connection
  /** Skips logging and the check of replies against the API description, for long runs. */
  isUnwatched?: boolean
}

/** Builds the whole server on its own database, without listening. The caller must close it. */
export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase(options.database, options.cluster)
  const { db, pool, close } = connectDatabase(database.app)
  const clock = options.clock ?? createTestClock()
  const logLines: string[] = []
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logLines.push(String(chunk))
      done()
    },
  })
  const settings = testSettings(options.settings)
  const deps: Deps = {
    settings,
    db,
    clock,
    log: createLog({ level: options.isUnwatched ? 'silent' : 'trace' }, lines),
    metrics: createMetrics(),
    events,
  }
  const app = await buildApp(deps, options.webFolder === undefined ? {} : { webFolder: options.webFolder })
  await app.ready()
  const checkMails = async () => {
    const problems = options.isUnwatched ? [] : await findMailProblems(db, settings)
    if (problems.length > 0) throw new Error(problems.join('\n'))
  }
  let restoreSettings: (() => void) | undefined
  return {
    app,
    deps,
    db,
    pool,
    ownerLogin: database.config,
    clock,
    logLines,
    openBrowser: (browser) => createTestBrowser(app, { ...browser, isUnwatched: options.isUnwatched ?? false }),
    async reset() {
      await checkMails()
      await database.restore()
      restoreSettings ??= keepSettings(settings)
      restoreSettings()
      clock.reset()
      logLines.length = 0
    },
    async close() {
      await app.close()
      try {
        await checkMails()
      } finally {
        await close()
        await database.drop()
      }
    },
  }
}

/** A test may replace or change any setting. */
function keepSettings(settings: Settings): () => void {
  const { limits, lifetimes } = settings
  const kept = { whole: { ...settings }, limits: { ...limits }, lifetimes: { ...lifetimes } }
  return () => {
    Object.assign(settings, kept.whole)
    Object.assign(limits, kept.limits)
    Object.assign(lifetimes, kept.lifetimes)
  }
}

/** Tests send many requests at once from one address, on busy machines. */
const manyAtOnce = {
  hashesWaiting: 1000,
  hashesWaitingPerAddress: 1000,
  inspectionMs: 60_000,
  requestsPerDayPerNpi: 1000,
  noticesPerDay: 1000,
}

export function testSettings(change: SettingsChange = {}): Settings {
  // A Captcha at full cost takes a second; only its own tests need that.
  const env = { PORTICO_SECRET_KEY: testSecretKey, PORTICO_DEMO: '0', PORT: '0', PORTICO_CAPTCHA_COST: '1' }
  const settings = readSettings(env)
  return {
    ...settings,
    // All tests share the signing certificate in this folder.
    dataDir: join(tmpdir(), `portico-test-${process.getuid?.() ?? 'user'}`),
    publicUrls: { harborview: 'http://localhost', bayside: 'http://partner.localhost' },
    ...change,
    limits: { ...settings.limits, ...manyAtOnce, ...change.limits },
    lifetimes: { ...settings.lifetimes, ...change.lifetimes },
  }
}
