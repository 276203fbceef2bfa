import { sql } from 'kysely'
import type { Db, Trx } from '#platform/context.ts'

export type SourceKind = 'NPI' | 'LOCATION' | 'GROUP' | 'ORGANIZATION' | 'PLAN'

/** The refresh of one kind of source, for some of its ids. */
export type Sources = { kind: SourceKind; ids: readonly string[] }

export type StoredResource = {
  type: string
  id: string
  resource: string
  hash: Buffer
  lastUpdated: Date
  networks: string[]
  sourceId: string
  searchForm: string
}

/** One refresh at a time, because a location or a group is refreshed by each of its providers. */
export const lockPublished = (db: Trx) => sql`select pg_advisory_xact_lock(72640, 0)`.execute(db)

export type KnownResource = {
  type: string
  id: string
  sourceId: string
  hash: Buffer
  networks: string[]
  searchForm: string | null
}

export const findPublishedHashes = (db: Db, { kind, ids }: Sources): Promise<KnownResource[]> =>
  db
    .selectFrom('published_resource')
    .select(['type', 'id', 'source_id as sourceId', 'hash', 'networks', 'search_form as searchForm'])
    .where('source_kind', '=', kind)
    .where('source_id', '=', sql<string>`any(${ids})`)
    .execute()

export async function updatePublished(db: Trx, kind: SourceKind, changed: readonly StoredResource[]): Promise<void> {
  if (changed.length === 0) return
  const rows = changed.map(({ hash, lastUpdated, ...row }) => ({
    ...row,
    hash: hash.toString('hex'),
    lastUpdated: lastUpdated.toISOString(),
  }))
  await sql`
    insert into published_resource (type, id, resource, hash, last_updated, networks, source_kind, source_id, search_form)
    select type, id, resource::json, decode(hash, 'hex'), "lastUpdated", networks, ${kind}, "sourceId", "searchForm"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as (type text, id text, resource text, hash text, "lastUpdated" timestamptz, networks text[], "sourceId" text,
        "searchForm" text)
    order by type, id
    on conflict (type, id) do update set resource = excluded.resource, hash = excluded.hash,
      last_updated = excluded.last_updated, networks = excluded.networks, source_kind = excluded.source_kind,
      source_id = excluded.source_id, search_form = excluded.search_form`.execute(db)
}

type Key = { type: string; id: string }

/** For resources whose search values were written again, but whose content did not change. */
export async function updateSearchForms(db: Trx, updated: readonly (Key & { searchForm: string })[]): Promise<void> {
  if (updated.length === 0) return
  await sql`
    update published_resource d set search_form = u."searchForm"
    from json_to_recordset(${JSON.stringify(updated)}::json) as u (type text, id text, "searchForm" text)
    where d.type = u.type and d.id = u.id`.execute(db)
}

export async function deletePublished(db: Trx, gone: readonly Key[]): Promise<void> {
  if (gone.length === 0) return
  await sql`
    delete from published_resource d using json_to_recordset(${JSON.stringify(gone)}::json) as g (type text, id text)
    where d.type = g.type and d.id = g.id`.execute(db)
}
