import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres/embedded-postgres.ts'
import { migrateToLatest } from '../server/src/platform/database/migrate.ts'
import { administer, appLogin, type Connection, type Template, templates } from '../server/test/database.ts'
import { BORNE } from '../server/test/plans/borne.ts'
import {
  describeGrowth,
  findGrowing,
  findIdle,
  findRepeated,
  type Growth,
  isBorneBy,
} from '../server/test/plans/growth.ts'
import type { Measured } from '../server/test/plans/measure.ts'
import { openPlan } from '../server/test/plans/open-plan.ts'
import type { StoppedCountry } from './country-database.ts'
import type { Measurement } from './measurement.ts'
import type { Sizes } from './sizes.ts'
import { keepRaw } from './write-down.ts'
import { writePart } from './write-part.ts'

/** The same check as among the tests, in a plan of ten times as many providers and of another ten times as many. */
export async function measureGrowth({ plan = 100_000 }: Sizes, say: (line: string) => void): Promise<Measurement[]> {
  return inCluster(async (cluster) => {
    const [before, after] = await measureTwice(await fillTemplate(cluster), plan, say)
    const growing = findGrowing(before, after)
    const repeated = findRepeated(before, after)
    const unborne = growing.filter(isNotBorne)
    for (const growth of [...unborne, ...repeated]) say(describeGrowth(growth))
    for (const { says } of findIdle(BORNE, growing)) say(`No longer there to be borne: ${says}`)
    await writePart('plans', describeRun(plan, { after, growing, unborne }))
    await keepRaw('statements', listStatements(before, after))
    const name = `statements that read in proportion to the plan, ${plan / 10} and ${plan} providers`
    return [
      {
        name,
        value: unborne.length,
        target: '<= 0',
        detail: `of ${after.length}; borne: ${growing.length - unborne.length}`,
      },
      compareTimes(before, after),
      {
        name: `statements said in proportion to the plan, ${plan / 10} and ${plan} providers`,
        value: repeated.length,
        target: '<= 0',
        detail: `of ${after.length}`,
      },
    ]
  })
}

/** A cluster for one run: a new one, or a copy of one that is stopped. */
async function inCluster<Found>(work: (cluster: Connection) => Promise<Found>, copyOf?: string): Promise<Found> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-plans-'))
  // The database's own user has to get in when this runs as root.
  await chmod(dataDir, 0o755)
  try {
    if (copyOf) await promisify(execFile)('cp', ['-a', `${copyOf}/.`, dataDir])
    const { config, stop } = await startEmbeddedPostgres({ dataDir, fast: true })
    return await work(config as Connection).finally(stop)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A statement's time is the least of these. */
const TIMES = 3

async function measureTwice(cluster: Connection, plan: number, say: (line: string) => void) {
  const site = await openPlan('migrated', cluster)
  try {
    say(`Making a plan of ${plan / 10} providers…`)
    const before = await site.grow({ from: 0, to: plan / 10 }, TIMES)
    say(`Making it one of ${plan}…`)
    return [before, await site.grow({ from: plan / 10, to: plan }, TIMES)] as const
  } finally {
    await site.close()
  }
}

/**
 * The same plan in a database of its own, and beside all that a country has: what reads more there reads in proportion to
 * the providers, members and claims that are none of the plan's. Each statement is kept with its plan in both.
 */
export async function measureInCountry(
  { sizes, folder }: StoppedCountry,
  say: (line: string) => void,
): Promise<Measurement[]> {
  const plan = Math.min(100_000, sizes.providers / 10)
  const alone = await inCluster(async (cluster) => explainIn('migrated', await fillTemplate(cluster), plan))
  const within = await inCluster(async (cluster) => {
    for (const statement of OVER) await administer(cluster, statement, cluster.database)
    return explainIn('itself', cluster, plan)
  }, folder)
  const growing = findGrowing(alone, within)
  const unborne = growing.filter(isNotBorne)
  await keepRaw('statements-in-country', listStatements(alone, within))
  for (const growth of unborne) say(describeGrowth(growth))
  return [
    {
      name: `statements that read in proportion to the country, a plan of ${plan} alone and within it`,
      value: unborne.length,
      target: '<= 0',
      detail: `of ${within.length}; borne: ${growing.length - unborne.length}`,
    },
  ]
}

/** What other benches began there is over: queues are as short as they are kept. */
const OVER = ['delete from registration', 'update mail_message set sent_at = created_at where sent_at is null']

const isNotBorne = (growth: Growth) => !BORNE.some((borne) => isBorneBy(growth, borne))

async function explainIn(database: Template, cluster: Connection, plan: number): Promise<Measured[]> {
  const site = await openPlan(database, cluster)
  try {
    return await site.grow({ from: 0, to: plan })
  } finally {
    await site.close()
  }
}

/** Makes the template that the databases of tests are copied from. */
async function fillTemplate(cluster: Connection): Promise<Connection> {
  const owner = { ...cluster, database: templates.migrated }
  await administer(cluster, `create database ${templates.migrated}`)
  await migrateToLatest({ owner, app: appLogin(owner) })
  return owner
}

/** Searches and counts of the console and of offices: mail, people, audit trail, homes. */
const SEARCHES = /^(staff sec\/(internal\/(mail|people|audit|home)|access\/people)|(office|large) sec\/access\/home)/

/** Below it a time says more about the machine than about the statement. */
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
  const name = 'console searches and home counts, the most that one takes longer at ten times the rows'
  return { name, value: most.ratio, target: '<= 2', detail: `of ${grown.length}; ${most.detail}` }
}

/** Each statement with its plan at both sizes, where it is dearest, and every call that says it. */
function listStatements(before: Measured[], after: Measured[]): object[] {
  const small = Map.groupBy(before, ({ text }) => text)
  return [...Map.groupBy(after, ({ text }) => text)].map(([statement, measured]) => ({
    statement: statement.trim(),
    calls: measured.map(({ call }) => call),
    small: dearestOf(small.get(statement) ?? []),
    large: dearestOf(measured),
  }))
}

function dearestOf(measured: Measured[]) {
  const [dearest] = measured.toSorted((one, other) => other.rows - one.rows)
  if (!dearest) return undefined
  const { rows, pages, returned, steps } = dearest
  return { rows, pages, returned, steps }
}

const cut = (text: string) => text.trim().slice(0, 160).replaceAll('|', '\\|')

function describeRun(plan: number, found: { after: Measured[]; growing: Growth[]; unborne: Growth[] }): string {
  const { after, growing, unborne } = found
  const dearest = [...new Map(after.toSorted((a, b) => a.rows - b.rows).map((one) => [one.text, one])).values()]
  const lines = dearest
    .slice(-3)
    .reverse()
    .map(({ call, text, rows, pages }) => `| ${call} | ${rows} | ${pages} | \`${cut(text)}…\` |`)
  const missed = unborne.map(
    ({ before, after: is }) => `| ${is.call} | ${before?.rows ?? '–'} → ${is.rows} | \`${cut(is.text)}…\` |`,
  )
  return `## What each statement reads

Made by \`npm run bench -- plans --plan=${plan}\` on ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores: every call once in a plan of ${plan / 10} providers and in one of ${plan}, each of its ${after.length} statements explained (\`docs/performance/statements.json\`: rows, pages and plan of each at both sizes). ${growing.length} read in proportion; ${growing.length - unborne.length} of them are borne, each with its reason in \`server/test/plans/borne.ts\`, and ${unborne.length} are not.

The three costliest:

| call | rows handled | pages looked at | statement |
|---|---|---|---|
${lines.join('\n')}${missed.length > 0 ? `\n\nIn proportion, and not borne:\n\n| call | rows | statement |\n|---|---|---|\n${missed.join('\n')}` : ''}`
}
