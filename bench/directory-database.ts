import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres/embedded-postgres.ts'
import { APP_ROLE } from '../server/src/platform/database/logins.ts'
import { migrateToLatest } from '../server/src/platform/database/migrate.ts'
import { benchFolder } from './bench-database.ts'

/** Runs `work` with a plan whose directory has this many providers, and a folder for files. Removes both. */
export async function withDirectory<Result>(
  providers: number,
  work: (config: pg.PoolConfig, folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(benchFolder, { recursive: true })
  const folder = await mkdtemp(join(benchFolder, 'directory-'))
  // The database user needs access when this runs as root.
  await chmod(folder, 0o755)
  try {
    const { config, stop } = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
    try {
      await migrateToLatest({ owner: config, app: { ...config, user: APP_ROLE } })
      await fillDirectory(config, providers)
      return await work(config, join(folder, 'files'))
    } finally {
      await stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The first provider, and a value of each search. */
export const FIRST_NPI = '1500000000'

/**
 * One provider in twenty is an organization. Ten share a group, ten groups an organization, four providers a location,
 * fifty locations a town. A third practices at a second location. There are four networks with three products each.
 */
const statements = (providers: number): string[] => [
  `create temp table made as select i, (1500000000 + i)::text as npi, i % 20 = 19 as is_organization
   from generate_series(0, ${providers - 1}) i`,
  `insert into organization (org_id, name) select 'O' || n, 'Health Organization ' || n
   from generate_series(0, ${Math.ceil(providers / 100)}) n`,
  `insert into provider_group (group_id, kind, name, org_id) select 'G' || n, 'PG', 'Medical Group ' || n, 'O' || n / 10
   from generate_series(0, ${Math.ceil(providers / 10)}) n`,
  `insert into provider (npi, entity_type, name, first_name, last_name, credential)
   select npi, case when is_organization then 2 else 1 end, case when is_organization then 'Clinic ' || i
       else 'Given' || i % 500 || ' Family' || i % 5000 end,
     case when not is_organization then 'Given' || i % 500 end, case when not is_organization then 'Family' || i % 5000 end,
     case when not is_organization then 'MD' end from made`,
  'insert into network_provider (npi) select npi from made',
  `insert into health_plan (plan_id, name, product, network_id, network_name, changed_at)
   select 'P' || n, 'Plan ' || n, 'Commercial HMO', 'N' || n % 4, 'Network ' || n % 4, now() from generate_series(1, 12) n`,
  `insert into practice_location (location_id, name, address_1, city, state, zip, phone, hours, accessibility, latitude,
     longitude, changed_at)
   select 'L' || n, 'Office ' || n, n || ' Main Street', 'Town ' || n / 50, 'MA', lpad((1000 + n / 50)::text, 5, '0'),
     '978' || lpad(n::text, 7, '0'), 'Mon-Fri 8:00 am - 5:00 pm', 'ADA compliant', 42.5, -70.9, now()
   from generate_series(0, ${Math.ceil(providers / 4)}) n`,
  `insert into practice (npi, location_id, group_id, network_id, specialty, accepting_new_patients, telehealth, languages,
     loaded_at, changed_at)
   select npi, 'L' || (i / 4 + second * 50) % ${Math.ceil(providers / 4)}, 'G' || i / 10, 'N' || (i + second) % 4,
     case when is_organization then '261QP2300X' else (array['207Q00000X', '207R00000X', '208000000X', '363LF0000X'])[1 + i % 4] end,
     'Y', i % 3 = 0, '{en,es}', now(), now()
   from made cross join generate_series(0, 1) second where second = 0 or i % 3 = 0`,
  'analyze',
]

async function fillDirectory(config: pg.PoolConfig, providers: number): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    for (const statement of statements(providers)) await client.query(statement)
  } finally {
    await client.end()
  }
}
