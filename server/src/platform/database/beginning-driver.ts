import {
  type AbortableOperationOptions,
  type DatabaseConnection,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'

/** A beginning that was not answered yet; what is `queued` behind it keeps its order. */
type Beginning = { answered: Promise<void>; queued: boolean }

const READING = /^\s*(select|values|with)\b/i
const LEAVING = /\b(insert|update|delete|merge|set_config|nextval|setval|pg_notify)\b/i
/** Functions of the database that write, by the words they begin with; the tests hold the list against the database. */
const WRITING_FUNCTION = /\b(add|fill|list|lock|note|put_off|refresh|set|settle|sum_up)_\w+\(/i
const LOCKING_ROWS = /\bfor (no key )?update\b/gi

/** True where nothing would be left of a statement, should its transaction not have begun. */
export const leavesNothing = (text: string): boolean =>
  READING.test(text) && !LEAVING.test(text.replace(LOCKING_ROWS, '')) && !WRITING_FUNCTION.test(text)

/**
 * The beginning of a transaction goes out together with what is read and locked first. Whatever writes waits until it is
 * answered: what was written beside a beginning that failed would stay.
 */
export class BeginningDriver extends PostgresDriver {
  readonly #beginnings = new WeakMap<DatabaseConnection, Beginning>()
  readonly #known = new WeakSet<DatabaseConnection>()
  readonly #pipelined: boolean

  constructor(config: PostgresDialectConfig, pipelined: boolean) {
    super(config)
    this.#pipelined = pipelined
  }

  override async acquireConnection(options?: AbortableOperationOptions): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(options)
    if (!this.#known.has(connection)) this.#order(connection)
    return connection
  }

  #order(connection: DatabaseConnection): void {
    this.#known.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = (query, options) => {
      const beginning = this.#beginnings.get(connection)
      if (!beginning || (!beginning.queued && leavesNothing(query.sql))) return execute(query, options)
      beginning.queued = true
      return beginning.answered.then(() => execute(query, options))
    }
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const answered = super.beginTransaction(connection, settings)
    if (!this.#pipelined) return answered
    const beginning = { answered, queued: false }
    this.#beginnings.set(connection, beginning)
    answered.then(
      () => this.#beginnings.delete(connection),
      // Nothing follows a beginning that failed: everything asked for is told so, and the connection given up.
      () => Object.assign(beginning, { queued: true }),
    )
  }
}
