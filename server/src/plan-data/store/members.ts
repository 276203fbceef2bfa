import { memberIdAsTyped } from '@portico/core/members/member-id'
import { shownName } from '@portico/core/plan-data/shown-name'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import type { MemberTable } from '#platform/database/schema.ts'
import { isReached, type Reach } from './reach.ts'

/** Finds a member by a typed ID. Case is ignored unless it distinguishes two members. */
export async function findMemberByTypedId(db: Db, typed: string): Promise<MemberTable | undefined> {
  const { exact, capitals } = memberIdAsTyped(typed)
  const found = await db
    .selectFrom('member')
    .selectAll()
    .where((eb) => eb.or([eb('member_id', '=', exact), eb(sql<string>`upper(member_id)`, '=', capitals)]))
    .execute()
  return found.find((member) => member.member_id === exact) ?? (found.length === 1 ? found[0] : undefined)
}

type Found = MemberTable & { at: number }

/** Members by typed IDs, each with the position of its ID; by the rule of findMemberByTypedId. */
export async function findMembersByTypedIds(db: Db, typed: readonly string[]): Promise<Map<number, MemberTable>> {
  const ids = typed.map(memberIdAsTyped)
  const { rows } = await sql<Found>`
    select r.at::int as at, m.* from unnest(${ids.map(({ exact }) => exact)}::text[],
      ${ids.map(({ capitals }) => capitals)}::text[]) with ordinality r (exact, capitals, at)
    cross join lateral (select * from member where member_id = r.exact
      union select * from member where upper(member_id) = r.capitals) m`.execute(db)
  const found = new Map<number, MemberTable>()
  for (const [at, members] of groupByPosition(rows)) {
    const member = members.find(({ member_id }) => member_id === ids[at]?.exact) ?? onlyOne(members)
    if (member) found.set(at, member)
  }
  return found
}

type Person = { firstName: string; lastName: string; birthDate: string }

/** Members by name and birth date, each with its position; only a single match is an answer. */
export async function findMembersByNames(db: Db, people: readonly Person[]): Promise<Map<number, MemberTable>> {
  const columns = [people.map((one) => one.firstName), people.map((one) => one.lastName)]
  const { rows } = await sql<Found>`
    select r.at::int as at, m.* from unnest(${columns[0]}::text[], ${columns[1]}::text[],
      ${people.map(({ birthDate }) => birthDate)}::date[]) with ordinality r (first_name, last_name, birth_date, at)
    cross join lateral (select * from member where lower(last_name) = lower(r.last_name)
      and lower(first_name) = lower(r.first_name) and birth_date = r.birth_date limit 2) m`.execute(db)
  const found = new Map<number, MemberTable>()
  for (const [at, members] of groupByPosition(rows)) {
    const member = onlyOne(members)
    if (member) found.set(at, member)
  }
  return found
}

/** Positions count from 0. */
const groupByPosition = (rows: Found[]) => Map.groupBy(rows, ({ at }) => at - 1)

const onlyOne = (members: MemberTable[]): MemberTable | undefined => (members.length === 1 ? members[0] : undefined)

/** Names of providers by NPI, and whether the caller's grants cover them. */
export async function findProviderNames(
  db: Db,
  npis: readonly string[],
  reach: Reach,
): Promise<Map<string, { name: string; isOwn: boolean }>> {
  const { rows } = await sql<{ npi: string; name: string; isOwn: boolean }>`
    select p.npi, p.name, exists (select from network_provider n where n.npi = p.npi and ${isReached(reach)}) as "isOwn"
    from provider p where p.npi = any(${npis}::text[])`.execute(db)
  return new Map(rows.map(({ npi, name, isOwn }) => [npi, { name: shownName(name), isOwn }]))
}

/** Every form of the ID that claims may use: claims can refer to members that the plan's file lacks. */
export function memberIdsAsTyped(typed: string): RawBuilder<unknown> {
  const { exact, capitals } = memberIdAsTyped(typed)
  return sql`array(select ${exact} union select ${capitals}
    union select m.member_id from member m where upper(m.member_id) = ${capitals})`
}

/** A provider's name; empty if the plan's files lack the provider. */
export async function findProviderName(db: Db, npi: string): Promise<string> {
  const row = await db.selectFrom('provider').select('name').where('npi', '=', npi).executeTakeFirst()
  return shownName(row?.name ?? '')
}

/** Members with this name and birth date, at most two: only a single match is an answer. */
export async function findMembersByName(
  db: Db,
  person: { firstName: string; lastName: string; birthDate: string },
): Promise<MemberTable[]> {
  return db
    .selectFrom('member')
    .selectAll()
    .where(sql<boolean>`lower(last_name) = lower(${person.lastName})`)
    .where(sql<boolean>`lower(first_name) = lower(${person.firstName})`)
    .where('birth_date', '=', person.birthDate)
    .limit(2)
    .execute()
}
