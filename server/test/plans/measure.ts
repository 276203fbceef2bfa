import type pg from 'pg'
import type { TestBrowser } from '../browser.ts'
import type { TestApp } from '../build-test-app.ts'
import type { Caller } from './callers.ts'
import { type Captured, captureStatements } from './captured.ts'
import { MEASURED, type MeasuredCall } from './measured-calls.ts'
import { type Explained, explain } from './plan.ts'

/** A statement of a call, with its highest cost and its number of executions. */
export type Measured = Explained & { call: string; text: string; said: number }

/** Treats parameter lists of any length as the same statement. */
const normalize = (text: string) => text.replace(/\s+/g, ' ').replace(/\$\d+(, \$\d+)+/g, '$…')

/** A call or a job whose statements are measured. */
export type MeasuredAct = { name: string; run(): Promise<unknown> }

/** Every call of MEASURED. */
export const openCallActs = (browsers: Record<Caller, TestBrowser>): MeasuredAct[] =>
  MEASURED.map((one) => ({ name: one.name, run: () => make(one, browsers[one.who]) }))

/** Runs every act once, and explains each of its statements `times` times with the same parameters. */
export async function measurePlans(
  site: TestApp,
  owner: pg.Client,
  acts: readonly MeasuredAct[],
  times = 1,
): Promise<Measured[]> {
  const statements = captureStatements(site.pool)
  const known = new Map<string, Explained | undefined>()
  const measured: Measured[] = []
  try {
    for (const { name, run } of acts) {
      statements.take()
      await run()
      const said = Map.groupBy(statements.take(), ({ text }) => normalize(text))
      for (const [text, runs] of said) {
        const costs = []
        for (const run of fewOf(runs)) costs.push(await explainOnce(owner, run, { known, times }))
        const found = costs.flatMap((cost) => cost ?? [])
        if (found.length > 0) measured.push({ call: name, text, said: runs.length, ...dearest(found) })
      }
    }
  } finally {
    statements.stop()
  }
  return measured
}

/** Samples a statement executed in a loop: first, middle and last execution. */
const fewOf = (runs: Captured[]) =>
  [...new Set([0, Math.floor(runs.length / 2), runs.length - 1])].flatMap((index) => runs[index] ?? [])

const dearest = (costs: Explained[]): Explained => ({
  milliseconds: Math.max(...costs.map(({ milliseconds }) => milliseconds)),
  steps: costs.reduce((one, other) => (other.rows > one.rows ? other : one)).steps,
  rows: Math.max(...costs.map(({ rows }) => rows)),
  pages: Math.max(...costs.map(({ pages }) => pages)),
  limited: Math.max(...costs.map(({ limited }) => limited)),
  returned: Math.max(...costs.map(({ returned }) => returned)),
})

type Explaining = { known: Map<string, Explained | undefined>; times: number }

async function explainOnce(owner: pg.Client, run: Captured, { known, times }: Explaining) {
  const key = JSON.stringify([run.text, run.values])
  if (!known.has(key)) {
    const costs = []
    const most = isWrite.test(run.text) ? Math.max(times, 2) : times
    for (let time = 0; time < most; time += 1) costs.push(await explain(owner, run))
    known.set(key, cheapest(costs))
  }
  return known.get(key)
}

/** An insert can come upon a full page of an index, and then first looks for rows to remove. The next one does not. */
const isWrite = /^\s*(insert|update|delete|with)\b/i

/** Other load only makes a statement slower, so the minimum is the best estimate. */
const cheapest = ([first, ...more]: (Explained | undefined)[]): Explained | undefined =>
  first && {
    ...first,
    milliseconds: Math.min(first.milliseconds, ...more.flatMap((cost) => cost?.milliseconds ?? [])),
    pages: Math.min(first.pages, ...more.flatMap((cost) => cost?.pages ?? [])),
  }

/** Statuses of a call that is refused before it reads: invalid body or no permission. */
const UNHEARD = [400, 401, 403]

async function make({ call, input, name, mayBeRefused }: MeasuredCall, browser: TestBrowser): Promise<void> {
  const given = typeof input === 'function' ? await input(browser) : input
  const search = new URLSearchParams(Object.entries(given).map(([key, value]): [string, string] => [key, `${value}`]))
  const path = `/Provider${call.path}`
  const reply = call.method === 'GET' ? await browser.get(`${path}?${search}`) : await browser.post(path, given)
  const status = 'entity' in call.described ? reply.json<{ status: number }>().status : 200
  const isAnswered = mayBeRefused ? !UNHEARD.includes(reply.statusCode) : reply.statusCode === 200 && status === 200
  if (!isAnswered) throw new Error(`${name}: ${reply.statusCode} ${reply.body.slice(0, 300)}`)
}
