import { sql } from 'kysely'
import { IS_DEACTIVATED } from '../../plan-data/plan-data.ts'

/**
 * True if `practice r` may be shown to members and to the world on this day (a day in the plan's time zone): the
 * provider is in the network, not deactivated and not suppressed, and practices there, at a location that the plan still
 * has. Its columns hold accepted values only.
 */
export const isPublished = (today: string) => sql<boolean>`(
  r.published and r.left_at is null and (r.ends_on is null or r.ends_on > ${today}::date)
  and exists (select from practice_location l where l.location_id = r.location_id and l.left_at is null)
  and exists (select from network_provider n where n.npi = r.npi and n.left_at is null and not n.deactivated)
  and not exists (select from suppressed_provider s where s.npi = r.npi)
  and not exists (select from provider p where p.npi = r.npi and ${sql.raw(IS_DEACTIVATED)}))`
