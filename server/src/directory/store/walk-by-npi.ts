import { type RawBuilder, sql } from 'kysely'
import { coveredNpis } from '../../platform/covered-npis.ts'

type Walk = {
  accountId: string
  permission: string
  /** Only this provider, if it is among the covered ones. */
  npi?: string | undefined
  /** The provider of the last row that was read. */
  lastNpi?: string | undefined
  /** A query over the rows of one provider, `n.npi`, in their order and with its own limit. */
  rowsOfNpi: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  /** The order of `rowsOfNpi`, for its rows named `r`. */
  order: RawBuilder<unknown>
  limit: number
}

/**
 * The next rows of a list that is read provider by provider, each in the order of its index: a thousand rows cost the
 * same at the end of a hundred thousand as at the beginning. What is covered is looked at anew each time, so access
 * that ends while a file is being sent ends the file.
 */
export function walkByNpi<Row>(walk: Walk): RawBuilder<Row> {
  const only = walk.npi ? sql`and covered.npi = ${walk.npi}` : sql``
  const from = walk.lastNpi ? sql`and covered.npi >= ${walk.lastNpi}` : sql``
  return sql<Row>`
    select ${walk.columns}, coalesce((select p.name from provider p where p.npi = n.npi), '') as "providerName"
    from (
      select covered.npi from (${coveredNpis(walk.accountId, walk.permission)}) covered
      where true ${only} ${from} order by covered.npi
    ) n cross join lateral (${walk.rowsOfNpi}) r
    order by n.npi, ${walk.order} limit ${walk.limit}`
}
