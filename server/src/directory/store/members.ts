import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { MemberTable } from '../../platform/schema.ts'

export type FoundMember = Omit<MemberTable, 'subscriber_id' | 'email'>

const columns = [
  'member_id',
  'relationship',
  'first_name',
  'last_name',
  'birth_date',
  'plan_name',
  'effective_date',
  'termination_date',
  'left_at',
] as const

export async function findMemberById(db: Db, memberId: string): Promise<FoundMember | undefined> {
  return db.selectFrom('member').select(columns).where('member_id', '=', memberId).executeTakeFirst()
}

/** Those whose name and birth date fit, two at most: only one is an answer. */
export async function findMembersByName(
  db: Db,
  person: { firstName: string; lastName: string; birthDate: string },
): Promise<FoundMember[]> {
  return db
    .selectFrom('member')
    .select(columns)
    .where(sql<boolean>`lower(last_name) = lower(${person.lastName})`)
    .where(sql<boolean>`lower(first_name) = lower(${person.firstName})`)
    .where('birth_date', '=', person.birthDate)
    .limit(2)
    .execute()
}
