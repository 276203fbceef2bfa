import { PAGE_SIZE, type RosterChange, type RosterList, type RosterRow } from '@portico/core/directory/api'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { coveredNpis } from '../../platform/covered-npis.ts'
import type { Database, RosterChangeTable } from '../../platform/schema.ts'
import { toSearchName } from '../search-name.ts'

type Db = Kysely<Database>
type Trx = Transaction<Database>

/** Providers a person's ROSTER grants cover, with where they practise and the groups they are in. */
export async function findRoster(
  db: Db,
  accountId: string,
  query: { search?: string | undefined; page?: number | undefined },
): Promise<RosterList> {
  const starts = toSearchName(query.search ?? '')
    .split(' ')
    .filter(Boolean)
  const named = starts.map((start) => sql`(' ' || p.search_name || ' ' || p.npi) like ${`% ${start}%`}`)
  const fits = named.length > 0 ? sql.join(named, sql` and `) : sql`true`
  const { rows } = await sql<RosterRow & { total: string }>`
    with mine as (
      select p.npi, p.name, concat_ws(', ', p.address, p.city, p.state, left(p.postal_code, 5)) as address,
        coalesce(p.phone, '') as phone, count(*) over () as total
      from provider p where p.npi in (${coveredNpis(accountId, 'ROSTER')}) and ${fits}
      order by p.name, p.npi limit ${PAGE_SIZE} offset ${(query.page ?? 0) * PAGE_SIZE})
    select mine.*, coalesce(o.name, '') as organization,
      array(select v.name from group_member m join provider_group v using (group_id)
            where m.npi = mine.npi order by v.name) as groups
    from mine left join network_provider n on n.npi = mine.npi
      left join organization o on o.org_id = coalesce(n.org_id, (
        select v.org_id from group_member m join provider_group v using (group_id)
        where m.npi = mine.npi and v.org_id is not null order by v.group_id limit 1))
    order by mine.name, mine.npi`.execute(db)
  return {
    rows: rows.map(({ total: _total, ...row }) => row),
    total: Number(rows[0]?.total ?? 0),
    pageSize: PAGE_SIZE,
  }
}

export async function isCovered(db: Db, accountId: string, permission: string, npi: string): Promise<boolean> {
  const { rows } = await sql`select 1 where ${npi} in (${coveredNpis(accountId, permission)})`.execute(db)
  return rows.length > 0
}

export async function insertChange(
  trx: Trx,
  change: Pick<RosterChangeTable, 'account_id' | 'npi' | 'kind' | 'details' | 'reported_at'>,
): Promise<void> {
  await trx.insertInto('roster_change').values(change).execute()
}

/** Changes about the providers a person covers, newest first: colleagues see what was reported already. */
export const findCoveredChanges = (db: Db, accountId: string): Promise<RosterChange[]> =>
  findChanges(db, sql`c.npi in (${coveredNpis(accountId, 'ROSTER')})`, sql`desc`)

/** For plan staff: waiting ones oldest first, or those answered last. */
export const findAllChanges = (db: Db, answered: boolean): Promise<RosterChange[]> =>
  answered
    ? findChanges(db, sql`c.answered_at is not null`, sql`desc`)
    : findChanges(db, sql`c.answered_at is null`, sql`asc`)

async function findChanges(
  db: Db,
  where: RawBuilder<unknown>,
  direction: RawBuilder<unknown>,
): Promise<RosterChange[]> {
  type Row = Omit<RosterChange, 'reportedAt' | 'answeredAt'> & { reported_at: Date; answered_at: Date | null }
  const { rows } = await sql<Row>`
    select c.id, c.npi, coalesce(p.name, '') as "providerName", c.kind, c.details, c.reported_at, c.answered_at,
      coalesce(c.answer, '') as answer, a.first_name || ' ' || a.last_name as "reportedBy"
    from roster_change c join account a on a.id = c.account_id left join provider p on p.npi = c.npi
    where ${where} order by c.id ${direction} limit 100`.execute(db)
  return rows.map(({ reported_at, answered_at, ...row }) => ({
    ...row,
    reportedAt: reported_at.toISOString(),
    answeredAt: answered_at?.toISOString() ?? '',
  }))
}

/** The change that was answered, with whom to tell; nothing when somebody else was quicker. */
export async function updateChangeAnswered(trx: Trx, given: { id: string; answer: string; by: string; now: Date }) {
  const changed = await trx
    .updateTable('roster_change')
    .set({ answer: given.answer, answered_at: given.now, answered_by: given.by })
    .where('id', '=', given.id)
    .where('answered_at', 'is', null)
    .returning(['account_id', 'npi', 'details'])
    .executeTakeFirst()
  if (!changed) return undefined
  const reporter = await trx
    .selectFrom('account')
    .select(['id', 'email', 'first_name', 'last_name', 'brand'])
    .where('id', '=', changed.account_id)
    .executeTakeFirstOrThrow()
  return { ...changed, reporter }
}
