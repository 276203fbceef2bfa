import { cpus } from 'node:os'
import { administer, type Connection, type Template } from '../server/test/database.ts'
import { ALLOWED_GROWTH } from '../server/test/plans/allowed-growth.ts'
import {
  describeGrowth,
  findGrowing,
  findRepeated,
  findUnused,
  type Growth,
  isAllowedBy,
} from '../server/test/plans/growth.ts'
import type { Measured } from '../server/test/plans/measure.ts'
import { openPlan } from '../server/test/plans/open-plan.ts'
import type { StoppedCountry } from './country-database.ts'
import type { Measurement } from './measurement.ts'
import type { Sizes } from './sizes.ts'
import { fillTemplate, inCluster } from './test-cluster.ts'
import { writePart } from './write-part.ts'
import { storeRaw } from './write-results.ts'

/** The check of the tests, in a plan of ten times as many providers and in one of a hundred times as many. */
export async function measureGrowth({ plan = 100_000 }: Sizes, log: (line: string) => void): Promise<Measurement[]> {
  return inCluster(async (cluster) => {
    const [before, after] = await measureTwice(await fillTemplate(cluster), plan, log)
    const growing = findGrowing(before, after)
    const repeated = findRepeated(before, after)
    const notAllowed = growing.filter(isNotAllowed)
    for (const growth of [...notAllowed, ...repeated]) log(describeGrowth(growth))
    for (const { says } of findUnused(ALLOWED_GROWTH, growing))
      log(`No longer needed in the list of allowed growth: ${says}`)
    await writePart('plans', describeRun(plan, { after, growing, notAllowed }))
    await storeRaw('statements', listStatements(before, after))
    const name = `statements whose cost grows with the plan, ${plan / 10} and ${plan} providers`
    return [
      {
        name,
        value: notAllowed.length,
        target: '<= 0',
        detail: `of ${after.length}; allowed: ${growing.length - notAllowed.length}`,
      },
      compareTimes(before, after),
      {
        name: `statements repeated in proportion to the plan, ${plan / 10} and ${plan} providers`,
        value: repeated.length,
        target: '<= 0',
        detail: `of ${after.length}`,
      },
    ]
  })
}

/** Runs per statement; the fastest counts. */
const TIMES = 3

async function measureTwice(cluster: Connection, plan: number, log: (line: string) => void) {
  const site = await openPlan('migrated', cluster)
  try {
    log(`Creating a plan of ${plan / 10} providers…`)
    const before = await site.grow({ from: 0, to: plan / 10 }, TIMES)
    log(`Growing it to ${plan} providers…`)
    return [before, await site.grow({ from: plan / 10, to: plan }, TIMES)] as const
  } finally {
    await site.close()
  }
}

/**
 * Compares the same plan in its own database and inside a country. A statement that costs more there grows with data
 * outside the plan. The query plans of both are stored.
 */
export async function measureInCountry(
  { sizes, folder }: StoppedCountry,
  log: (line: string) => void,
): Promise<Measurement[]> {
  const plan = Math.min(100_000, sizes.providers / 10)
  const alone = await inCluster(async (cluster) => explainIn('migrated', await fillTemplate(cluster), plan))
  const within = await inCluster(async (cluster) => {
    for (const statement of CLEAN_UP) await administer(cluster, statement, cluster.database)
    return explainIn('itself', cluster, plan)
  }, folder)
  const growing = findGrowing(alone, within)
  const notAllowed = growing.filter(isNotAllowed)
  await storeRaw('statements-in-country', listStatements(alone, within))
  for (const growth of notAllowed) log(describeGrowth(growth))
  return [
    {
      name: `statements whose cost grows with the country, a plan of ${plan} alone and within it`,
      value: notAllowed.length,
      target: '<= 0',
      detail: `of ${within.length}; allowed: ${growing.length - notAllowed.length}`,
    },
  ]
}

/** Removes leftovers of other benchmarks, so that queues are short. */
const CLEAN_UP = ['delete from registration', 'update mail_message set sent_at = created_at where sent_at is null']

const isNotAllowed = (growth: Growth) => !ALLOWED_GROWTH.some((allowed) => isAllowedBy(growth, allowed))

async function explainIn(database: Template, cluster: Connection, plan: number): Promise<Measured[]> {
  const site = await openPlan(database, cluster)
  try {
    return await site.grow({ from: 0, to: plan })
  } finally {
    await site.close()
  }
}

/** Searches and counts of the console and the office home. */
const SEARCHES = /^(staff sec\/(internal\/(mail|people|audit|home)|access\/people)|(office|large) sec\/access\/home)/

/** Shorter times depend more on the machine than on the statement. */
const LEAST_MS = 1

function compareTimes(before: Measured[], after: Measured[]): Measurement {
  const timesOf = (measured: Measured[]) => {
    const times = new Map<string, number>()
    for (const { call, milliseconds } of measured.filter(({ call }) => SEARCHES.test(call)))
      times.set(call, (times.get(call) ?? 0) + milliseconds)
    return times
  }
  const was = timesOf(before)
  const grown = [...timesOf(after)].map(([call, time]) => {
    const ratio = Math.max(time, LEAST_MS) / Math.max(was.get(call) ?? 0, LEAST_MS)
    return { ratio, detail: `${call}: ${time.toFixed(1)} ms against ${(was.get(call) ?? 0).toFixed(1)} ms` }
  })
  const most = grown.reduce((one, other) => (other.ratio > one.ratio ? other : one))
  const name = 'console searches and home counts, largest slowdown at ten times the rows'
  return { name, value: most.ratio, target: '<= 2', detail: `of ${grown.length}; ${most.detail}` }
}

/** Each statement with its most expensive plan at both sizes, and the calls that run it. */
function listStatements(before: Measured[], after: Measured[]): object[] {
  const small = Map.groupBy(before, ({ text }) => text)
  return [...Map.groupBy(after, ({ text }) => text)].map(([statement, measured]) => ({
    statement: statement.trim(),
    calls: measured.map(({ call }) => call),
    small: mostExpensiveOf(small.get(statement) ?? []),
    large: mostExpensiveOf(measured),
  }))
}

function mostExpensiveOf(measured: Measured[]) {
  const [mostExpensive] = measured.toSorted((one, other) => other.rows - one.rows)
  if (!mostExpensive) return undefined
  const { rows, pages, returned, steps } = mostExpensive
  return { rows, pages, returned, steps }
}

const cut = (text: string) => text.trim().slice(0, 160).replaceAll('|', '\\|')

function describeRun(plan: number, found: { after: Measured[]; growing: Growth[]; notAllowed: Growth[] }): string {
  const { after, growing, notAllowed } = found
  const mostExpensive = [...new Map(after.toSorted((a, b) => a.rows - b.rows).map((one) => [one.text, one])).values()]
  const lines = mostExpensive
    .slice(-3)
    .reverse()
    .map(({ call, text, rows, pages }) => `| ${call} | ${rows} | ${pages} | \`${cut(text)}…\` |`)
  const missed = notAllowed.map(
    ({ before, after: is }) => `| ${is.call} | ${before?.rows ?? '–'} → ${is.rows} | \`${cut(is.text)}…\` |`,
  )
  return `## Statement cost

Created by \`npm run bench -- plans --plan=${plan}\` on ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores. The benchmark runs every call once in a plan of ${plan / 10} providers and once in a plan of ${plan}. It explains all ${after.length} statements (\`docs/performance/statements.json\`: rows, pages and plan at both sizes). The cost of ${growing.length} statements grows with the plan. ${growing.length - notAllowed.length} of them are allowed, each with a reason in \`server/test/plans/allowed-growth.ts\`, and ${notAllowed.length} are not.

The three most expensive statements:

| call | rows processed | pages read | statement |
|---|---|---|---|
${lines.join('\n')}${missed.length > 0 ? `\n\nGrowing with the plan and not allowed:\n\n| call | rows | statement |\n|---|---|---|\n${missed.join('\n')}` : ''}`
}
