import { Agent, get } from 'node:http'
import pg from 'pg'
import { SeededRandom } from '../server/src/demo/generate/random.ts'
import type { Measurement } from './measurement.ts'
import { startPortal } from './portal-process.ts'

const CALLS = 1000
/** The first calls warm up caches and prepared statements. */
const WARM_UP = 100

/** Compares npiSearch by name with npiSearch by the whole NPI, alternating between the kinds. */
export async function measureTypeahead({
  config,
  providers,
}: {
  config: pg.PoolConfig
  providers: number
}): Promise<Measurement[]> {
  const typed = await pickTexts(config)
  const portal = await startPortal(config)
  try {
    const kinds = Object.entries(typed)
    const times = new Map(kinds.map(([kind]): [string, number[]] => [kind, []]))
    for (let turn = 0; turn < CALLS + WARM_UP; turn++) {
      for (const [kind, texts] of kinds) {
        const time = await call(portal.port, texts[turn % texts.length] ?? '')
        if (turn >= WARM_UP) times.get(kind)?.push(time)
      }
    }
    const { key = [], ...names } = Object.fromEntries(times)
    return Object.entries(names).map(([kind, figures]) => ({
      name: `typeahead in ${providers.toLocaleString('en-US')} providers, p95 by ${kind} / p95 by key`,
      value: percentile(figures, 0.95) / percentile(key, 0.95),
      target: '<= 3',
      detail: `${percentile(figures, 0.95).toFixed(2)} ms against ${percentile(key, 0.95).toFixed(2)} ms; p99 ${percentile(figures, 0.99).toFixed(2)} ms`,
    }))
  } finally {
    portal.stop()
  }
}

type Named = { npi: string; words: string[] }

/** Realistic search texts from existing names, and the worst case. */
async function pickTexts(config: pg.PoolConfig): Promise<Record<string, string[]>> {
  const named = await sampleNames(config)
  const random = new SeededRandom(7)
  const some = (type: (name: Named) => string) =>
    Array.from({ length: CALLS + WARM_UP }, () => type(random.pick(named)))
  const cut = (word: string) => word.slice(0, random.between(3, word.length))
  const two = ({ words }: Named, begin: (word: string) => string, beginOther = begin) => {
    const [first = '', second = ''] = random.chance(0.5) ? words : words.toReversed()
    return `${begin(first)} ${beginOther(second)}`
  }
  return {
    key: some(({ npi }) => npi),
    'one word': some(({ words }) => cut(random.pick(words))),
    'two words': some((name) => two(name, cut)),
    'two words of three letters': some((name) => two(name, (word) => word.slice(0, 3))),
    'two single letters': some((name) => two(name, (word) => word.slice(0, 1))),
    'a word and a letter': some((name) => two(name, cut, (word) => word.slice(0, 1))),
    'two common prefixes that rarely occur together': findRarePairs(named),
  }
}

async function sampleNames(config: pg.PoolConfig): Promise<Named[]> {
  const client = new pg.Client(config)
  await client.connect()
  const { rows } = await client.query<{ npi: string; search_name: string }>(
    "select npi, search_name from provider tablesample system (2) where search_name like '___% ___%'",
  )
  await client.end()
  return rows.map(({ npi, search_name }) => ({ npi, words: search_name.split(' ').filter((word) => word.length >= 3) }))
}

const COMMON = 80

/** Pairs of the most common prefixes (one to three letters) that no sampled name has. */
function findRarePairs(named: Named[]): string[] {
  const startsOf = ({ words }: Named) =>
    new Set(words.flatMap((word) => [1, 2, 3].map((length) => word.slice(0, length))))
  const counts = new Map<string, number>()
  for (const name of named) for (const start of startsOf(name)) counts.set(start, (counts.get(start) ?? 0) + 1)
  const common = [...counts].sort(([, one], [, other]) => other - one).map(([start]) => start)
  const wanted = new Set(common.slice(0, COMMON))
  const together = new Set<string>()
  for (const name of named) {
    const starts = [...startsOf(name)].filter((start) => wanted.has(start))
    for (const one of starts) for (const other of starts) together.add(`${one} ${other}`)
  }
  const pairs = [...wanted].flatMap((one) => [...wanted].map((other) => `${one} ${other}`))
  return pairs.filter((pair) => !together.has(pair))
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function call(port: number, search: string): Promise<number> {
  const path = `/Provider/rest/nonsec/npiSearch?search=${encodeURIComponent(search)}`
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - startedAt)
        else reject(new Error(`'${search}' returned ${text}`))
      })
    })
    request.on('error', reject)
  })
}

function percentile(figures: number[], share: number): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? Number.NaN
}
