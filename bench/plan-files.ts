import { createWriteStream } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SeededRandom } from '../server/src/demo/generate/random.ts'
import { firstNames, lastNames } from '../server/src/demo/generate/word-lists.ts'
import { nationalNpi } from './national-file.ts'

/** Generates the network, members and claims files of a plan. The same sizes give the same files. */

const OFFICE = 20_000
const GROUP_OF_OFFICE = 200
const GROUP = 25
const GROUPS_OF_ORGANIZATION = 10

/** Size of the largest organization: at most a third of the network. */
export const officeOf = (network: number): number => Math.min(OFFICE, Math.floor(network / 3))

export function ensureNetworkFile(path: string, rows: number): Promise<string> {
  return keep(path, () => networkRows(rows))
}

export function ensureMembersFile(path: string, rows: number): Promise<string> {
  return keep(path, () => memberRows(rows))
}

/** Half of the claims belong to the large organization. */
export function ensureClaimsFile(
  path: string,
  sizes: { network: number; members: number; claims: number },
): Promise<string> {
  return keep(path, () => claimRows(sizes))
}

async function keep(path: string, rows: () => Generator<string>): Promise<string> {
  if (await stat(path).catch(() => undefined)) return path
  await pipeline(Readable.from(chunks(rows())), createWriteStream(`${path}.part`))
  await rename(`${path}.part`, path)
  return path
}

function* chunks(rows: Generator<string>): Generator<string> {
  let chunk = ''
  for (const row of rows) {
    chunk += `${row}\n`
    if (chunk.length < 1 << 20) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

/** SSN of the registration benchmark. */
export const ssnOf = (npi: string): string => npi.slice(2, 6)

function* networkRows(rows: number): Generator<string> {
  const random = new SeededRandom(11)
  yield 'npi,tin,ssn_last4,group_id,group_kind,group_name,group_short_name,org_id,org_name,region,contract_date'
  for (let index = 0; index < rows; index++) {
    const npi = nationalNpi(index)
    const known = `${npi},${random.digits(9)},${ssnOf(npi)}`
    yield `${known},${belonging(index, officeOf(rows), random)},Region ${index % 12},${day(random, 1998, 2024)}`
  }
}

/**
 * First the large organization in groups of 200, then small groups, two of five in organizations, and solo providers.
 */
function belonging(index: number, office: number, random: SeededRandom): string {
  if (index < office) {
    const group = Math.floor(index / GROUP_OF_OFFICE)
    return `OG${group},PG,Office Group ${group},OG${group},PO1,The Large Organization`
  }
  if (random.chance(0.2)) return ',,,,,'
  const group = Math.floor(index / GROUP)
  const organization = Math.floor(group / GROUPS_OF_ORGANIZATION)
  const owner = organization % 5 < 2 ? `PO${organization + 2},Organization ${organization}` : ','
  return `SG${group},PG,Group ${group},SG${group},${owner}`
}

const memberId = (index: number) => `M${String(index).padStart(9, '0')}`

const day = (random: SeededRandom, first: number, last: number) =>
  `${random.between(first, last)}-${two(random.between(1, 12))}-${two(random.between(1, 28))}`
const two = (number: number) => String(number).padStart(2, '0')

function* memberRows(rows: number): Generator<string> {
  const random = new SeededRandom(12)
  yield 'member_id,subscriber_id,relationship,first_name,last_name,birth_date,plan_name,effective_date,termination_date,email'
  for (let index = 0; index < rows; index++) {
    const head = index - (index % 3)
    const relationship = index === head ? 'SELF' : 'CHILD'
    const name = `${random.pick(firstNames)},${random.pick(lastNames)}`
    yield `${memberId(index)},${memberId(head)},${relationship},${name},${day(random, 1940, 2020)},Plan A,2024-01-01,,`
  }
}

function* claimRows({ network, members, claims }: { network: number; members: number; claims: number }) {
  const random = new SeededRandom(13)
  const office = officeOf(network)
  yield 'claim_number,npi,member_id,billed_amount,paid_amount,service_date,status'
  for (let index = 0; index < claims; index++) {
    const provider = random.chance(0.5) && office ? random.between(0, office - 1) : random.between(0, network - 1)
    const status = random.pick(['PAID', 'PAID', 'PAID', 'DENIED', 'PENDING'])
    const billed = random.between(20, 4000)
    const amounts = `${billed}.00,${status === 'PAID' ? `${Math.floor(billed * 0.7)}.00` : ''}`
    const number = `C${String(index).padStart(10, '0')}`
    const subject = `${nationalNpi(provider)},${memberId(random.between(0, members - 1))}`
    yield `${number},${subject},${amounts},${day(random, 2024, 2026)},${status}`
  }
}
