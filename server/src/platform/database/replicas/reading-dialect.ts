import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

export type Read = (query: CompiledQuery) => Promise<{ rows: unknown[] }>

/** Runs each statement on its own. Supports neither writes nor locks. */
export const readingDialect = (read: Read): Dialect => ({
  createDriver: () => new ReadingDriver(read),
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})

class ReadingDriver implements Driver {
  readonly #connection: DatabaseConnection
  constructor(read: Read) {
    this.#connection = {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        const { rows } = await read(query)
        return { rows: rows as Row[] }
      },
      streamQuery: refuse,
    }
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
  beginTransaction = refuse
  commitTransaction = refuse
  rollbackTransaction = refuse
}

function refuse(): never {
  throw new Error('Stale reads run one statement at a time, without a transaction.')
}
