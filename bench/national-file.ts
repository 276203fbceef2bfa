import { createWriteStream } from 'node:fs'
import { readFile, rename, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { completeNpi } from '../core/src/plan-data/npi.ts'
import { SeededRandom } from '../server/src/demo/generate/random.ts'
import { firstNames, lastNames, specialties, streets, towns } from '../server/src/demo/generate/word-lists.ts'

const headerFile = new URL('../server/src/demo/generate/nppes-header.csv', import.meta.url)

/** Creates a file in the format of the national one unless it exists: 330 quoted columns, people and organizations. */
export async function ensureNationalFile(path: string, rows: number): Promise<string> {
  if (await stat(path).catch(() => undefined)) return path
  await pipeline(
    Readable.from(formatChunks(await readFile(headerFile, 'utf8'), rows)),
    createWriteStream(`${path}.part`),
  )
  await rename(`${path}.part`, path)
  return path
}

function* formatChunks(header: string, rows: number): Generator<string> {
  const columns = header.trim().slice(1, -1).split('","')
  const position = Object.fromEntries(columns.map((column, index) => [column, index]))
  const random = new SeededRandom(4242)
  const surnames = makeSurnames(random)
  let chunk = `${header.trim()}\n`
  for (let index = 0; index < rows; index++) {
    const values = new Array<string>(columns.length).fill('')
    for (const [column, value] of describeRow(random, surnames, index)) values[position[column] as number] = value
    chunk += `"${values.join('","')}"\n`
    if (chunk.length < 1 << 20) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

/** Skews the distribution of names: about one person in 150 has the most common surname. */
function pickSkewed(random: SeededRandom, names: readonly string[]): string {
  return names[Math.floor(names.length * random.next() ** (names.length > 1000 ? 2 : 1.5))] as string
}

function makeSurnames(random: SeededRandom): string[] {
  const starts =
    'Al An Bar Be Bla Bro Ca Che Cla Co Da De Do Du El Er Fa Fi Fo Ga Ge Gra Ha He Ho Hu Jo Ka Ke Ko La Le Lo Ma Mc Me Mo Na Ne No Ol Or Pa Pe Po Qui Ra Re Ri Ro Sa Sche Se Shi So Sta Su Ta Te Tho To Tur Va Ve Vo Wa We Wi Wo Ya Za'.split(
      ' ',
    )
  const middles =
    'b ber ch cke d der f g gh hn k l lan ll ly m man mm n nd nn r ri rr s sh ss st t th tt v vi w z'.split(' ')
  const ends =
    'a ak an ard as ay e el er es ett ez i ic ich ier in ing is ley man mann ner o off on ons or ov ow s sen ser ski son ton us y'.split(
      ' ',
    )
  const made = new Set(lastNames)
  while (made.size < 30_000)
    made.add(
      random.pick(starts) + random.pick(middles) + (random.chance(0.3) ? random.pick(middles) : '') + random.pick(ends),
    )
  return [...made].toSorted(() => random.next() - 0.5)
}

/** NPIs are unordered, as in the published file. */
export const nationalNpi = (index: number): string =>
  completeNpi(String(100_000_000 + ((index * 7_919_773) % 99_999_989)))

function* describeRow(random: SeededRandom, surnames: string[], index: number): Generator<[string, string]> {
  yield ['NPI', nationalNpi(index)]
  if (random.chance(0.02)) {
    yield ['NPI Deactivation Date', '03/15/2019']
    return
  }
  const town = random.pick(towns)
  const street = `${random.between(1, 9999)} ${random.pick(streets).toUpperCase()}`
  const specialty = random.pick(specialties)
  if (random.chance(0.24)) yield* describeOrganization(random, surnames, town.city)
  else {
    yield ['Entity Type Code', '1']
    yield ['Provider Last Name (Legal Name)', pickSkewed(random, surnames).toUpperCase()]
    yield ['Provider First Name', pickSkewed(random, firstNames).toUpperCase()]
    if (random.chance(0.7)) yield ['Provider Middle Name', random.pick(firstNames).toUpperCase()]
    yield ['Provider Credential Text', specialty.credential]
    yield ['Provider Sex Code', random.chance(0.5) ? 'F' : 'M']
    yield ['Is Sole Proprietor', 'N']
  }
  for (const kind of ['Mailing', 'Practice Location']) {
    yield [`Provider First Line Business ${kind} Address`, street]
    if (random.chance(0.3)) yield [`Provider Second Line Business ${kind} Address`, `SUITE ${random.between(1, 400)}`]
    yield [`Provider Business ${kind} Address City Name`, town.city.toUpperCase()]
    yield [`Provider Business ${kind} Address State Name`, 'MA']
    yield [`Provider Business ${kind} Address Postal Code`, `${town.postalCode}${random.digits(4)}`]
    yield [`Provider Business ${kind} Address Country Code (If outside U.S.)`, 'US']
    yield [`Provider Business ${kind} Address Telephone Number`, `508555${random.digits(4)}`]
    yield [`Provider Business ${kind} Address Fax Number`, `508555${random.digits(4)}`]
  }
  yield ['Provider Enumeration Date', `0${random.between(1, 9)}/1${random.between(0, 9)}/20${random.between(10, 24)}`]
  yield ['Last Update Date', `0${random.between(1, 9)}/2${random.between(0, 7)}/2024`]
  const taxonomies = random.between(1, 3)
  for (let slot = 1; slot <= taxonomies; slot++) {
    yield [`Healthcare Provider Taxonomy Code_${slot}`, random.pick(specialties).code]
    yield [`Provider License Number_${slot}`, `MA${random.digits(6)}`]
    yield [`Provider License Number State Code_${slot}`, 'MA']
    yield [`Healthcare Provider Primary Taxonomy Switch_${slot}`, slot === taxonomies ? 'Y' : 'N']
  }
  if (random.chance(0.3)) {
    yield ['Other Provider Identifier_1', random.digits(8)]
    yield ['Other Provider Identifier Type Code_1', '05']
    yield ['Other Provider Identifier State_1', 'MA']
  }
  yield ['Certification Date', '01/15/2024']
}

function* describeOrganization(random: SeededRandom, surnames: string[], city: string): Generator<[string, string]> {
  const kinds = [
    'FAMILY PRACTICE',
    'MEDICAL GROUP',
    'PHYSICAL THERAPY',
    'HOME CARE, INC.',
    'DENTAL ASSOCIATES',
    'PHARMACY',
  ]
  const name = `${city} ${pickSkewed(random, surnames)} ${random.pick(kinds)}`.toUpperCase()
  yield ['Entity Type Code', '2']
  yield ['Employer Identification Number (EIN)', '<UNAVAIL>']
  yield ['Provider Organization Name (Legal Business Name)', random.chance(0.02) ? `""${name}""` : name]
  yield ['Authorized Official Last Name', pickSkewed(random, surnames).toUpperCase()]
  yield ['Authorized Official First Name', pickSkewed(random, firstNames).toUpperCase()]
  yield ['Authorized Official Title or Position', 'OWNER']
  yield ['Authorized Official Telephone Number', `508555${random.digits(4)}`]
  yield ['Is Organization Subpart', 'N']
}
