import { type ChildProcess, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { kill, type Programs, run, until } from '../programs.ts'

/** The environment of a production site: database, proxy with TLS, and portal processes. */

export const HOST = 'portal.example.org'
const PARTNER = 'partner.example.org'
const DATABASE_PORT = 55_432
const TLS_PORT = 8443
const PORTS = [8081, 8082]
const SEEN_MS = 3_000
const START_S = 300
const PG = '/usr/lib/postgresql/15/bin'

const databaseUrl = (user: string, password: string, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${DATABASE_PORT}/${database}`

/** Settings of the chapter Production, with separate logins of application and owner. */
export function productionSettings(secretKey: string, smtpPort: number, database = 'portico'): Record<string, string> {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    PORTICO_SECRET_KEY: secretKey,
    PORTICO_PUBLIC_URL: `https://${HOST}`,
    PORTICO_PUBLIC_URL_BAYSIDE: `https://${PARTNER}`,
    PORTICO_DRAIN_S: '3',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    DATABASE_URL: databaseUrl('portico_app', 'of-the-application', database),
    DATABASE_OWNER_URL: databaseUrl('portico_owner', 'of-the-owner', database),
  }
}

export type OutsideDatabase = Awaited<ReturnType<typeof startDatabase>>

const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
const PASSWORDS_ONLY = 'local all postgres peer\nhost all all 127.0.0.1/32 scram-sha-256\n'

/** Debian's PostgreSQL with an owner that may create roles, and two empty databases. */
export async function startDatabase(folder: string, programs: Programs) {
  const data = join(folder, 'postgres')
  const runAsPostgres = (...command: string[]) => {
    const [program = '', ...args] = [...asPostgres, ...command]
    return run(program, ...args)
  }
  const port = String(DATABASE_PORT)
  const psql = (statement: string, database = 'postgres') =>
    runAsPostgres('psql', '-h', data, '-p', port, '-U', 'postgres', '-Atc', statement, database).trim()
  let child: ChildProcess | undefined
  const start = async () => {
    const options = ['-D', data, '-p', port, '-c', 'listen_addresses=127.0.0.1', '-k', data]
    child = programs.start('postgres', [...asPostgres, `${PG}/postgres`, ...options])
    await until('PostgreSQL answers', async () => psql('select pg_is_in_recovery()') === 'f')
  }
  const stop = async () => {
    if (child) await kill(child, 'SIGINT')
  }
  run('install', '-d', '-o', 'postgres', data)
  runAsPostgres(`${PG}/initdb`, '-D', data, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  // Requires passwords, like a remote database.
  writeFileSync(join(data, 'pg_hba.conf'), PASSWORDS_ONLY)
  await start()
  psql("create role portico_owner login createrole password 'of-the-owner'")
  for (const name of ['portico', 'restored']) psql(`create database ${name} owner portico_owner`)
  /** A dump of the portal's database, and its return to that state. */
  const dump = (file: string) =>
    runAsPostgres('pg_dump', '-h', data, '-p', port, '-U', 'postgres', '-Fc', '-f', file, 'portico')
  const returnTo = (file: string) => {
    psql('drop database portico with (force)')
    psql('create database portico owner portico_owner')
    return runAsPostgres('pg_restore', '-h', data, '-p', port, '-U', 'postgres', '-d', 'portico', file)
  }
  return { data, port, psql, runAsPostgres, start, stop, dump, returnTo }
}

/** nginx with the configuration of the archive, except port and certificate. */
export function startNginx(folder: string, archive: string, programs: Programs): void {
  const [key, certificate] = [join(folder, 'tls.key'), join(folder, 'tls.crt')]
  const names = `subjectAltName=DNS:${HOST},DNS:${PARTNER}`
  const options = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${HOST}`,
    '-addext',
    names,
  ]
  execFileSync('openssl', [...options, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const server = readFileSync(join(archive, 'deploy', 'nginx.conf'), 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${TLS_PORT} ssl`)
    .replace('/etc/portico/tls.crt', certificate)
    .replace('/etc/portico/tls.key', key)
  const file = join(folder, 'nginx.conf')
  const logs = `error_log ${join(folder, 'nginx-error.log')};`
  const bodies = `client_body_temp_path ${join(folder, 'bodies')};`
  writeFileSync(
    file,
    `daemon off; pid ${join(folder, 'nginx.pid')}; ${logs} events {}\nhttp { access_log off; ${bodies}\n${server}\n}\n`,
  )
  programs.start('nginx', ['nginx', '-c', file])
}

/** HAProxy with the configuration of the archive, except port and certificate. */
export function startHaproxy(folder: string, archive: string, programs: Programs): void {
  const certificate = join(folder, 'haproxy.pem')
  writeFileSync(
    certificate,
    readFileSync(join(folder, 'tls.crt'), 'utf8') + readFileSync(join(folder, 'tls.key'), 'utf8'),
  )
  const configuration = readFileSync(join(archive, 'deploy', 'haproxy.cfg'), 'utf8')
    .replace('bind :443 ssl', `bind 127.0.0.1:${TLS_PORT + 1} ssl`)
    .replace('/etc/portico/tls.pem', certificate)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration)
  programs.start('haproxy', ['haproxy', '-db', '-f', file])
}

/** Fails if another program answers on a port of the rehearsal, because it could be mistaken for the portal. */
export async function requireFreePorts(): Promise<void> {
  for (const port of [DATABASE_PORT, TLS_PORT, TLS_PORT + 1, ...PORTS])
    await new Promise<void>((resolve, reject) => {
      const server = createServer()
      server.once('error', () => reject(new Error(`Port ${port} is in use by another program.`)))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve()))
    })
}

/** Fails unless both processes run this version. Release 0.1.0 does not report its own. */
export async function expectVersion(version: string): Promise<void> {
  for (const port of PORTS) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const found = /portico_build_info\{version="([^"]+)"/.exec(metrics)?.[1] ?? '0.1.0'
    if (found !== version) throw new Error(`Port ${port} answers with version ${found}, not ${version}.`)
  }
}

export const proxies = { nginx: TLS_PORT, HAProxy: TLS_PORT + 1 }

export type Visit = { status: number; body: string; retryAfter: string | undefined }

/** Requests one page through a proxy. */
export function visit(port: number, path: string): Promise<Visit> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      servername: HOST,
      headers: { host: HOST },
      rejectUnauthorized: false,
    }
    const sent = request({ ...options, agent: false }, (reply) => {
      let body = ''
      reply.setEncoding('utf8').on('data', (chunk) => (body += chunk))
      const head = { status: reply.statusCode ?? 0, retryAfter: reply.headers['retry-after'] }
      reply.once('end', () => resolve({ ...head, body })).once('error', reject)
    })
    sent.once('error', reject).end()
  })
}

/** The two portal processes. Each start takes its settings. */
export function createProcesses(archive: string, programs: Programs) {
  const running: (ChildProcess | undefined)[] = []
  const start = async (at: number, settings: Record<string, string>) => {
    const port = PORTS[at] ?? 0
    const { DATABASE_OWNER_URL: _kept, ...ofServer } = settings
    // Like systemd with Restart=always: restarts a process that could not reach its database.
    const startAnew = () => {
      const child = programs.start(`portal${at + 1}`, [join(archive, 'bin/portico'), 'start'], {
        ...ofServer,
        PORT: String(port),
      })
      running[at] = child
      return child
    }
    let child = startAnew()
    const isReady = async () => {
      if (child.exitCode !== null) child = startAnew()
      return (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200
    }
    await until(`process ${at + 1} is ready`, isReady, START_S)
  }
  return {
    startAll: (settings: Record<string, string>) => Promise.all(PORTS.map((_, at) => start(at, settings))),
    stopAll: () => Promise.all(running.map((child) => child && kill(child, 'SIGTERM'))),
    /** Rolling restart. Each process is drained first. */
    async roll(settings: Record<string, string>) {
      for (const at of PORTS.keys()) {
        const child = running[at]
        if (child) await kill(child, 'SIGTERM')
        await start(at, settings)
        // The proxy must notice the restarted process before the next one stops.
        await sleep(SEEN_MS)
      }
    },
  }
}

export type Running = { settings: Record<string, string>; processes: ReturnType<typeof createProcesses> }
