import { CompiledQuery } from 'kysely'
import type { Db } from '../context.ts'

export type Statement = { name: string; text: string; values: unknown[] }

/** Names by text: the client prepares these statements once per connection (database.ts). */
const names = new Map<string, string>()

export const nameOfStatement = (text: string): string | undefined => names.get(text)

/** Runs SQL as a prepared statement, on the pool or in a transaction. For statements of frequent calls. */
export async function runPrepared<Row>(on: Db | { db: Db }, { name, text, values }: Statement): Promise<Row[]> {
  const db = 'db' in on ? on.db : on
  names.set(text, name)
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

export const runWritten = runPrepared

/** Stands for a value while a statement is written. */
class Place {
  readonly of: string | symbol
  constructor(of: string | symbol) {
    this.of = of
  }
}

type Built<Row> = { compile(db: Db): CompiledQuery<Row> }

/**
 * A statement that is built by the query builder once, with places for its values, and then sent with those of each
 * call: building it anew takes longer than the rest of asking. What it is built from may depend on no value.
 */
export function writeOnce<Values extends object, Row>(
  name: string,
  build: (db: Db, values: Values) => Built<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let written: { text: string; parameters: readonly unknown[] } | undefined
  const write = (db: Db) => {
    const places = new Proxy({}, { get: (_, of) => new Place(of) }) as Values
    const { sql: text, parameters } = build(db, places).compile(db)
    return { text, parameters }
  }
  return (db, values) => {
    written ??= write(db)
    const { text, parameters } = written
    const put = (parameter: unknown) => (parameter instanceof Place ? values[parameter.of as keyof Values] : parameter)
    return runWritten<Row>(db, { name, text, values: parameters.map(put) })
  }
}

type Executable<Row> = Built<Row> & { execute(): Promise<Row[]> }

/** The same of a statement about a list: mostly that is of one, and built once for it; of more it is built anew. */
export function writeForOne<Row, Values extends object = object>(
  name: string,
  build: (db: Db, items: string[], values: Values) => Executable<Row>,
): (db: Db, items: string[], values: Values) => Promise<Row[]> {
  const ofOne = writeOnce(name, (db, values: Values & { item: string }) => build(db, [values.item], values))
  return (db, items, values) => {
    const [item, ...more] = items
    return item === undefined || more.length > 0 ? build(db, items, values).execute() : ofOne(db, { ...values, item })
  }
}
