import { hash } from 'node:crypto'
import {
  type CompiledQuery,
  type KyselyPlugin,
  PostgresDialect,
  type PostgresDialectConfig,
  type PostgresDriver,
  PostgresQueryCompiler,
  type QueryId,
  type RootOperationNode,
} from 'kysely'
import type { Db } from '../context.ts'
import { BeginningDriver } from './beginning-driver.ts'

/**
 * Statements of calls that many make, and that are always the same: a connection prepares each by name when it first
 * meets it, and from then on neither reads its text nor, mostly, plans it again. Which connection names what is the
 * driver's to know; behind a pooler nothing is named (database.ts).
 */
const asked = new WeakSet<QueryId>()
const names = new Map<string, string>()

/** Each is kept in every connection: lists of all lengths must not fill it. */
const NAMES_AT_MOST = 400
const PARAMETERS_AT_MOST = 40

const remembering: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    asked.add(queryId)
    return node
  },
  transformResult: async ({ result }) => result,
}

/** The same database, or transaction; what is asked through it is prepared by name. */
export const preparing = (db: Db): Db => db.withPlugin(remembering)

/** A statement that has a name of its own, also where it is asked in a transaction. */
export const nameStatement = (text: string, name: string): void => void names.set(text, name)

/** By which name a statement is prepared, where it is. */
export const nameOfStatement = (text: string): string | undefined => names.get(text)

/**
 * Where all columns are asked for, a migration adds one to the answer, and a statement that was prepared before it
 * fails: those are not named.
 */
const mayBeNamed = ({ sql, parameters }: CompiledQuery): boolean =>
  names.size < NAMES_AT_MOST && parameters.length <= PARAMETERS_AT_MOST && !sql.replaceAll('count(*)', '').includes('*')

class NamingCompiler extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const compiled = super.compileQuery(node, queryId)
    const { sql } = compiled
    if (asked.has(queryId) && !names.has(sql) && mayBeNamed(compiled)) names.set(sql, hash('sha256', sql, 'base64url'))
    return compiled
  }
}

export class NamingDialect extends PostgresDialect {
  readonly #createDriver: () => PostgresDriver

  constructor(config: PostgresDialectConfig & { pipelined: boolean }) {
    super(config)
    this.#createDriver = () => new BeginningDriver(config, config.pipelined)
  }

  override createDriver(): PostgresDriver {
    return this.#createDriver()
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new NamingCompiler()
  }
}
