import { type RawBuilder, sql } from 'kysely'
import { isPublished } from '../../../provider-directory/provider-directory.ts'

/** Rows of the directory that a member sees. */
export type Visible = {
  /** A day in the plan's time zone. */
  today: string
  /** Hides rows that were verified or loaded before. */
  hiddenBefore: Date | undefined
  /** The network of the chosen plan. Every network if left out. */
  networkId: string | undefined
}

/** True if members see `practice r`. */
export function isVisible({ today, hiddenBefore, networkId }: Visible): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = []
  if (networkId !== undefined) conditions.push(sql`r.network_id = ${networkId}`)
  if (hiddenBefore) conditions.push(sql`coalesce(r.verified_at, r.loaded_at) >= ${hiddenBefore}::timestamptz`)
  // Last, because it looks up other tables.
  conditions.push(isPublished(today))
  return sql.join(conditions, sql` and `)
}
