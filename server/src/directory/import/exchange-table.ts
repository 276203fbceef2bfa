import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { isInUse } from '../../platform/database.ts'
import { APP_ROLE } from '../../platform/logins.ts'
import type { Trx } from './import-kind.ts'

/** Putting a table that was built beside an old one, as `<table>_next`, in its place. */

export type Index = { table: string; name: string; definition: string; isPrimary: boolean }

/** Whatever indexes the table has by now: a later migration's are rebuilt too. */
export async function findIndexes(trx: Trx, table: string): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select ${table} as "table", c.relname as name, pg_get_indexdef(i.indexrelid) as definition,
      i.indisprimary as "isPrimary"
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass`.execute(trx)
  return rows
}

export async function createNextIndex(trx: Trx, { table, name, definition }: Index): Promise<void> {
  const [, unique = '', method] = /^CREATE (UNIQUE )?INDEX \S+ ON \S+ (USING .*)$/.exec(definition) ?? []
  if (!method) throw new Error(`The index ${name} cannot be built anew.`)
  await sql.raw(`create ${unique}index ${name}_next on ${table}_next ${method}`).execute(trx)
}

const PATIENCE = '200ms'
const PAUSE_MS = 1000

/**
 * Nobody else may read the tables from now on. Whoever asks for such a lock and waits keeps all others waiting too, so
 * while a backup or a report reads them this lets go and asks again.
 */
export async function lockUnqueued(trx: Trx, tables: string[], onInUse: () => void): Promise<void> {
  await sql`savepoint lock_tables`.execute(trx)
  for (;;) {
    await sql`set local lock_timeout = ${sql.lit(PATIENCE)}`.execute(trx)
    try {
      await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in access exclusive mode`.execute(trx)
      await sql`set local lock_timeout to default`.execute(trx)
      return
    } catch (error) {
      if (!isInUse(error)) throw error
      await sql`rollback to savepoint lock_tables`.execute(trx)
      onInUse()
      await sleep(PAUSE_MS)
    }
  }
}

/** Readers wait for no more than these few statements and the commit. */
export async function exchangeTable(trx: Trx, table: string, indexes: Index[]): Promise<void> {
  await sql`drop table ${sql.table(table)}`.execute(trx)
  await sql`alter table ${sql.table(`${table}_next`)} rename to ${sql.ref(table)}`.execute(trx)
  for (const { name, isPrimary } of indexes) {
    await sql`alter index ${sql.ref(`${name}_next`)} rename to ${sql.ref(name)}`.execute(trx)
    if (isPrimary)
      await sql`
        alter table ${sql.table(table)} add constraint ${sql.ref(name)} primary key using index ${sql.ref(name)}`.execute(
        trx,
      )
  }
  await sql`grant select, insert, update, delete on ${sql.table(table)} to ${sql.id(APP_ROLE)}`.execute(trx)
}
