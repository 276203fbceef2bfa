import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres.ts'
import { migrateToLatest } from '../server/src/platform/migrate.ts'
import { buildTestApp } from '../server/test/build-test-app.ts'
import { administer, appLogin, type Connection, templates } from '../server/test/database.ts'
import { BORNE } from '../server/test/plans/borne.ts'
import { growCallers, insertCallers, openBrowsers } from '../server/test/plans/callers.ts'
import { growCountry } from '../server/test/plans/country.ts'
import {
  describeGrowth,
  findGrowing,
  findIdle,
  findRepeated,
  type Growth,
  isBorneBy,
} from '../server/test/plans/growth.ts'
import { type Measured, measurePlans } from '../server/test/plans/measure.ts'
import type { Measurement } from './measurement.ts'
import type { Sizes } from './sizes.ts'
import { keepRaw } from './write-down.ts'
import { writePart } from './write-part.ts'

/** The same check as among the tests, in a plan of ten times as many providers and of another ten times as many. */
export async function measureGrowth({ plan = 100_000 }: Sizes, say: (line: string) => void): Promise<Measurement[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-plans-'))
  // The database's own user has to get in when this runs as root.
  await chmod(dataDir, 0o755)
  const { config, stop } = await startEmbeddedPostgres({ dataDir, fast: true })
  try {
    const owner = { ...(config as Connection), database: templates.migrated }
    await administer(owner, `create database ${templates.migrated}`)
    await migrateToLatest({ owner, app: appLogin(owner) })
    const [before, after] = await measureTwice(owner, plan, say)
    const growing = findGrowing(before, after)
    const repeated = findRepeated(before, after)
    const unborne = growing.filter((growth) => !BORNE.some((borne) => isBorneBy(growth, borne)))
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
  } finally {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A statement's time is the least of these. */
const TIMES = 3

async function measureTwice(cluster: Connection, plan: number, say: (line: string) => void) {
  const site = await buildTestApp({ cluster, database: 'migrated', isUnwatched: true })
  const owner = new pg.Client(site.ownerLogin)
  await owner.connect()
  try {
    say(`Making a plan of ${plan / 10} providers…`)
    const small = { from: 0, to: plan / 10 }
    await growCountry(owner, small)
    await insertCallers(site, owner)
    await growCallers(site, owner, small)
    const browsers = await openBrowsers(site)
    const before = await measurePlans(site, owner, browsers, TIMES)
    say(`Making it one of ${plan}…`)
    const added = { from: plan / 10, to: plan }
    await growCountry(owner, added)
    await growCallers(site, owner, added)
    return [before, await measurePlans(site, owner, browsers, TIMES)] as const
  } finally {
    await owner.end()
    await site.close()
  }
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
