import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { isInUse } from '../../../platform/database/database.ts'
import { APP_ROLE } from '../../../platform/database/logins.ts'
import type { ImportContext, Trx } from '../import-kind.ts'
import { writePagesEarly } from './page-writer.ts'

/** Putting a table that was built beside an old one, as `<table>_next`, in its place. */

export type Index = { table: string; name: string; definition: string; isPrimary: boolean }

/** Whatever indexes the tables have by now: a later migration's are rebuilt too. */
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
  if (!method) throw new Error(`The index ${name} cannot be built anew.`)
  await sql.raw(`create ${unique}index ${name}_next on ${table}_next ${method}`).execute(trx)
}

/** A table of the same columns and comments beside the one in use; what else belongs to it comes as it is filled. */
export async function createNextTable(trx: Trx, table: string): Promise<void> {
  await sql`
    create table ${sql.table(`${table}_next`)}
      (like ${sql.table(table)} including defaults including constraints including comments)`.execute(trx)
}

/** Over all rows at once, far cheaper than row by row; and what the planner knows of them. */
export async function createNextIndexes(trx: Trx, table: string): Promise<void> {
  for (const index of await findIndexes(trx, table)) await createNextIndex(trx, index)
  await sql`analyze ${sql.table(`${table}_next`)}`.execute(trx)
}

/** What it analyzes: some thousand rows tell the planner enough until PostgreSQL looks at more by itself soon afterwards. */
export async function withFewSamples(trx: Trx, work: () => Promise<unknown>): Promise<void> {
  await sql`set local default_statistics_target = 30`.execute(trx)
  await work()
  await sql`set local default_statistics_target to default`.execute(trx)
}

/** Whatever the table keeps true by triggers, the next one keeps too: what is written to it from now on. */
export async function createNextTriggers(trx: Trx, table: string): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = ${table}::regclass and not tgisinternal order by tgname`.execute(trx)
  for (const { definition } of rows) await sql.raw(definition.replace(/ ON \S+ /, ` ON ${table}_next `)).execute(trx)
}

/** The rows that others rest on are looked up in one go. Of `tables`, which are exchanged together, the next ones. */
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
 * Nobody else may read the tables from now on. Whoever asks for such a lock and waits keeps all others waiting too, so
 * while a backup or a report reads them this lets go and asks again.
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
 * Whoever looks something up waits from here to the end of the transaction, and for nothing else. A table that rests on
 * another one goes before it; those that stay, and that one of them rests on, are named too (`below`).
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
  await lockUnqueued(trx, [...tables, ...below], () => step('waiting for whoever reads the directory at length'))
  // Looked up anew: a migration may have added one until now, and what was not built anew must not be lost.
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

/** In one message: while others wait, each one that goes to and fro would keep them waiting longer. */
async function executeTogether(trx: Trx, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  await sql.join([...statements], sql`; `).execute(trx)
}
