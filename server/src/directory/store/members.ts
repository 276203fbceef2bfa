import { type Kysely, sql } from 'kysely'
import type { Database, MemberTable } from '../../platform/schema.ts'

type Db = Kysely<Database>
export type FoundMember = Omit<MemberTable, 'subscriber_id' | 'email' | 'left_at'>

const columns = [
  'member_id',
  'relationship',
  'first_name',
  'last_name',
  'birth_date',
  'plan_name',
  'effective_date',
  'termination_date',
] as const

export async function findMemberById(db: Db, memberId: string): Promise<FoundMember | undefined> {
  return db.selectFrom('member').select(columns).where('member_id', '=', memberId).executeTakeFirst()
}

/** Only a name and birth date that fit exactly one person are an answer. */
export async function findMemberByName(
  db: Db,
  person: { firstName: string; lastName: string; birthDate: string },
): Promise<FoundMember | undefined> {
  const found = await db
    .selectFrom('member')
    .select(columns)
    .where(sql<boolean>`lower(last_name) = lower(${person.lastName})`)
    .where(sql<boolean>`lower(first_name) = lower(${person.firstName})`)
    .where('birth_date', '=', person.birthDate)
    .limit(2)
    .execute()
  return found.length === 1 ? found[0] : undefined
}
