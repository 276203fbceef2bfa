import { join } from 'node:path'
import { importKinds } from '../../plan-data/import/import-file.ts'
import { addBenefits, addOutcomes } from './benefits.ts'
import { type CsvRow, writeCsvFile, writeNppesFile } from './csv-file.ts'
import { generateDirectory } from './directory.ts'
import { generateClaims, generateMembers } from './members.ts'
import { type DemoNetwork, generateNetwork } from './network.ts'
import { SeededRandom } from './random.ts'
import { generateScoCases, generateScoInvoices } from './sco.ts'

export const DEMO_FILES = {
  nppes: 'npidata_pfile_demo.csv',
  network: 'network.csv',
  members: 'members.csv',
  claims: 'claims.csv',
  'sco-cases': 'sco-cases.csv',
  'sco-invoices': 'sco-invoices.csv',
  plans: 'plans.csv',
  locations: 'locations.csv',
  practices: 'practices.csv',
} as const

const SEED = 20_250_901

/** Writes the demo plan's files into a folder, in the formats a plan imports (behaviour 18.1). */
export async function writeDemoFiles(folder: string, now: Date): Promise<void> {
  const random = new SeededRandom(SEED)
  const network = generateNetwork(random)
  const members = generateMembers(random)
  const claims = generateClaims(random, network.providers, members, now)
  const cases = generateScoCases(random, network.providers, members, now)
  const invoices = generateScoInvoices(random, network.providers, now)
  const path = (kind: keyof typeof DEMO_FILES) => join(folder, DEMO_FILES[kind])
  const write = (kind: keyof typeof DEMO_FILES, rows: Iterable<CsvRow>) =>
    writeCsvFile(path(kind), importKinds[kind].columns, rows)
  await writeNppesFile(path('nppes'), network.providers)
  await write('network', listNetworkRows(network))
  await write('members', addBenefits(members, network.providers).map(toSnakeCase))
  await write('claims', addOutcomes(claims).map(toSnakeCase))
  await write('sco-cases', cases.map(toSnakeCase))
  await write('sco-invoices', invoices.map(toSnakeCase))
  // A generator of its own: the numbers drawn for the other files stay the same.
  const directory = generateDirectory(new SeededRandom(SEED + 1), network)
  await write('plans', directory.plans)
  await write('locations', directory.locations)
  await write('practices', directory.practices)
}

function* listNetworkRows({ providers, groups, organizations }: DemoNetwork): Generator<CsvRow> {
  const groupOf = new Map(groups.map((group) => [group.groupId, group]))
  const organizationOf = new Map(organizations.map((organization) => [organization.orgId, organization]))
  for (const { npi, network } of providers) {
    if (!network) continue
    const shared = {
      npi,
      tin: network.tin,
      ssn_last4: network.ssnLast4,
      region: network.region,
      contract_date: network.contractDate,
      provider_email: network.email,
    }
    if (network.groupIds.length === 0) yield shared
    for (const groupId of network.groupIds) {
      const group = groupOf.get(groupId)
      const organization = organizationOf.get(group?.orgId ?? '')
      yield {
        ...shared,
        group_id: groupId,
        group_kind: group?.kind,
        group_name: group?.name,
        group_short_name: group?.shortName,
        group_email: group?.email,
        org_id: group?.orgId,
        org_name: organization?.name,
        org_email: organization?.email,
      }
    }
  }
}

function toSnakeCase(item: object): CsvRow {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
}
