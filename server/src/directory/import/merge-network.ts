import { type RawBuilder, sql } from 'kysely'
import { keyFingerprint } from '../../platform/secret-key.ts'
import type { ImportContext, MergeCounts, Trx } from './import-kind.ts'
import { STAGING } from './staged-rows.ts'

/** Brings the staged rows into organizations, groups, providers and memberships, in the order they rest on each other. */
export async function mergeNetwork(trx: Trx, context: ImportContext): Promise<Omit<MergeCounts, 'left'>> {
  const { present } = context
  await mergeOrganizations(trx, present)
  await mergeGroups(trx, present)
  await insertCohorts(trx, present)
  const providers = await mergeProviders(trx, context)
  await updateKeysOfNumbers(trx, context)
  const memberships = await insertMemberships(trx)
  const staged = await sql<{ npis: number }>`
    select count(distinct npi)::int as npis from ${sql.table(STAGING)} where not rejected`.execute(trx)
  const { inserted } = providers
  const touched = new Set([...providers.updatedNpis, ...memberships])
  for (const npi of providers.insertedNpis) touched.delete(npi)
  return { inserted, updated: touched.size, unchanged: (staged.rows[0]?.npis ?? 0) - inserted - touched.size }
}

/** A column the file has says all there is: an address that is missing from it is gone. */
async function mergeOrganizations(trx: Trx, present: ReadonlySet<string>): Promise<void> {
  const email = present.has('org_email') ? sql`excluded.email` : sql`organization.email`
  await sql`
    insert into organization (org_id, name, email)
    select org_id, coalesce(${first('org_name')}, org_id), ${first('org_email')} from ${sql.table(STAGING)}
    where org_id is not null group by org_id
    on conflict (org_id) do update set email = ${email},
      name = case when excluded.name = excluded.org_id then organization.name else excluded.name end
    where (organization.name <> excluded.name and excluded.name <> excluded.org_id)
      or organization.email is distinct from ${email}`.execute(trx)
}

/** What the file says nothing about stays: a group without a name in it keeps the one it had. */
async function mergeGroups(trx: Trx, present: ReadonlySet<string>): Promise<void> {
  const kept = (column: string, stored: string) =>
    present.has(column) ? sql`coalesce(s.${sql.ref(column)}, g.${sql.ref(stored)})` : sql`g.${sql.ref(stored)}`
  await sql`
    insert into provider_group (group_id, kind, name, short_name, org_id, email)
    select * from (
      select s.group_id, coalesce(${kept('group_kind', 'kind')}, 'PG') as kind,
        coalesce(${kept('group_name', 'name')}, s.group_id) as name,
        ${kept('group_short_name', 'short_name')} as short_name,
        ${present.has('org_id') ? sql`s.org_id` : sql`g.org_id`} as org_id,
        ${present.has('group_email') ? sql`s.group_email` : sql`g.email`} as email
      from (
        select group_id, ${first('group_kind')} as group_kind, ${first('group_name')} as group_name,
          ${first('group_short_name')} as group_short_name, ${first('org_id')} as org_id,
          ${first('group_email')} as group_email
        from ${sql.table(STAGING)} where group_id is not null and not rejected group by group_id
      ) s left join provider_group g on g.group_id = s.group_id
    ) merged
    on conflict (group_id) do update
    set kind = excluded.kind, name = excluded.name, short_name = excluded.short_name, org_id = excluded.org_id,
      email = excluded.email
    where (provider_group.kind, provider_group.name, provider_group.short_name, provider_group.org_id,
        provider_group.email)
      is distinct from (excluded.kind, excluded.name, excluded.short_name, excluded.org_id, excluded.email)`.execute(
    trx,
  )
}

const providerColumns: readonly [stored: string, inFile: string][] = [
  ['tin_hash', 'tin'],
  ['ssn_hash', 'ssn_last4'],
  ['org_id', 'org_id'],
  ['region', 'region'],
  ['contract_date', 'contract_date'],
  ['provider_email', 'provider_email'],
]

const keyColumns = [
  ['tin', 'tin_key'],
  ['ssn_last4', 'ssn_key'],
] as const

/**
 * The cohort of a provider who is new: nothing but the file says where it belongs. Whatever is written besides it is
 * settled at the end, where these then need no second writing.
 */
const newCohorts = (present: ReadonlySet<string>) => sql`
  select npi, org_id, groups, md5(coalesce(org_id, '') || E'\\x1f' || array_to_string(groups, E'\\x1f')) as signature
  from (
    select npi, ${present.has('org_id') ? first('org_id') : sql`null::text`} as org_id,
      coalesce(array_agg(distinct group_id order by group_id) filter (where group_id is not null), '{}') as groups
    from ${sql.table(STAGING)} where not rejected group by npi
  ) s where org_id is not null or groups <> '{}'`

async function insertCohorts(trx: Trx, present: ReadonlySet<string>): Promise<void> {
  await sql`
    insert into cohort (signature, org_id, groups)
    select distinct on (signature) signature, org_id, groups from (${newCohorts(present)}) s
    where not exists (select from network_provider n where n.npi = s.npi)
      and not exists (select from cohort c where c.signature = s.signature)
    order by signature on conflict do nothing`.execute(trx)
}

/** Names are looked up by key: the directory is the whole country's, and was read from end to end for them. */
async function mergeProviders(trx: Trx, { present, secretKey }: ImportContext) {
  const stored = providerColumns.filter(([, inFile]) => present.has(inFile)).map(([name]) => name)
  const keys = keyColumns.filter(([inFile]) => present.has(inFile)).map(([, key]) => key)
  const mine = sql.join([sql`n.left_at is null`, ...stored.map((name) => sql.ref(`n.${name}`))])
  const theirs = sql.join([sql`true`, ...stored.map((name) => sql.ref(`s.${name}`))])
  const written = [...stored, ...keys]
  const assignments = [sql`left_at = null`, ...written.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)]
  const fingerprint = keyFingerprint(secretKey)
  const changed = await sql<{ npi: string; inserted: boolean }>`
    insert into network_provider (${sql.join(['npi', ...written, 'name', 'search_name', 'cohort_id'].map((name) => sql.ref(name)))})
    select ${sql.join([...['npi', ...stored].map((name) => sql.ref(`s.${name}`)), ...keys.map(() => sql`${fingerprint}`)])},
      p.name, p.search_name, c.id
    from (
      select npi, ${sql.join([sql`true as staged`, ...stored.map((name) => sql`${first(name)} as ${sql.ref(name)}`)])}
      from ${sql.table(STAGING)} where not rejected group by npi
    ) s left join network_provider n on n.npi = s.npi
    left join lateral (select name, search_name from provider where npi = s.npi offset 0) p on true
    left join (${newCohorts(present)}) b on b.npi = s.npi
    left join cohort c on c.signature = b.signature
    where n.npi is null or row(${mine}) is distinct from row(${theirs})
    on conflict (npi) do update set ${sql.join(assignments)}
    returning npi, (xmax = 0) as inserted`.execute(trx)
  const insertedNpis = changed.rows.filter((row) => row.inserted).map((row) => row.npi)
  const updatedNpis = changed.rows.filter((row) => !row.inserted).map((row) => row.npi)
  return { inserted: insertedNpis.length, insertedNpis, updatedNpis }
}

/** Which key the numbers of the file now rest on; it is no change of theirs. */
async function updateKeysOfNumbers(trx: Trx, { present, secretKey }: ImportContext): Promise<void> {
  const fingerprint = keyFingerprint(secretKey)
  for (const [inFile, key] of keyColumns)
    if (present.has(inFile))
      await sql`
        update network_provider n set ${sql.ref(key)} = ${fingerprint}
        from ${sql.table(STAGING)} s
        where s.npi = n.npi and not s.rejected and n.${sql.ref(key)} is distinct from ${fingerprint}`.execute(trx)
}

async function insertMemberships(trx: Trx): Promise<string[]> {
  const added = await sql<{ npi: string }>`
    insert into group_member (group_id, npi)
    select group_id, npi from ${sql.table(STAGING)} where group_id is not null and not rejected
    on conflict do nothing returning npi`.execute(trx)
  return added.rows.map((row) => row.npi)
}

/** Of several rows about one subject, the first that says something. */
function first(column: string): RawBuilder<unknown> {
  return sql`(array_agg(${sql.ref(column)} order by line) filter (where ${sql.ref(column)} is not null))[1]`
}
