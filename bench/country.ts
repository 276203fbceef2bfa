import { type Country, type CountrySizes, openCountry, readIntoMemory } from './country-database.ts'
import { measureLists } from './lists.ts'
import type { Measurement } from './measurement.ts'
import { measureMixedLoad } from './mixed-load.ts'
import { measureInCountry } from './plans.ts'
import { measureRegistrations } from './registrations.ts'
import { measureSignIns } from './sign-in.ts'
import type { Sizes } from './sizes.ts'
import { measureTypeahead } from './typeahead.ts'
import { measureValRegNpi } from './val-reg-npi.ts'

/** Default sizes: about ten minutes on two cores. */
const usual: CountrySizes = { providers: 200_000, network: 60_000, members: 100_000, claims: 300_000 }

function sizesOf({ providers, network, members, claims }: Sizes): CountrySizes {
  return {
    providers: providers ?? usual.providers,
    network: network ?? usual.network,
    members: members ?? usual.members,
    claims: claims ?? usual.claims,
  }
}

/** Benchmarks a whole plan: imports, lists and visitors. */
export async function measureCountry(given: Sizes, log: (line: string) => void): Promise<Measurement[]> {
  const country = await openCountry(sizesOf(given), log)
  const found = describeImports(country)
  const measure = async (name: string, part: () => Promise<Measurement[]>) => {
    log(`Measuring ${name}…`)
    found.push(...(await part().catch((error: Error) => [notMeasured(name, error)])))
  }
  for (const [name, part] of Object.entries(parts)) {
    await readIntoMemory(country)
    await measure(name, () => part(country))
  }
  const stopped = await country.stop()
  await measure('statements', () => measureInCountry(stopped, log))
  return found
}

/** A failed part must not lose the other results of a long run. */
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

function describeImports({ imports }: Country): Measurement[] {
  const rate = (kind: 'network' | 'members' | 'claims'): Measurement => {
    const { rows, milliseconds, megabytes } = imports[kind]
    const detail = `${rows.toLocaleString('en-US')} rows in ${(milliseconds / 1000).toFixed(1)} s, ${Math.round(megabytes)} MB`
    return {
      name: `${kind} import into an empty plan, rows/s`,
      value: (rows * 1000) / milliseconds,
      ...(kind === 'network' ? {} : { target: '>= 25000' }),
      detail,
    }
  }
  const { nppes, nppesAgain, parser, bytesPerProvider } = imports
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
  return [
    {
      name: 'national file import into an empty directory, rows/s',
      value: (nppes.rows * 1000) / nppes.milliseconds,
      detail: `${nppes.rows.toLocaleString('en-US')} rows in ${seconds(nppes.milliseconds)}, ${Math.round(nppes.megabytes)} MB`,
    },
    rate('network'),
    rate('claims'),
    rate('members'),
    {
      name: 'repeated import of the same national file / parser only',
      value: nppesAgain.milliseconds / parser.milliseconds,
      target: '<= 1.3',
      detail: `${seconds(nppesAgain.milliseconds)} against ${seconds(parser.milliseconds)}`,
    },
    {
      name: 'imports, peak memory in MB',
      value: Math.max(
        ...Object.values(imports).map((figures) => (typeof figures === 'number' ? 0 : figures.megabytes)),
      ),
      target: '<= 300',
    },
    { name: 'bytes per provider, including indexes and search words', value: bytesPerProvider, target: '<= 600' },
  ]
}
