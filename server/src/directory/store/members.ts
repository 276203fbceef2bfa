import { shownName } from '@portico/core/directory/shown-name'
import { memberIdAsTyped } from '@portico/core/members/member-id'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { MemberTable } from '../../platform/database/schema.ts'

/** By ID as somebody typed it. Capitals do not matter, unless they tell two members apart. */
export async function findMemberByTypedId(db: Db, typed: string): Promise<MemberTable | undefined> {
  const { exact, capitals } = memberIdAsTyped(typed)
  const found = await db
    .selectFrom('member')
    .selectAll()
    .where((eb) => eb.or([eb('member_id', '=', exact), eb(sql<string>`upper(member_id)`, '=', capitals)]))
    .execute()
  return found.find((member) => member.member_id === exact) ?? (found.length === 1 ? found[0] : undefined)
}

/** Every form of the ID that claims may name: claims come of members the plan's file does not hold, too. */
export function memberIdsAsTyped(typed: string): RawBuilder<unknown> {
  const { exact, capitals } = memberIdAsTyped(typed)
  return sql`array(select ${exact} union select ${capitals}
    union select m.member_id from member m where upper(m.member_id) = ${capitals})`
}

/** A provider's name; empty for one the plan's files do not hold. */
export async function findProviderName(db: Db, npi: string): Promise<string> {
  const row = await db.selectFrom('provider').select('name').where('npi', '=', npi).executeTakeFirst()
  return shownName(row?.name ?? '')
}

/** Those whose name and birth date fit, two at most: only one is an answer. */
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
