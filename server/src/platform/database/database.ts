import { Kysely } from 'kysely'
import pg from 'pg'
import { KnownColumns, NamedQuery } from './named-query.ts'
import { NamingDialect, nameOfStatement } from './named-statements.ts'
import type { Database } from './schema.ts'

const { Pool, types } = pg

/** A calendar day stays the text PostgreSQL sends: a Date would move it across time zones. */
types.setTypeParser(types.builtins.DATE, (value) => value)

export type DatabaseConnection = { pool: pg.Pool; db: Kysely<Database>; close(): Promise<void> }

/** A commit that is on this server's disk alone: should it be lost, so is what was committed. */
export class CommitUnconfirmed extends Error {
  readonly code = '40003'
  constructor() {
    super('The database stopped waiting for its standby: what was committed may be lost with the leader.')
  }
}

/** What a database says when a name stands for nothing in this connection, or for a statement already. */
const NAME_REFUSED = new Set(['26000', '42P05'])

/** Told by the name of the setting wherever it is logged: the database's own words do not lead there. */
export class NamedStatementRefused extends Error {
  constructor(cause: Error) {
    super(
      'The database refuses statements that are prepared by name, as behind a pooler in transaction mode: set PORTICO_PREPARED=0.',
      { cause },
    )
  }
}

/**
 * A commit whose wait for the standby was cancelled succeeds with a warning. Nobody may be told that their work is
 * kept on the strength of that, so it fails here.
 */
class CarefulClient extends pg.Client {
  #isUnconfirmed = false
  #isGathering = false

  constructor(config?: pg.ClientConfig) {
    super(config)
    // By the place in the server's source that says so: the sentence is in the language of the database.
    this.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.#isUnconfirmed = true
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's own signature has a dozen overloads
  override query(statement: any, ...rest: any[]): any {
    this.#gather(statement)
    const tell = rest.at(-1)
    if (typeof tell === 'function') {
      // The pool's own way to ask: by a function, not a promise.
      const told = (error: Error | null, result?: pg.QueryResult) => tell(this.#judge(error), result)
      return super.query(statement, ...rest.slice(0, -1), told)
    }
    const asked = super.query(statement, ...rest)
    if (!(asked instanceof Promise)) return asked
    return asked.then(
      (result) => {
        const why = this.#judge(null)
        if (why) throw why
        return result
      },
      (error) => {
        throw this.#judge(error)
      },
    )
  }

  /** What a transaction asks for in one moment goes out in one piece. */
  #gather(statement: unknown): void {
    if (this.#isGathering || (statement !== 'begin' && this.getTransactionStatus() !== 'T')) return
    const { stream } = this.connection
    this.#isGathering = true
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  /** A warning is that of the statement it came with: the connection's next user is not held to it. */
  #judge(error: Error | null): Error | null {
    const isUnconfirmed = this.#isUnconfirmed
    this.#isUnconfirmed = false
    if (error) return NAME_REFUSED.has(codeOf(error)) ? new NamedStatementRefused(error) : error
    return isUnconfirmed ? new CommitUnconfirmed() : null
  }
}

/** A lock was not to be had: not in the time that was given for it, or because two waited for each other. */
export const isInUse = (error: unknown): boolean => error instanceof Error && ['55P03', '40P01'].includes(codeOf(error))

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

/** Prepares by name what was asked for so (named-statements.ts). */
class NamingClient extends CarefulClient {
  readonly #known = new KnownColumns()

  // biome-ignore lint/suspicious/noExplicitAny: the driver's own signature has a dozen overloads
  override query(statement: any, ...rest: any[]): any {
    const text = typeof statement === 'string' ? statement : statement.text
    const name = typeof statement === 'string' ? nameOfStatement(statement) : statement.name
    if (!name) return super.query(statement, ...rest)
    const [given, ...later] = rest
    const query = new NamedQuery({ name, text, values: Array.isArray(given) ? given : statement.values }, this.#known)
    const tell = later.at(-1) ?? given
    if (typeof tell === 'function') return super.query(query, tell)
    return new Promise((resolve, reject) => {
      super.query(query, (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result)))
    }).catch(withOwnStack)
  }
}

/** The stack of an answer leads to the connection, that of the promise to who asked. */
function withOwnStack(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}

/**
 * Prepares nothing by name. A pooler in transaction mode gives each transaction another connection, where the name
 * would stand for nothing, or for a statement somebody else prepared.
 */
class NamelessClient extends CarefulClient {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own signature has a dozen overloads
  override query(statement: any, ...rest: any[]): any {
    if (statement && typeof statement === 'object' && 'name' in statement) {
      const { name: _, ...nameless } = statement
      return super.query(nameless, ...rest)
    }
    return super.query(statement, ...rest)
  }
}

/** A password that is looked up for each connection; the driver would take the one in an address before it. */
function withPassword(Client: typeof pg.Client, password: pg.PoolConfig['password']): typeof pg.Client {
  if (typeof password !== 'function') return Client
  return class extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      Object.defineProperty(this, 'password', { value: password, writable: true })
    }
  }
}

/** Opens a pool for a login: the owner's for migrations and imports, the application's for everything else. */
export function connectDatabase(
  login: pg.PoolConfig,
  options: { max?: number; prepared?: boolean; pipelined?: boolean; onError?: (error: Error) => void } = {},
): DatabaseConnection {
  const { max = 10, prepared = true, pipelined = true } = options
  const Client = withPassword(prepared ? NamingClient : NamelessClient, login.password)
  // Statements that were handed over together go out together.
  const pool = new Pool({ connectionTimeoutMillis: 3_000, ...login, pipeline: pipelined, max, Client })
  // Without a listener a connection that dies while idle would end the process.
  pool.on('error', (error) => options.onError?.(error))
  // And one that dies between two statements of a transaction, too: the next statement reports it.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new NamingDialect({ pool, pipelined }) })
  return { pool, db, close: () => db.destroy() }
}

const NAMED = { name: 'asked-at-start', text: 'select 1' }

/**
 * True where a name does not stay with its connection: a pooler gives the second to ask what the first has just left.
 * While others are busy there it may not, and the first statement that is refused tells.
 */
export async function refusesNames(pool: pg.Pool): Promise<boolean> {
  const asked = [await pool.connect(), await pool.connect()]
  try {
    for (const client of asked) await client.query(NAMED)
    return false
  } catch (error) {
    if (error instanceof NamedStatementRefused) return true
    throw error
  } finally {
    for (const client of asked) client.release(true)
  }
}
