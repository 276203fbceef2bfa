import type { ContractWays, ContractWaysQuery, WayStep } from '@portico/core/contracts/shapes'
import { DAY_MS } from '@portico/core/forms/calendar-day'
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/**
 * One row per request of the contract path, with the time of each step. A request with a signing counts as online.
 * A signed signing takes precedence over an unfinished one.
 */
const moments = (since: Date) => sql`
  select r.created_at as registered, s.id is not null as online, s.requested_at as asked, s.opened_at as opened,
    s.confirmed_at as confirmed, case when s.state = 'SIGNED' then s.ended_at end as signed,
    (select min(c.received_at) from signed_contract c where c.request_id = r.id) as received,
    case when r.state = 'ACTIVE' then r.decided_at end as validated
  from access_request r
  left join lateral (
    select * from contract_signing o where o.request_id = r.id order by o.state = 'SIGNED' desc, o.id desc limit 1) s
    on true
  where r.path = 'CONTRACT' and r.created_at >= ${since}`

const STEPS = {
  online: ['registered', 'asked', 'opened', 'confirmed', 'signed', 'validated'],
  paper: ['registered', 'received', 'validated'],
} as const

type Counted = Record<string, number | null>

export async function findContractWays({ db, now }: Context, query: ContractWaysQuery): Promise<ContractWays> {
  const since = new Date(now.getTime() - Number(query.days ?? 90) * DAY_MS)
  const countWay = async (way: keyof typeof STEPS) => {
    const steps = STEPS[way]
    const counts = steps.map((step, index) => {
      const taken = sql`extract(epoch from ${sql.ref(step)} - ${sql.ref(steps[index - 1] ?? step)})`
      return sql`count(${sql.ref(step)})::int as ${sql.ref(step)},
        percentile_cont(0.5) within group (order by case when ${taken} < 0 then 0 else ${taken} end)
          as ${sql.ref(`${step}_after`)}`
    })
    const { rows } = await sql<Counted>`
      select ${sql.join(counts)} from (${moments(since)}) m where online = ${way === 'online'}`.execute(db)
    return steps.map((step, index) => stepOf(rows[0] ?? {}, step, index))
  }
  return { online: await countWay('online'), paper: await countWay('paper') }
}

const NAMES = {
  registered: 'REGISTERED',
  received: 'RECEIVED',
  asked: 'ASKED',
  opened: 'OPENED',
  confirmed: 'CONFIRMED',
  signed: 'SIGNED',
  validated: 'VALIDATED',
} as const

function stepOf(counted: Counted, step: keyof typeof NAMES, index: number): WayStep {
  const median = counted[`${step}_after`]
  return {
    step: NAMES[step],
    reached: counted[step] ?? 0,
    ...(index > 0 && median !== null && median !== undefined ? { medianSeconds: median } : {}),
  }
}
