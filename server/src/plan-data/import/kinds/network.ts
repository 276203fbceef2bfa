import { sql } from 'kysely'
import { createIdentifierHash } from '#platform/keys/keyed-hash.ts'
import { refreshDeactivated } from '../merging/deactivations.ts'
import { FirstNetwork, fillNetwork, isFirstNetwork } from '../merging/fill-network.ts'
import { lockListing, refreshListed } from '../merging/listing.ts'
import { mergeNetwork } from '../merging/merge-network.ts'
import { removeMissingProviders } from '../merging/remove-missing-providers.ts'
import { FieldReader } from '../reading/field-reader.ts'
import type { ImportContext, ImportKind, Merged, Trx } from '../staging/import-kind.ts'
import { stageRows } from '../staging/staged-rows.ts'

const columns = [
  'npi',
  'tin',
  'ssn_last4',
  'group_id',
  'group_kind',
  'group_name',
  'group_short_name',
  'org_id',
  'org_name',
  'region',
  'contract_date',
  'provider_email',
  'group_email',
  'org_email',
] as const

/** One row per NPI and group; a solo provider's row has empty group columns. */
export const network: ImportKind = {
  columns,
  required: ['npi'],
  allowsSnapshot: true,
  createReader({ secretKey }, { onProvider }) {
    const fields = new FieldReader(columns)
    const hash = createIdentifierHash(secretKey)
    return {
      readRow(record) {
        fields.open(record)
        const npi = fields.npi('npi')
        const npiIsGood = !fields.problem
        const values = readNetworkRow(fields, npi, hash)
        if (!fields.problem) {
          onProvider?.(npi)
          return values
        }
        const staged = [npi, ...columns.slice(1).map(() => null)]
        return npiIsGood ? { reason: fields.problem, staged } : { reason: fields.problem }
      },
    }
  },
  async openStaging(trx) {
    const first = await FirstNetwork.open(trx)
    return stageRows(trx, {
      columns: stagedColumns,
      key: ['npi', 'group_id'],
      ...(first && {
        onProvider: (npi) => first.add(npi),
        meanwhile: (context) => first.write(context),
        hasRepeated: () => first.repeated.size > 0,
      }),
      async merge(trx, context) {
        await lockListing(trx)
        const isLarge = first && first.rows >= context.sizes.manyRows
        if (isLarge && (await isFirstNetwork(trx))) return fillNetwork(trx, context, first)
        await first?.drop()
        return mergeIntoNetwork(trx, context)
      },
    })
  },
}

async function mergeIntoNetwork(trx: Trx, context: ImportContext): Promise<Merged> {
  await sql`select defer_cohorts()`.execute(trx)
  const before = context.snapshot ? await countPresent(trx) : 0
  const { written, ...counts } = await mergeNetwork(trx, context)
  if (context.snapshot) context.step('finding providers that are no longer in the file')
  const removed = context.snapshot ? await removeMissingProviders(trx, context, before) : { left: [], suspended: 0 }
  const { left, suspended } = removed
  await refreshDeactivated(trx, context, { npis: written })
  await sql`select assign_deferred_cohorts()`.execute(trx)
  await refreshListed(trx, context, [...written, ...left])
  return { ...counts, left: left.length, suspended }
}

async function countPresent(trx: Trx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from network_provider where left_at is null`.execute(trx)
  return rows[0]?.count ?? 0
}

export const stagedColumns: readonly [name: string, type: string][] = [
  ['npi', 'text collate "C"'],
  ['tin_hash', 'bytea'],
  ['ssn_hash', 'bytea'],
  ['group_id', 'text collate "C"'],
  ['group_kind', 'text'],
  ['group_name', 'text'],
  ['group_short_name', 'text'],
  ['org_id', 'text collate "C"'],
  ['org_name', 'text'],
  ['region', 'text'],
  ['contract_date', 'date'],
  ['provider_email', 'text'],
  ['group_email', 'text'],
  ['org_email', 'text'],
]

type IdentifierHash = ReturnType<typeof createIdentifierHash>

function readNetworkRow(fields: FieldReader, npi: string, hash: IdentifierHash): (string | null)[] {
  const tin = fields.optionalDigits('tin', 9)
  const ssn = fields.optionalDigits('ssn_last4', 4)
  return [
    npi,
    tin && `\\x${hash('tin', npi, tin)}`,
    ssn && `\\x${hash('ssn', npi, ssn)}`,
    fields.optional('group_id'),
    fields.optionalOneOf('group_kind', ['PG', 'IPA', 'SG']),
    fields.optional('group_name'),
    fields.optional('group_short_name'),
    fields.optional('org_id'),
    fields.optional('org_name'),
    fields.optional('region'),
    fields.optionalDay('contract_date'),
    fields.optionalEmail('provider_email'),
    fields.optionalEmail('group_email'),
    fields.optionalEmail('org_email'),
  ]
}
