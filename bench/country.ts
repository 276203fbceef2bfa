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

/** One run over a whole plan: how its files came in, its lists, its visitors. */
export async function measureCountry(given: Sizes, say: (line: string) => void): Promise<Measurement[]> {
  const country = await openCountry(sizesOf(given), say)
  const found = describeMaking(country)
  const measure = async (name: string, part: () => Promise<Measurement[]>) => {
    say(`Measuring ${name}…`)
    found.push(...(await part().catch((error: Error) => [notMeasured(name, error)])))
  }
  for (const [name, part] of Object.entries(parts)) {
    await readIntoMemory(country)
    await measure(name, () => part(country))
  }
  const stopped = await country.stop()
  await measure('statements', () => measureInCountry(stopped, say))
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
    {
      name: 'national file into an empty directory, rows a second',
      value: (nppes.rows * 1000) / nppes.milliseconds,
      detail: `${nppes.rows.toLocaleString('en-US')} rows in ${seconds(nppes.milliseconds)}, ${Math.round(nppes.megabytes)} MB`,
    },
    rate('network'),
    rate('claims'),
    rate('members'),
    {
      name: 'the same national file again, over its parser alone',
      value: nppesAgain.milliseconds / parser.milliseconds,
      target: '<= 1.3',
      detail: `${seconds(nppesAgain.milliseconds)} against ${seconds(parser.milliseconds)}`,
    },
    {
      name: 'imports, peak memory in MB',
      value: Math.max(...Object.values(making).map((figures) => (typeof figures === 'number' ? 0 : figures.megabytes))),
      target: '<= 300',
    },
    {
      name: 'bytes a provider, its indexes and the words to search by included',
      value: bytesPerProvider,
      target: '<= 600',
    },
  ]
}
