import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { SeededRandom } from '../server/src/demo/random.ts'
import type { Measurement } from './measurement.ts'

const CALLS = 2000

/** npiSearch by name against npiSearch by the whole NPI, through the same route, one call of each kind after the other. */
export async function measureTypeahead({
  config,
  providers,
}: {
  config: pg.PoolConfig
  providers: number
}): Promise<Measurement[]> {
  const samples = await pickSamples(config)
  const program = fileURLToPath(new URL('./val-reg-npi-server.ts', import.meta.url))
  const server = fork(program, ['portal', JSON.stringify(config)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  try {
    const [port] = (await once(server, 'message')) as [number]
    const byKey: number[] = []
    const byOneWord: number[] = []
    const byTwoWords: number[] = []
    for (const [index, { npi, oneWord, twoWords }] of samples.entries()) {
      const figures = [await call(port, npi), await call(port, oneWord), await call(port, twoWords)]
      // The first calls warm up caches and prepared plans.
      if (index < 100) continue
      byKey.push(figures[0] as number)
      byOneWord.push(figures[1] as number)
      byTwoWords.push(figures[2] as number)
    }
    const key = percentile95(byKey)
    const describe = (name: string, figures: number[]): Measurement => ({
      name: `typeahead over ${providers.toLocaleString('en-US')} providers, p95 by ${name}, over p95 by key`,
      value: percentile95(figures) / key,
      target: '<= 3',
      detail: `${percentile95(figures).toFixed(2)} ms against ${key.toFixed(2)} ms`,
    })
    return [
      describe('one word', byOneWord),
      describe('two words', byTwoWords),
      describe('names', [...byOneWord, ...byTwoWords]),
    ]
  } finally {
    server.disconnect()
  }
}

type Sample = { npi: string; oneWord: string; twoWords: string }

/** What people would type: the beginnings, three letters or more, of words in names that are there. */
async function pickSamples(config: pg.PoolConfig): Promise<Sample[]> {
  const client = new pg.Client(config)
  await client.connect()
  const { rows } = await client.query<{ npi: string; search_name: string }>(
    "select npi, search_name from provider tablesample system (2) where search_name like '___% ___%'",
  )
  await client.end()
  const random = new SeededRandom(7)
  return Array.from({ length: CALLS + 100 }, () => {
    const { npi, search_name } = random.pick(rows)
    const words = search_name.split(' ').filter((word) => word.length >= 3)
    const cut = (word: string) => word.slice(0, random.between(3, word.length))
    const [first = '', second = ''] = random.chance(0.5) ? words : words.toReversed()
    return { npi, oneWord: cut(random.pick(words)), twoWords: `${cut(first)} ${cut(second)}`.trim() }
  })
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
        const found = (JSON.parse(text) as { entity: unknown[] }).entity
        if (response.statusCode === 200 && found.length > 0) resolve(performance.now() - startedAt)
        else reject(new Error(`'${search}' found nobody: ${text}`))
      })
    })
    request.on('error', reject)
  })
}

function percentile95(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length * 0.95)] ?? Number.NaN
}
