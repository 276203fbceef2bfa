import { shownName } from '@portico/core/directory/shown-name'
import { memberIdAsTyped } from '@portico/core/members/member-id'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { MemberTable } from '../../platform/database/schema.ts'

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
