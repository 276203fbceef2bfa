import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Measurement, meetsTarget } from './measurement.ts'
import type { Sizes } from './sizes.ts'
import { writePart } from './write-part.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'performance')

/** What a bench found, on what: one file for each bench, its last run. */
type Run = {
  at: string
  commit: string
  machine: { cpu: string; cores: number; memoryGb: number; node: string }
  sizes: Sizes
  measurements: Measurement[]
}

/** These write a part of their own, or are told of in the page's own words. */
const DRAWN_BY_THEMSELVES = ['pages', 'plans', 'statements', 'statements-in-country', 'markup', 'five-million-claims']

/** As published by them. Ours per core stands in the table. */
const PEERS = `Published by others, for each virtual core: [Keycloak](https://www.keycloak.org/high-availability/single-cluster/concepts-memory-and-cpu-sizing) 15 logins by password a second; [Zitadel 4.19](https://zitadel.com/docs/apis/benchmarks) 78 a second on 42 cores, 1.9 each; [Medplum](https://www.medplum.com/blog/medplum-performance-test-2026) 6,738 reads, writes and searches a second on 60, 112 each. Theirs count the server's cores only, ours of sign-ins all of the machine, the database and who asks included.`

/** Keeps the figures of a run as they are, and draws the table of all that are kept into docs/performance.md. */
export async function writeDown(bench: string, sizes: Sizes, measurements: Measurement[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const machine = {
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim()
  await keepRaw(bench, { at: new Date().toISOString(), commit, machine, sizes, measurements } satisfies Run)
  const names = (await readdir(folder)).map((name) => name.replace(/\.json$/, ''))
  const drawn = names.filter((name) => !DRAWN_BY_THEMSELVES.includes(name)).sort()
  if (drawn.length === 0) return
  const parts = await Promise.all(
    drawn.map(async (name) => describeRun(name, JSON.parse(await readFile(pathOf(name), 'utf8')))),
  )
  await writePart('figures', ['## Figures', ...parts, PEERS].join('\n\n'))
}

const pathOf = (name: string) => join(folder, `${name}.json`)

export async function keepRaw(name: string, raw: object): Promise<void> {
  await writeFile(pathOf(name), `${JSON.stringify(raw, undefined, 2)}\n`)
}

function describeRun(bench: string, { at, commit, machine, sizes, measurements }: Run): string {
  const rows = measurements.map((one) => {
    const verdict = one.target ? (meetsTarget(one) ? 'met' : 'missed') : ''
    // What was not measured is null there.
    const value = Number.isFinite(one.value) ? Number(one.value.toPrecision(3)) : '–'
    return `| ${one.name} | ${value} | ${one.target ?? ''} | ${verdict} | ${one.detail ?? ''} |`
  })
  const options = Object.entries(sizes).map(([name, count]) => ` --${name}=${count}`)
  const made = `\`npm run bench -- ${bench}${options.join('')}\`, ${at.slice(0, 10)}, commit ${commit}, ${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB, Node ${machine.node}`
  return `### ${bench}

${made}. Raw: \`docs/performance/${bench}.json\`.

| what | value | wanted | | beside |
|---|---|---|---|---|
${rows.join('\n')}`
}
