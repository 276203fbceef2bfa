import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { isInUse } from '#platform/database/database.ts'
import { APP_ROLE } from '#platform/database/logins.ts'
import type { ImportContext, Trx } from './import-kind.ts'
import { writePagesEarly } from './page-writer.ts'

/** Replaces a table by one that was built beside it as `<table>_next`. */

export type Index = { table: string; name: string; definition: string; isPrimary: boolean }

/** All current indexes, including those of later migrations. */
export async function findIndexes(trx: Trx, ...tables: readonly string[]): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select t.relname as "table", c.relname as name, pg_get_indexdef(i.indexrelid) as definition,
      i.indisprimary as "isPrimary"
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where i.indrelid = any(${tables}::regclass[])`.execute(trx)
  return rows
}

export async function createNextIndex(trx: Trx, { table, name, definition }: Index): Promise<void> {
  const [, unique = '', method] = /^CREATE (UNIQUE )?INDEX \S+ ON \S+ (USING .*)$/.exec(definition) ?? []
  if (!method) throw new Error(`The index ${name} cannot be rebuilt.`)
  await sql.raw(`create ${unique}index ${name}_next on ${table}_next ${method}`).execute(trx)
}

/** Creates a table with the same columns and comments; the rest is added as it is filled. */
export async function createNextTable(trx: Trx, table: string): Promise<void> {
  await sql`
    create table ${sql.table(`${table}_next`)}
      (like ${sql.table(table)} including defaults including constraints including comments)`.execute(trx)
}

/** Builds indexes over all rows at once, far cheaper than row by row, and analyzes the table. */
export async function createNextIndexes(trx: Trx, table: string): Promise<void> {
  for (const index of await findIndexes(trx, table)) await createNextIndex(trx, index)
  await sql`analyze ${sql.table(`${table}_next`)}`.execute(trx)
}

/** Analyzes a sample of some thousand rows, which is enough until autovacuum runs. */
export async function withFewSamples(trx: Trx, work: () => Promise<unknown>): Promise<void> {
  await sql`set local default_statistics_target = 30`.execute(trx)
  await work()
  await sql`set local default_statistics_target to default`.execute(trx)
}

/** Copies the table's triggers, which apply to later writes. */
export async function createNextTriggers(trx: Trx, table: string): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = ${table}::regclass and not tgisinternal order by tgname`.execute(trx)
  for (const { definition } of rows) await sql.raw(definition.replace(/ ON \S+ /, ` ON ${table}_next `)).execute(trx)
}

/** Adds the foreign keys; each validates all rows in one pass. `tables` are exchanged together and refer to each other's next version. */
export async function createNextForeignKeys(trx: Trx, table: string, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string; target: string }>`
    select conname as name, pg_get_constraintdef(c.oid) as definition, t.relname as target
    from pg_constraint c join pg_class t on t.oid = c.confrelid
    where c.conrelid = ${table}::regclass and c.contype = 'f'`.execute(trx)
  for (const { name, definition, target } of rows) {
    const nextTarget = tables.includes(target) ? `${target}_next` : target
    const key = definition.replace(/ REFERENCES [^(]+/, ` REFERENCES ${nextTarget}`)
    await sql`alter table ${sql.table(`${table}_next`)} add constraint ${sql.ref(name)} ${sql.raw(key)}`.execute(trx)
  }
}

const PATIENCE = '100ms'
const PAUSE_MS = 1000

/**
 * Takes the exclusive lock on the tables. A waiting exclusive lock blocks all later readers, so while a backup or
 * report reads them, this releases and retries.
 */
async function lockUnqueued(trx: Trx, tables: string[], onInUse: () => void): Promise<void> {
  await sql`savepoint lock_tables`.execute(trx)
  for (;;) {
    try {
      await executeTogether(trx, [
        sql`set local lock_timeout = ${sql.lit(PATIENCE)}`,
        sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in access exclusive mode`,
        sql`set local lock_timeout to default`,
      ])
      return
    } catch (error) {
      if (!isInUse(error)) throw error
      await sql`rollback to savepoint lock_tables`.execute(trx)
      onInUse()
      await sleep(PAUSE_MS)
    }
  }
}

/**
 * Exchanges the tables; readers wait from here to the end of the transaction. A referencing table precedes the
 * referenced one. `below` are other tables that they refer to: dropping a foreign key locks those too.
 */
export async function exchangeTables(
  trx: Trx,
  { step }: ImportContext,
  tables: readonly string[],
  below: readonly string[] = [],
): Promise<void> {
  for (const index of await findIndexes(trx, ...tables)) if (index.isPrimary) await addNextPrimaryKey(trx, index)
  for (const table of tables) {
    await sql`grant select, insert, update, delete on ${sql.table(`${table}_next`)} to ${sql.id(APP_ROLE)}`.execute(trx)
    await copyComment(trx, table)
  }
  await writePagesEarly(trx)
  await lockUnqueued(trx, [...tables, ...below], () => step('waiting for long-running reads of the directory'))
  // Looked up again, because a migration may have added an index that must not be lost.
  const indexes = await findIndexes(trx, ...tables)
  await executeTogether(
    trx,
    tables.flatMap((table) => [
      sql`drop table ${sql.table(table)}`,
      sql`alter table ${sql.table(`${table}_next`)} rename to ${sql.ref(table)}`,
      ...indexes
        .filter((index) => index.table === table)
        .map(({ name }) => sql`alter index ${sql.ref(`${name}_next`)} rename to ${sql.ref(name)}`),
    ]),
  )
}

async function copyComment(trx: Trx, table: string): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('comment on table %I is %L', ${`${table}_next`}::text, obj_description(${table}::regclass))
      as statement`.execute(trx)
  for (const { statement } of rows) await sql.raw(statement).execute(trx)
}

async function addNextPrimaryKey(trx: Trx, { table, name }: Index): Promise<void> {
  const next = sql.ref(`${name}_next`)
  await sql`alter table ${sql.table(`${table}_next`)} add constraint ${next} primary key using index ${next}`.execute(
    trx,
  )
}

/** Sends the statements in one message: each round trip would hold the locks longer. */
async function executeTogether(trx: Trx, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  await sql.join([...statements], sql`; `).execute(trx)
}
