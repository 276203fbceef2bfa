import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Country, type CountrySizes, openCountry } from './country-database.ts'
import { measureLists } from './lists.ts'
import { type Measurement, meetsTarget } from './measurement.ts'
import { measureMixedLoad } from './mixed-load.ts'
import { measureRegistrations } from './registrations.ts'
import { measureSignIns } from './sign-in.ts'
import type { Sizes } from './sizes.ts'
import { measureTypeahead } from './typeahead.ts'
import { measureValRegNpi } from './val-reg-npi.ts'
import { writePart } from './write-part.ts'

/** Small enough for some ten minutes on two cores. */
const usual: CountrySizes = { providers: 200_000, network: 60_000, members: 100_000, claims: 300_000 }

function sizesOf({ providers, network, members, claims }: Sizes): CountrySizes {
  return {
    providers: providers ?? usual.providers,
    network: network ?? usual.network,
    members: members ?? usual.members,
    claims: claims ?? usual.claims,
  }
}

/** One run over a whole plan: how its files came in, its lists, its visitors. Written down in docs/performance.md. */
export async function measureCountry(given: Sizes, say: (line: string) => void): Promise<Measurement[]> {
  const country = await openCountry(sizesOf(given), say)
  const found = describeMaking(country)
  try {
    for (const [name, measure] of Object.entries(parts)) {
      say(`Measuring ${name}…`)
      found.push(...(await measure(country).catch((error: Error) => [notMeasured(name, error)])))
    }
  } finally {
    await country.stop()
  }
  await writeDown(country.sizes, found)
  return found
}

/** The other figures of a long run are not lost for one. */
function notMeasured(name: string, error: Error): Measurement {
  return {
    name: `${name}, not measured`,
    value: Number.NaN,
    target: '<= 0',
    detail: error.message.split('\n')[0] ?? '',
  }
}

const parts: Record<string, (country: Country) => Promise<Measurement[]>> = {
  lists: measureLists,
  typeahead: ({ config, sizes }) => measureTypeahead({ config, providers: sizes.providers }),
  'val-reg-npi': ({ config }) => measureValRegNpi(config),
  registrations: measureRegistrations,
  'mixed load': measureMixedLoad,
  'sign-in': () => measureSignIns(),
}

function describeMaking({ making }: Country): Measurement[] {
  const rate = (kind: 'network' | 'members' | 'claims'): Measurement => {
    const { rows, milliseconds, megabytes } = making[kind]
    const detail = `${rows.toLocaleString('en-US')} rows in ${(milliseconds / 1000).toFixed(1)} s, ${Math.round(megabytes)} MB`
    return {
      name: `${kind} into an empty plan, rows a second`,
      value: (rows * 1000) / milliseconds,
      target: '>= 25000',
      detail,
    }
  }
  const { nppes, nppesAgain, parser, bytesPerProvider } = making
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
  return [
    rate('network'),
    rate('claims'),
    rate('members'),
    {
      name: 'the same national file again, over its parser alone',
      value: nppesAgain.milliseconds / parser.milliseconds,
      target: '<= 1.3',
      detail: `${seconds(nppesAgain.milliseconds)} against ${seconds(parser.milliseconds)}; into empty ${seconds(nppes.milliseconds)}`,
    },
    {
      name: 'imports, peak memory in MB',
      value: Math.max(...Object.values(making).map((figures) => (typeof figures === 'number' ? 0 : figures.megabytes))),
      target: '<= 300',
    },
    { name: 'bytes a provider, with indexes', value: bytesPerProvider, target: '<= 600' },
  ]
}

/** As published by them; ours beside it is what the sign-ins of this run come to on each core. */
const PEERS = `Published by others, per virtual core: Keycloak 15 logins a second (its sizing guide), Zitadel 4.19 78 logins a second on 42 (1.9 each), Medplum 112 mixed requests a second.`

async function writeDown(sizes: CountrySizes, found: Measurement[]): Promise<void> {
  const at = new Date().toISOString()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, memoryGb: Math.round(totalmem() / 2 ** 30) }
  const folder = join(import.meta.dirname, '..', 'docs', 'performance')
  await mkdir(folder, { recursive: true })
  const raw = { at, commit, machine, node: process.version, sizes, measurements: found }
  await writeFile(join(folder, 'country.json'), `${JSON.stringify(raw, undefined, 2)}\n`)
  const rows = found.map((one) => {
    const verdict = one.target ? (meetsTarget(one) ? 'met' : 'missed') : ''
    return `| ${one.name} | ${Number(one.value.toPrecision(3))} | ${one.target ?? ''} | ${verdict} | ${one.detail ?? ''} |`
  })
  const size = Object.entries(sizes).map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`)
  await writePart(
    'country',
    `## A whole plan

Made by \`npm run bench -- country\` on ${at.slice(0, 10)}, commit ${commit}, ${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB: ${size.join(', ')}. Raw figures: \`docs/performance/country.json\`.

| what | value | wanted | | beside |
|---|---|---|---|---|
${rows.join('\n')}

${PEERS}`,
  )
}
