import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { nameOfStatement } from './prepared.ts'
import type { Database } from './schema.ts'

const { Pool, types } = pg

/** A calendar day stays the text PostgreSQL sends: a Date would move it across time zones. */
types.setTypeParser(types.builtins.DATE, (value) => value)

export type DatabaseConnection = {
  pool: pg.Pool
  db: Kysely<Database>
  /** Milliseconds since the last successful reply. */
  silentMs(): number
  close(): Promise<void>
}

/** The commit is on this server's disk only. If the server is lost, so is the commit. */
export class CommitUnconfirmed extends Error {
  readonly code = '40003'
  constructor() {
    super('The database stopped waiting for its standby. The commit is lost if the leader fails.')
  }
}

/** SQLSTATEs for a prepared statement that the connection does not know, or that exists already. */
const NAME_REFUSED = new Set(['26000', '42P05'])

/** The driver's error for a statement that got no reply within `query_timeout`. */
const QUERY_TIMEOUT = 'Query read timeout'

/** Names the setting to change, because the database's own message does not lead there. */
export class PreparedStatementRefused extends Error {
  constructor(cause: Error) {
    super('The database rejects prepared statements, as behind a pooler in transaction mode. Set PORTICO_PREPARED=0.', {
      cause,
    })
  }
}

/** The client closes a connection on which the database does not reply. A new one may work. */
class NoReply extends Error {
  readonly code = '08006'
  constructor(timeoutMs: number) {
    super(`Connection terminated: no reply within ${timeoutMs / 1000} s.`)
  }
}

type Callback = (error: Error | null, result?: pg.QueryResult) => void

/**
 * A commit whose wait for the standby was canceled succeeds with a warning. This client fails it, because the server
 * did not confirm the commit as durable.
 */
export class DurableClient extends pg.Client {
  #isUnconfirmed = false
  readonly #timeoutMs: number
  /** Called with every successful reply. */
  onReply: () => void = () => {}

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.#timeoutMs = (typeof config === 'object' && config.query_timeout) || 0
    // Recognized by the server's own function name: the text of the warning depends on the server's language.
    this.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.#isUnconfirmed = true
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's own signature has a dozen overloads
  override query(statement: any, ...rest: any[]): any {
    // COPY is a stream with its own events.
    if (typeof statement.submit === 'function') return super.query(statement, ...rest)
    const config = typeof statement === 'string' ? { text: statement } : { ...statement }
    if (Array.isArray(rest[0])) config.values = rest[0]
    config.name = this.nameOf(config)
    const callback = rest.at(-1)
    if (typeof callback === 'function') return this.#send(config, callback)
    return new Promise((resolve, reject) => {
      this.#send(config, (error, result) => (error ? reject(error) : resolve(result)))
    }).catch(withCallerStack)
  }

  protected nameOf({ name, text }: pg.QueryConfig): string | undefined {
    return name ?? nameOfStatement(text)
  }

  /** With a callback: the driver calls it before it reads the next reply. A promise would be settled later. */
  #send(config: pg.QueryConfig, callback: Callback): void {
    super.query(config, (error, result) => callback(this.#check(error), result))
  }

  /** A warning belongs to the statement that ends the transaction. Replies inside the transaction do not consume it. */
  #check(error: Error | null): Error | null {
    if (error?.message === QUERY_TIMEOUT) return this.#giveUp()
    if (error) return NAME_REFUSED.has(codeOf(error)) ? new PreparedStatementRefused(error) : error
    this.onReply()
    if (this.getTransactionStatus() !== 'I') return null
    const isUnconfirmed = this.#isUnconfirmed
    this.#isUnconfirmed = false
    return isUnconfirmed ? new CommitUnconfirmed() : null
  }

  /** Ends the connection, so that the pool discards it and no later statement waits behind this one. */
  #giveUp(): Error {
    void this.end()
    return new NoReply(this.#timeoutMs)
  }
}

/** The stack of a reply leads to the socket. This one leads to the caller. */
function withCallerStack(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}

/**
 * Prepares nothing by name. A pooler in transaction mode gives each transaction another connection, where the name is
 * unknown or belongs to another client's statement.
 */
class UnpreparedClient extends DurableClient {
  protected override nameOf(): undefined {}
}

/** True for a lock timeout and for a deadlock. */
export const isInUse = (error: unknown): boolean => error instanceof Error && ['55P03', '40P01'].includes(codeOf(error))

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

/** Looks the password up for each connection. Otherwise the driver prefers the one in a connection string. */
function withPassword(Client: typeof pg.Client, password: pg.PoolConfig['password']): typeof pg.Client {
  if (typeof password !== 'function') return Client
  return class extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      Object.defineProperty(this, 'password', { value: password, writable: true })
    }
  }
}

type Options = {
  max?: number
  /** For connection attempts and statements. Without it, statements can take any time: migrations, imports. */
  timeoutMs?: number
  prepared?: boolean
  onError?: (error: Error) => void
}

/** Timeout for connection attempts, and the idle time before keep-alive probes. */
const CONNECT_MS = 20_000
const KEEP_ALIVE_MS = 10_000

/** Opens a pool for a login: the owner's for migrations and imports, the application's for everything else. */
export function connectDatabase(login: pg.PoolConfig, options: Options = {}): DatabaseConnection {
  const { max = 10, prepared = true, timeoutMs } = options
  const Client = withPassword(prepared ? DurableClient : UnpreparedClient, login.password)
  const pool = new Pool({
    ...login,
    connectionTimeoutMillis: login.connectionTimeoutMillis ?? timeoutMs ?? CONNECT_MS,
    ...(timeoutMs && { query_timeout: timeoutMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    max,
    Client,
  })
  let lastReplyAt = performance.now()
  // Without a listener, an idle connection that dies ends the process.
  pool.on('error', (error) => options.onError?.(error))
  // So does a connection that dies between two statements of a transaction. The next statement reports it.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (client instanceof DurableClient)
      client.onReply = () => {
        lastReplyAt = performance.now()
      }
  })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, silentMs: () => performance.now() - lastReplyAt, close: () => db.destroy() }
}

const NAMED = { name: 'prepared-at-start', text: 'select 1' }

/**
 * True if names do not stay with their connection: a pooler gives the second client the backend that the first one has
 * just left. A busy pooler may not; then the first refused statement reports it.
 */
export async function refusesNames(pool: pg.Pool): Promise<boolean> {
  const clients = [await pool.connect(), await pool.connect()]
  try {
    for (const client of clients) await client.query(NAMED)
    return false
  } catch (error) {
    if (error instanceof PreparedStatementRefused) return true
    throw error
  } finally {
    for (const client of clients) client.release(true)
  }
}
