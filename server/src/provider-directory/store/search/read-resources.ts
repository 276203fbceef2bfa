import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import type { Included } from './included.ts'

/** A published resource, as text. */
export type FoundResource = { type: string; id: string; resource: string; lastUpdated: Date }

export type Key = { type: string; id: string }

const columns = sql`p.type, p.id, p.resource::text as resource, p.last_updated as "lastUpdated"`

export async function readResource(db: Db, { type, id }: Key): Promise<FoundResource | undefined> {
  const { rows } = await sql<FoundResource>`
    select ${columns} from published_resource p where p.type = ${type} and p.id = ${id}`.execute(db)
  return rows[0]
}

/** These resources, in this order. */
export async function readResources(db: Db, keys: readonly Key[]): Promise<FoundResource[]> {
  if (keys.length === 0) return []
  const types = keys.map(({ type }) => type)
  const ids = keys.map(({ id }) => id)
  const { rows } = await sql<FoundResource>`
    select ${columns} from unnest(${types}::text[], ${ids}::text[]) with ordinality as k (type, id, n)
    join published_resource p on p.type = k.type and p.id = k.id order by k.n`.execute(db)
  return rows
}

type Page = { type: string; ids: readonly string[]; limit: number }

/** What a page's resources refer to by these parameters, at most `limit`. */
export function findIncluded(db: Db, page: Page, includes: readonly Included[]): Promise<Key[]> {
  const { type, ids, limit } = page
  const listed = includes.map(
    ({ parameter, target }) => sql`(v.parameter = ${parameter} and v.value like ${`${target ?? '%'}/%`})`,
  )
  return readKeys(
    db,
    sql`select distinct split_part(v.value, '/', 1) as type, split_part(v.value, '/', 2) as id from published_value v
      where v.type = ${type} and v.id = any(${ids}::text[]) and (${sql.join(listed, sql` or `)})
      order by 1, 2 limit ${limit}`,
  )
}

/** What refers to a page's resources by these parameters, at most `limit`. */
export function findReferring(db: Db, page: Page, includes: readonly Included[]): Promise<Key[]> {
  const { type, ids, limit } = page
  const references = ids.map((id) => `${type}/${id}`)
  const parts = includes.map(
    ({ source, parameter }) => sql`(select v.type, v.id from published_value v
      where v.type = ${source} and v.parameter = ${parameter} and v.value = any(${references}::text[]) limit ${limit})`,
  )
  return readKeys(
    db,
    sql`select distinct type, id from (${sql.join(parts, sql` union all `)}) f order by 1, 2 limit ${limit}`,
  )
}

const readKeys = async (db: Db, query: RawBuilder<unknown>): Promise<Key[]> =>
  (await sql<Key>`${query}`.execute(db)).rows
