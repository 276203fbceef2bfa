import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Measurement, meetsTarget } from './measurement.ts'
import type { Sizes } from './sizes.ts'
import { writePart } from './write-part.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'performance')

/** Result of the last run of a benchmark, one file each. */
type Run = {
  at: string
  commit: string
  machine: { cpu: string; cores: number; memoryGb: number; node: string }
  sizes: Sizes
  measurements: Measurement[]
}

/** Results with their own section in docs/performance.md. */
const WITH_OWN_SECTION = ['pages', 'plans', 'statements', 'statements-in-country', 'markup', 'five-million-claims']

/** Published figures of other products. Our figure per core is in the table. */
const PEERS = `Published by others, per virtual core: [Keycloak](https://www.keycloak.org/high-availability/single-cluster/concepts-memory-and-cpu-sizing) 15 password logins/s; [Zitadel 4.19](https://zitadel.com/docs/apis/benchmarks) 78/s on 42 cores, 1.9 per core; [Medplum](https://www.medplum.com/blog/medplum-performance-test-2026) 6,738 reads, writes and searches/s on 60 cores, 112 per core. They count only the cores of the server. Our sign-in figure counts all cores of the machine, including database and client.`

/** Stores the raw figures of a run and writes the table of all stored runs to docs/performance.md. */
export async function writeResults(bench: string, sizes: Sizes, measurements: Measurement[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const machine = {
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim()
  await storeRaw(bench, { at: new Date().toISOString(), commit, machine, sizes, measurements } satisfies Run)
  const names = (await readdir(folder)).map((name) => name.replace(/\.json$/, ''))
  const drawn = names.filter((name) => !WITH_OWN_SECTION.includes(name)).sort()
  if (drawn.length === 0) return
  const parts = await Promise.all(
    drawn.map(async (name) => describeRun(name, JSON.parse(await readFile(pathOf(name), 'utf8')))),
  )
  await writePart('figures', ['## Figures', ...parts, PEERS].join('\n\n'))
}

const pathOf = (name: string) => join(folder, `${name}.json`)

export async function storeRaw(name: string, raw: object): Promise<void> {
  await writeFile(pathOf(name), `${JSON.stringify(raw, undefined, 2)}\n`)
}

function describeRun(bench: string, { at, commit, machine, sizes, measurements }: Run): string {
  const rows = measurements.map((one) => {
    const verdict = one.target ? (meetsTarget(one) ? 'met' : 'missed') : ''
    // A missing value is null in JSON.
    const value = Number.isFinite(one.value) ? Number(one.value.toPrecision(3)) : '–'
    return `| ${one.name} | ${value} | ${one.target ?? ''} | ${verdict} | ${one.detail ?? ''} |`
  })
  const options = Object.entries(sizes).map(([name, count]) => ` --${name}=${count}`)
  const made = `\`npm run bench -- ${bench}${options.join('')}\`, ${at.slice(0, 10)}, commit ${commit}, ${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB, Node ${machine.node}`
  return `### ${bench}

${made}. Raw: \`docs/performance/${bench}.json\`.

| measurement | value | target | result | detail |
|---|---|---|---|---|
${rows.join('\n')}`
}
