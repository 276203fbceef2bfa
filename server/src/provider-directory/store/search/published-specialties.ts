import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'

/** Values begin with the code. Those that are only a system begin with a bar, which sorts after every code. */
const isSpecialty = sql`v.type = 'HealthcareService' and v.parameter = 'specialty' and v.value < '|'`

/** Taxonomy codes of the published directory. Skips from value to value in the primary key. */
export async function findPublishedSpecialties(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    with recursive known as (
      (select v.value from published_value v where ${isSpecialty} order by v.value limit 1)
      union all
      select (select v.value from published_value v where ${isSpecialty} and v.value > k.value
        order by v.value limit 1)
      from known k where k.value is not null
    )
    select split_part(k.value, '|', 1) as code from known k where k.value is not null`.execute(db)
  return rows.map(({ code }) => code)
}
