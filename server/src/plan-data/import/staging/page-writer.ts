import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '#platform/database/schema.ts'
import { openImportConnection } from './import-connection.ts'

/** With minimal WAL the commit flushes the pages of a new table while all wait, so most are flushed earlier. */
export async function writePagesEarly(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ helps: boolean }>`
    select current_setting('wal_level') = 'minimal' and pg_has_role('pg_checkpoint', 'usage') as helps`.execute(db)
  if (rows[0]?.helps) await sql`checkpoint`.execute(db)
}

/** The same on a second connection while the import builds indexes, which use the processors rather than the disk. */
export class PageWriter {
  readonly #config: pg.ClientConfig
  #writing: Promise<void> | undefined

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  /** A failure costs only time: the pages are flushed before the exchange or by the commit. */
  begin(): void {
    this.#writing = this.#write().catch(() => {})
  }

  async end(): Promise<void> {
    await this.#writing
  }

  async #write(): Promise<void> {
    const { db, close } = await openImportConnection(this.#config)
    try {
      await writePagesEarly(db)
    } finally {
      await close()
    }
  }
}
