import { type RawBuilder, sql } from 'kysely'
import { keyFingerprint } from '#platform/keys/secret-key.ts'
import type { ImportContext, MergeCounts, Trx } from '../staging/import-kind.ts'
import { STAGING } from '../staging/staged-rows.ts'

/** Result counts of the staged providers, and which are new or rewritten. */
type MergedNetwork = Omit<MergeCounts, 'left'> & { written: string[] }

/** Merges the staged rows into organizations, groups, providers and memberships, in order of reference. */
export async function mergeNetwork(trx: Trx, context: ImportContext): Promise<MergedNetwork> {
  await mergeAboveProviders(trx, context)
  const staged = await countProviders(trx)
  const providers = await mergeProviders(trx, context)
  await updateKeysOfNumbers(trx, context)
  const memberships = await insertMemberships(trx)
  const { inserted } = providers
  const touched = new Set([...providers.updatedNpis, ...memberships])
  for (const npi of providers.insertedNpis) touched.delete(npi)
  const written = [...providers.insertedNpis, ...providers.updatedNpis]
  return { inserted, updated: touched.size, unchanged: staged - inserted - touched.size, written }
}

/** Merges what providers refer to; the providers are then in a table of their own. */
async function mergeAboveProviders(trx: Trx, { present }: ImportContext): Promise<void> {
  await mergeGroupsAndOrganizations(trx, present)
  await stageProviders(trx)
  await insertCohorts(
    trx,
    sql`select org_id, groups from ${sql.table(STAGED_PROVIDERS)} s
      where not exists (select from network_provider n where n.npi = s.npi)`,
  )
}

export async function mergeGroupsAndOrganizations(trx: Trx, present: ReadonlySet<string>): Promise<void> {
  await stageBelongings(trx)
  await mergeOrganizations(trx, present)
  await mergeGroups(trx, present)
}

/** Groups and organizations of the rows, each with its first line: most rows of a group are equal. */
const STAGED_BELONGINGS = 'staged_belonging'
const belongingColumns = [
  'group_id',
  'group_kind',
  'group_name',
  'group_short_name',
  'group_email',
  'org_id',
  'org_name',
  'org_email',
]

async function stageBelongings(trx: Trx): Promise<void> {
  const columns = sql.join(belongingColumns.map((name) => sql.ref(name)))
  await sql`
    create temporary table ${sql.table(STAGED_BELONGINGS)} on commit drop as
    select min(line) as line, ${columns} from ${sql.table(STAGING)} where not rejected group by ${columns}`.execute(trx)
}

/** An empty name keeps the stored one. An empty address deletes it, if the file has the column. */
async function mergeOrganizations(trx: Trx, present: ReadonlySet<string>): Promise<void> {
  const email = present.has('org_email') ? sql`excluded.email` : sql`organization.email`
  await sql`
    insert into organization (org_id, name, email)
    select org_id, coalesce(${first('org_name')}, org_id), ${first('org_email')}
    from ${sql.table(STAGED_BELONGINGS)} where org_id is not null group by org_id
    on conflict (org_id) do update set email = ${email},
      name = case when excluded.name = excluded.org_id then organization.name else excluded.name end
    where (organization.name <> excluded.name and excluded.name <> excluded.org_id)
      or organization.email is distinct from ${email}`.execute(trx)
}

/** An empty kind or name keeps the stored one. An empty organization or address deletes it. */
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
        from ${sql.table(STAGED_BELONGINGS)} where group_id is not null group by group_id
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
  ['tin', 'tin_hashed_by'],
  ['ssn_last4', 'ssn_hashed_by'],
] as const

/** Each provider of the file once. */
const STAGED_PROVIDERS = 'staged_provider'
/** Providers on more than one row. */
const REPEATED_PROVIDERS = 'repeated_provider'

async function stageProviders(trx: Trx): Promise<void> {
  await sql`
    create temporary table ${sql.table(REPEATED_PROVIDERS)} on commit drop as
    select npi from ${sql.table(STAGING)} where not rejected group by npi having count(*) > 1`.execute(trx)
  await sql`
    create temporary table ${sql.table(STAGED_PROVIDERS)} on commit drop as ${selectProviders()}`.execute(trx)
  await sql`analyze ${sql.table(STAGED_PROVIDERS)} (npi, org_id, groups)`.execute(trx)
}

/** Few providers are on more than one row: only those are aggregated. */
function selectProviders(): RawBuilder<unknown> {
  const repeated = sql`(select npi from ${sql.table(REPEATED_PROVIDERS)})`
  return sql`${selectSingle(sql`npi not in ${repeated}`)} union all ${selectRepeated(sql`npi in ${repeated}`)}`
}

function selectSingle(which: RawBuilder<unknown>): RawBuilder<unknown> {
  const names = providerColumns.map(([name]) => sql.ref(name))
  return sql`
    select npi, ${sql.join(names)}, case when group_id is null then '{}' else array[group_id] end as groups
    from ${sql.table(STAGING)} where not rejected and ${which}`
}

function selectRepeated(which: RawBuilder<unknown>): RawBuilder<unknown> {
  const firsts = providerColumns.map(([name]) => sql`${first(name)} as ${sql.ref(name)}`)
  return sql`
    select npi, ${sql.join(firsts)},
      coalesce(array_agg(group_id order by group_id) filter (where group_id is not null), '{}') as groups
    from ${sql.table(STAGING)} where not rejected and ${which} group by npi`
}

async function countProviders(trx: Trx): Promise<number> {
  const { rows } = await sql<{ staged: number }>`
    select count(*)::int as staged from ${sql.table(STAGED_PROVIDERS)}`.execute(trx)
  return rows[0]?.staged ?? 0
}

/** Identifies the cohort of a staged provider `s`. */
const SIGNATURE = sql`md5(coalesce(s.org_id, '') || E'\\x1f' || array_to_string(s.groups, E'\\x1f'))`

/**
 * Inserts the cohorts of new providers, so that each is written once, with its cohort. Providers without organization
 * and group have no cohort.
 */
async function insertCohorts(trx: Trx, providers: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into cohort (signature, org_id, groups)
    select signature, org_id, groups from (
      select ${SIGNATURE} as signature, org_id, groups
      from (${providers}) s where org_id is not null or groups <> '{}' group by org_id, groups
    ) s
    where not exists (select from cohort c where c.signature = s.signature)
    order by signature on conflict do nothing`.execute(trx)
}

/** The columns written for a staged provider `s`, of those the file has, and their expressions. */
function describeProviders({ present, secretKey }: ImportContext) {
  const stored = providerColumns.filter(([, inFile]) => present.has(inFile)).map(([name]) => name)
  const keys = keyColumns.filter(([inFile]) => present.has(inFile)).map(([, key]) => key)
  const fingerprint = keyFingerprint(secretKey)
  const values = [...['npi', ...stored].map((name) => sql.ref(`s.${name}`)), ...keys.map(() => sql`${fingerprint}`)]
  return {
    stored,
    changing: [...stored, ...keys],
    written: sql.join(['npi', ...stored, ...keys, 'name', 'search_name', 'cohort_id'].map((name) => sql.ref(name))),
    values: sql.join(values),
  }
}

/** Names are looked up by key: the directory covers the whole country and would otherwise be scanned. */
async function mergeProviders(trx: Trx, context: ImportContext) {
  const { stored, changing, written, values } = describeProviders(context)
  const mine = sql.join([sql`n.left_at is null`, ...stored.map((name) => sql.ref(`n.${name}`))])
  const theirs = sql.join([sql`true`, ...stored.map((name) => sql.ref(`s.${name}`))])
  const assignments = changing.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  const changed = await sql<{ npi: string; inserted: boolean }>`
    insert into network_provider (${written})
    select ${values}, p.name, p.search_name, c.id from ${sql.table(STAGED_PROVIDERS)} s
    left join network_provider n on n.npi = s.npi
    left join lateral (select name, search_name from provider where npi = s.npi offset 0) p on true
    left join cohort c on c.signature = ${SIGNATURE}
    where n.npi is null or row(${mine}) is distinct from row(${theirs})
    order by s.npi
    on conflict (npi) do update set ${sql.join([sql`left_at = null`, ...assignments])}
    returning npi, (xmax = 0) as inserted`.execute(trx)
  const insertedNpis = changed.rows.filter((row) => row.inserted).map((row) => row.npi)
  const updatedNpis = changed.rows.filter((row) => !row.inserted).map((row) => row.npi)
  return { inserted: insertedNpis.length, insertedNpis, updatedNpis }
}

/** The position before the first row of a table. */
export const START = '(0,0)'

/** Tables to fill that are still empty. */
export type NextNetwork = { providers: string; memberships: string; listing: string }

/**
 * Takes providers staged after a position that are on one row as far as known; returns how many. Nothing is compared,
 * so they are taken in staging order.
 */
export async function insertSingle(
  trx: Trx,
  context: ImportContext,
  next: NextNetwork,
  { after, listed, repeated }: { after: string; listed: string; repeated: readonly string[] },
): Promise<number> {
  const which = sql`ctid > ${after}::tid and npi <> all(${repeated}::text[])`
  return insertProviders(trx, context, next, { which, providers: selectSingle(which), listed })
}

/** Rewrites providers on several rows, some of which were already taken. */
export async function insertRepeated(
  trx: Trx,
  context: ImportContext,
  next: NextNetwork,
  repeated: readonly string[],
): Promise<number> {
  const which = sql`npi = any(${repeated}::text[])`
  await sql`delete from ${sql.table(next.memberships)} where ${which}`.execute(trx)
  const taken = await sql`delete from ${sql.table(next.providers)} where ${which}`.execute(trx)
  const inserted = await insertProviders(trx, context, next, { which, providers: selectRepeated(which), listed: START })
  return inserted - Number(taken.numAffectedRows)
}

/** The rows, their provider columns, and the position after which these are listed; others are looked up by key. */
type StagedPart = { which: RawBuilder<unknown>; providers: RawBuilder<unknown>; listed: string }

async function insertProviders(trx: Trx, context: ImportContext, next: NextNetwork, part: StagedPart): Promise<number> {
  const { written, values } = describeProviders(context)
  const { which, providers, listed } = part
  await insertCohorts(trx, providers)
  const { numAffectedRows } = await sql`
    insert into ${sql.table(next.providers)} (${written})
    select ${values}, coalesce(l.name, (select name from provider where npi = s.npi)),
      coalesce(l.search_name, (select search_name from provider where npi = s.npi)), c.id
    from (${providers}) s left join ${sql.table(next.listing)} l
      on l.npi = s.npi and l.ctid > ${listed}::tid
    left join cohort c on c.groups = s.groups and coalesce(c.org_id, '') = coalesce(s.org_id, '')`.execute(trx)
  await sql`
    insert into ${sql.table(next.memberships)} (group_id, npi)
    select group_id, npi from ${sql.table(STAGING)}
    where group_id is not null and not rejected and ${which}`.execute(trx)
  return Number(numAffectedRows)
}

/** Records the key under which the file's numbers are hashed; this does not count as a change. */
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
    select s.group_id, s.npi from ${sql.table(STAGING)} s
    where s.group_id is not null and not s.rejected
      and not exists (select from group_member m where m.group_id = s.group_id and m.npi = s.npi)
    on conflict do nothing returning npi`.execute(trx)
  return added.rows.map((row) => row.npi)
}

/** The first non-empty value of several rows about one subject. */
function first(column: string): RawBuilder<unknown> {
  return sql`(array_agg(${sql.ref(column)} order by line) filter (where ${sql.ref(column)} is not null))[1]`
}
