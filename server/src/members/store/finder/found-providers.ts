import { PROVIDERS_PAGE_SIZE } from '@portico/core/members/limits'
import type { Counted } from '@portico/core/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { countMatching } from '#platform/database/paged-list.ts'
import { matchesName, type NameChoice } from './listed-names.ts'
import { findArea, type Near } from './near.ts'
import { isVisible, type Visible } from './visible-practices.ts'

export type ProviderChoice = Visible &
  NameChoice & {
    codes: string[] | undefined
    isAccepting: boolean
    hasTelehealth: boolean
    language: string | undefined
    near: Near | undefined
  }

/** True if `practice r` matches the filters, except those of name and place. */
function matches(choice: ProviderChoice): RawBuilder<unknown> {
  const conditions = [isVisible(choice)]
  // Must match the expression of the index practice_specialties.
  if (choice.codes) conditions.push(sql`string_to_array(r.specialty, ';') && ${choice.codes}::text[]`)
  if (choice.isAccepting) conditions.push(sql`r.accepting_new_patients = 'Y'`)
  if (choice.hasTelehealth) conditions.push(sql`r.telehealth`)
  if (choice.language) conditions.push(sql`${choice.language} = any(r.languages)`)
  return sql.join(conditions, sql` and `)
}

/** A provider, at their nearest or first matching location. */
export type FoundPlace = { npi: string; locationId: string; miles: number | null }

const pageOf = (page: number) => sql`limit ${PROVIDERS_PAGE_SIZE} offset ${page * PROVIDERS_PAGE_SIZE}`

export const findFound = (db: Db, choice: ProviderChoice, page: number): Promise<FoundPlace[]> =>
  choice.near ? findNearest(db, choice, choice.near, page) : findByName(db, choice, page)

export const countFound = (db: Db, choice: ProviderChoice, page: number): Promise<Counted> =>
  countMatching(
    db,
    choice.near ? fromNearest(choice, choice.near) : fromListed(choice),
    (page + 1) * PROVIDERS_PAGE_SIZE,
  )

const fromListed = (choice: ProviderChoice) => sql`
  from network_listing n where ${matchesName(choice)}
    and exists (select from practice r where r.npi = n.npi and ${matches(choice)})`

async function findByName(db: Db, choice: ProviderChoice, page: number): Promise<FoundPlace[]> {
  const { rows } = await sql<FoundPlace>`
    select f.npi, place.location_id as "locationId", null as miles
    from (select n.npi, n.sort_name ${fromListed(choice)} order by n.sort_name, n.npi ${pageOf(page)}) f
    cross join lateral (
      select r.location_id from practice r join practice_location l on l.location_id = r.location_id
      where r.npi = f.npi and ${matches(choice)} order by l.name, r.location_id limit 1) place
    order by f.sort_name, f.npi`.execute(db)
  return rows
}

/**
 * Each provider at the nearest matching location. Locations are sorted by distance before their providers are read, so
 * that a page needs the nearest ones only.
 */
function fromNearest(choice: ProviderChoice, near: Near) {
  const { isInside, rank } = findArea(near)
  return sql`
    from (
      select r.id, r.npi, r.location_id, area.rank, n.sort_name
      from (select l.location_id, ${rank} as rank from practice_location l where ${isInside} order by 2 offset 0) area
      join practice r on r.location_id = area.location_id
      join network_listing n on n.npi = r.npi
      where ${matchesName(choice)} and ${matches(choice)}) f
    where not exists (
      select from practice r join practice_location l on l.location_id = r.location_id
      where r.npi = f.npi and ${isInside} and ${matches(choice)} and (${rank}, r.id) < (f.rank, f.id))`
}

async function findNearest(db: Db, choice: ProviderChoice, near: Near, page: number): Promise<FoundPlace[]> {
  const { milesOf } = findArea(near)
  const { rows } = await sql<FoundPlace>`
    select f.npi, f.location_id as "locationId", ${milesOf(sql`f.rank`)} as miles
    ${fromNearest(choice, near)}
    order by f.rank, f.sort_name, f.npi ${pageOf(page)}`.execute(db)
  return rows
}
