import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'

type Point = { latitude: number; longitude: number }

/** A ZIP code and how far around it. Its position is undefined if the plan has no coordinates there. */
export type Near = { zip: string; miles: number; center: Point | undefined }

/** Miles of a degree of latitude, rounded down, so that the box contains the circle. */
const MILES_PER_DEGREE = 68.7
/** Rank of locations without a known distance: after all others. */
const UNKNOWN_DISTANCE = 100_000

/** Sorts after every digit in byte order. */
const AFTER_DIGITS = ':'
/** Must match the expression of the index practice_location_zip_area. */
const zip5 = sql`left(l.zip, 5) collate "C"`

/** The mean position of the plan's own locations with this ZIP code. */
export async function findCenter(db: Db, zip: string): Promise<Point | undefined> {
  const { rows } = await sql<{ latitude: number | null; longitude: number | null }>`
    select avg(l.latitude)::float8 as latitude, avg(l.longitude)::float8 as longitude
    from practice_location l
    where ${zip5} = ${zip} and l.left_at is null and l.latitude is not null and l.longitude is not null`.execute(db)
  const { latitude = null, longitude = null } = rows[0] ?? {}
  return latitude === null || longitude === null ? undefined : { latitude, longitude }
}

type Area = {
  /** True if `practice_location l` is inside. */
  isInside: RawBuilder<unknown>
  /** Sort key of `practice_location l`, nearest first. */
  rank: RawBuilder<unknown>
  milesOf: (rank: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * Locations within the distance. Without coordinates, those whose ZIP code starts with the same three digits, the same
 * ZIP code first.
 */
export function findArea({ zip, miles, center }: Near): Area {
  const area = zip.slice(0, 3)
  const isInZipArea = sql`${zip5} >= ${area} and ${zip5} < ${area + AFTER_DIGITS}`
  const zipRank = sql`${UNKNOWN_DISTANCE}::float8 + (${zip5} <> ${zip})::int`
  if (!center)
    return { isInside: sql`(l.left_at is null and ${isInZipArea})`, rank: zipRank, milesOf: () => sql`null::float8` }
  const distance = sql`miles_between(l.latitude::float8, l.longitude::float8, ${center.latitude}::float8,
    ${center.longitude}::float8)`
  const isPlaced = sql`l.latitude is not null and l.longitude is not null`
  return {
    isInside: sql`(l.left_at is null and ((${isInBox(center, miles)} and ${distance} <= ${miles}::float8)
      or (not (${isPlaced}) and ${isInZipArea})))`,
    rank: sql`case when ${isPlaced} then ${distance} else ${zipRank} end`,
    milesOf: (rank) => sql`case when ${rank} < ${UNKNOWN_DISTANCE}::float8 then ${rank} end`,
  }
}

/** Compared by the index practice_location_place, before distances are computed. */
function isInBox({ latitude, longitude }: Point, miles: number): RawBuilder<unknown> {
  const height = miles / MILES_PER_DEGREE
  const width = height / Math.max(0.01, Math.cos(((Math.abs(latitude) + height) * Math.PI) / 180))
  return sql`l.latitude between ${latitude - height}::numeric and ${latitude + height}::numeric
    and l.longitude between ${longitude - width}::numeric and ${longitude + width}::numeric`
}
