import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { checkAnchor } from '#platform/audit/anchor.ts'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { brands, standardBrand } from '#platform/brands/brands.ts'
import { systemClock } from '#platform/clock.ts'
import { connectDatabase, type DatabaseConnection, refusesNames } from '#platform/database/database.ts'
import {
  type EmbeddedPostgres,
  holdInstanceLock,
  startEmbeddedPostgres,
} from '#platform/database/embedded-postgres/embedded-postgres.ts'
import { checkLogin, type Logins, loginsOf } from '#platform/database/logins.ts'
import { checkMigrated, migrateToLatest } from '#platform/database/migrate.ts'
import { checkSecretKey } from '#platform/database/stored-key.ts'
import { describeDatabaseFailure } from '#platform/database/unavailable.ts'
import type { Deps } from '#platform/deps.ts'
import { findSigningCertificate } from '#platform/keys/signing-certificate.ts'
import { createLog } from '#platform/observability/log.ts'
import { createMetrics } from '#platform/observability/metrics.ts'
import {
  watchBacklogAges,
  watchCommands,
  watchImports,
  watchMail,
  watchPool,
  watchProcess,
  watchPublications,
} from '#platform/operations/gauges.ts'
import { watchReadiness } from '#platform/operations/health.ts'
import { watchConnections } from '#platform/operations/liveness.ts'
import { webFolder } from '#platform/pages/static-files.ts'
import { checkEncryption } from '#platform/settings/addresses.ts'
import { SettingsError } from '#platform/settings/read-values.ts'
import { readSettings, type Settings } from '#platform/settings/settings.ts'
import { events } from './events.ts'

/** A startup error that the operator can fix: one sentence, no stack trace. */
class CannotStart extends Error {}

// Large uploads leave garbage that the engine collects late by default: ten thousand of them then take 60 MB more.
setFlagsFromString('--heap-growing-percent=50')

/** Open resources, closed in reverse order: at shutdown, and if startup fails halfway. */
const closers: (() => Promise<unknown>)[] = []
let stopping = false
/** Before the server listens, there are no requests to wait for. */
let drainSeconds = 0
const haste = new AbortController()

async function start(): Promise<void> {
  const pagesBuilt = waitForPages()
  pagesBuilt.catch(() => {})
  const settings = readSettings(process.env)
  const log = createLog({ level: settings.logLevel })
  for (const sentence of [...settings.removed, ...settings.unknown]) log.warn(sentence)
  const unencrypted = checkEncryption(settings)
  if (unencrypted) log.warn(unencrypted)
  if (settings.signing) openSigningFile(settings)
  if (settings.auditAnchorFile) await openAnchor(settings.auditAnchorFile)
  const logins = await openLogins(settings)
  await prepareDatabase(settings, logins, log).catch(tellPlainly)

  const connection = connectDatabase(logins.app, {
    max: settings.databaseConnections,
    timeoutMs: settings.databaseTimeoutSeconds * 1000,
    prepared: settings.preparedStatements,
    onError: (err) => log.warn({ err }, 'connection lost'),
  })
  const { db, pool } = connection
  closers.push(() => connection.close())
  const unfit = await checkDatabase({ db, pool, settings }).catch(tellPlainly)
  if (unfit) throw new CannotStart(unfit)
  const metrics = createMetrics()
  watchPool(metrics, pool)
  watchMail(metrics, pool)
  watchBacklogAges(metrics, pool)
  watchCommands(metrics, pool)
  watchPublications(metrics, pool)
  watchImports(metrics, pool, settings.importMaxAgeDays)
  watchProcess(metrics)
  const tracer = await openTracer(settings, log)
  const watched = { isStopping: () => stopping, isStuck: watchConnections(logins.app, connection) }
  const deps: Deps = { settings, db, clock: systemClock, log, metrics, events, ...tracer, ...watched }
  watchReadiness(deps)

  // Loaded late because it takes most of the time: a startup error is reported without it.
  const { openPortal } = await import('./portal.ts')
  const { app, background } = await openPortal(deps, logins.owner, pagesBuilt)
  closers.push(
    () => background.stop(),
    () => app.close(),
  )
  await app.listen({ port: settings.port, host: settings.host }).catch((error) => {
    throw new CannotStart(describeListenError(error, settings))
  })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  drainSeconds = settings.drainSeconds
  const unanchored = checkAnchor(settings, log)
  if (unanchored) log.warn(unanchored)
  welcome(settings, port)
  // Stores the compile cache for the next start, however this one ends.
  flushCompileCache()
}

/** `npm start` builds the pages while this process prepares the database, and then sends a message. */
async function waitForPages(): Promise<void> {
  if (!process.argv.includes('--await-pages')) return
  const message = await Promise.race([once(process, 'message'), once(process, 'disconnect')])
  if (message.length === 0) throw new CannotStart('The launcher ended before the pages were built.')
  process.disconnect()
}

/** Loaded only if a collector is configured. */
async function openTracer({ otlp }: Settings, log: Deps['log']): Promise<Pick<Deps, 'tracer'>> {
  if (!otlp) return {}
  const { createExporter } = await import('#platform/observability/otlp-exporter.ts')
  const tracer = createExporter(otlp, log)
  closers.push(() => tracer.close())
  return { tracer }
}

/** Reports an unusable certificate at startup, not to the first signer. */
function openSigningFile(settings: Settings): void {
  try {
    findSigningCertificate(settings)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason'
    throw new CannotStart(`PORTICO_SIGNING_P12 cannot be used: ${reason}. Is PORTICO_SIGNING_PASSWORD its password?`)
  }
}

/** Reports an unwritable file at startup, not with the first seal. */
async function openAnchor(file: string): Promise<void> {
  const opened = await open(file, 'a', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(`PORTICO_AUDIT_ANCHOR_FILE names ${file}, which cannot be written (${error.code}).`)
  })
  await opened.close()
}

/** The database of DATABASE_URL, or the embedded one in the data folder, which only one server can use. */
async function openLogins(settings: Settings): Promise<Logins> {
  if (settings.databaseUrl) return loginsOf(settings)
  if (settings.databaseOwnerUrl)
    throw new CannotStart('DATABASE_OWNER_URL is for commands. Set DATABASE_URL for the server.')
  say('Starting the database…')
  const embedded: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir: settings.dataDir, log: say })
  closers.push(() => embedded.stop())
  const lock = await holdInstanceLock(embedded.config, settings.dataDir)
  if (!lock.held) throw new CannotStart(lock.sentence)
  closers.push(() => lock.release())
  return loginsOf(settings, embedded.config)
}

type Connected = Pick<Deps, 'db' | 'settings'> & Pick<DatabaseConnection, 'pool'>

/** Why this process must not use the database; undefined if it can. */
async function checkDatabase({ db, pool, settings }: Connected): Promise<string | undefined> {
  const unmigrated = await checkMigrated(db)
  if (unmigrated) return unmigrated
  if (settings.preparedStatements && settings.databaseUrl && (await refusesNames(pool)))
    return 'The database is behind a pooler in transaction mode. Set PORTICO_PREPARED=0.'
  return (await checkLogin(db)) ?? checkSecretKey(db, settings, systemClock.now())
}

function tellPlainly(error: Error): never {
  const sentence = describeDatabaseFailure(error)
  throw sentence ? new CannotStart(sentence) : error
}

async function prepareDatabase(settings: Settings, { owner, app }: Logins, log: Deps['log']): Promise<void> {
  if (owner && settings.migrateAtStart) await migrateToLatest({ owner, app, log: (line) => log.info(line) })
}

function describeListenError(error: NodeJS.ErrnoException, settings: Settings): string {
  const where = `${settings.host}:${settings.port}`
  if (error.code === 'EADDRINUSE') return `Something else is already listening on ${where}. Set PORT to another number.`
  if (error.code === 'EACCES') return `This user cannot listen on ${where}. Set PORT to a number above 1023.`
  return `Cannot listen on ${where}: ${error.message}`
}

function welcome(settings: Settings, port: number): void {
  const host = settings.host === '127.0.0.1' ? 'localhost' : settings.host
  const address = settings.production ? portalUrl(settings, standardBrand.id, '') : `http://${host}:${port}`
  say(`Portico is ready at ${address}`)
  if (!existsSync(webFolder)) say('The web pages are not built yet. Run npm start to build them.')
  if (!settings.demo) return
  say(`  ${address}/demo shows every demo provider, the demo accounts and the mail that was sent.`)
  say(`  To try: start a registration at ${address}${PROVIDER_PATHS.registration} with NPI 1100000011.`)
  for (const { name, demo, standard } of brands)
    if (!standard) say(`  http://${demo.host}:${port} is the same portal under the brand ${name}.`)
  say('  Ctrl-C stops it.')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/**
 * Reports not ready, keeps serving until load balancers have noticed, answers open requests, then closes everything. A
 * second signal ends the wait.
 */
async function stop(code: number): Promise<never> {
  stopping = true
  if (code === 0) await sleep(drainSeconds * 1000, undefined, { signal: haste.signal }).catch(() => {})
  const patience = setTimeout(() => process.exit(1), 30_000)
  patience.unref()
  for (const close of closers.reverse()) await close().catch((error: Error) => say(`While stopping: ${error.message}`))
  process.exit(code)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) haste.abort()
    else void stop(0)
  })
}

start().catch((error: Error) => {
  if (stopping) return
  const expected = error instanceof SettingsError || error instanceof CannotStart
  process.stderr.write(`${expected ? error.message : (error.stack ?? error.message)}\n`)
  void stop(1)
})
