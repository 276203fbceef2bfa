import { completeNpi } from '@portico/core/plan-data/npi'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#platform/database/schema.ts'
import { hashIdentifier } from '#platform/keys/keyed-hash.ts'

/** The demo physician whose facts are copied. */
const ORIGINAL = '1100000011'
export const LAST_SSN = '4321'

/** Inserts physicians who can prove their identity: copies of a demo physician under new NPIs. */
export async function insertPhysicians(db: Kysely<Database>, secretKey: string, count: number): Promise<string[]> {
  const npis = Array.from({ length: count }, (_, index) => completeNpi(`18${String(index).padStart(7, '0')}`))
  const columns = 'entity_type, name, first_name, last_name, address, city, state, postal_code, taxonomy_code'
  for (const [index, npi] of npis.entries()) {
    await sql`insert into provider (npi, ${sql.raw(columns)}, license_number, license_state, enumeration_date, search_name)
      select ${npi}, ${sql.raw(columns)}, 'MA8' || ${String(index)}::text, license_state, enumeration_date, search_name
      from provider where npi = ${ORIGINAL}`.execute(db)
    // If many shared one contract date, the quiz would not ask about it, because it is easy to guess.
    const contractDate = `${2008 + (index % 17)}-${String(1 + (index % 12)).padStart(2, '0')}-01`
    await db
      .insertInto('network_provider')
      .values({ npi, ssn_hash: hashIdentifier(secretKey, 'ssn', npi, LAST_SSN), contract_date: contractDate })
      .execute()
    await sql`
      insert into claim (claim_number, npi, member_id, billed_amount, paid_amount, service_date, status)
      select ${`C${npi}`} || row_number() over (order by claim_number), ${npi}, member_id,
        billed_amount + ${index}, paid_amount + ${index}, service_date, status
      from claim where npi = ${ORIGINAL}`.execute(db)
  }
  return npis
}
