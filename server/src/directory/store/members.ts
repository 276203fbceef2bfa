import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { MemberTable } from '../../platform/schema.ts'

export async function findMemberById(db: Db, memberId: string): Promise<MemberTable | undefined> {
  return db.selectFrom('member').selectAll().where('member_id', '=', memberId).executeTakeFirst()
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
