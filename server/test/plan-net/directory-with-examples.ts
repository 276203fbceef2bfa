import type { Context } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import type { ResourceType } from '../../src/provider-directory/domain/resources/guide.ts'
import type { Resource } from '../../src/provider-directory/domain/resources/resource.ts'
import { writeValues } from '../../src/provider-directory/domain/search/write-values.ts'
import { refreshAllPublished } from '../../src/provider-directory/provider-directory.ts'
import { updatePublished } from '../../src/provider-directory/store/publishing/published-resources.ts'
import { insertPlans, insertProviders, location, practice } from './directory-rows.ts'
import { readPackage } from './read-package.ts'

export const ADA = '1234567893'
export const BEN = '1245319599'
export const CLINIC = '1003000126'
/** Not published: suppressed by plan staff, not in the network, and with rows that the plan withholds. */
export const HIDDEN = ['1679576722', '1972676682', '1538316468']

/** Texts that only hidden providers have. */
export const CANARY = 'Canary'

async function insertPublished(context: Context): Promise<void> {
  const { db, now } = context
  await insertPlans(db, now)
  await db
    .insertInto('provider_group')
    .values([
      { group_id: 'G1', kind: 'PG', name: 'North Shore Group', org_id: null },
      { group_id: 'G9', kind: 'PG', name: `${CANARY} Group`, org_id: null },
    ])
    .execute()
  await db
    .insertInto('practice_location')
    .values([
      location('L1', now, { name: 'Salem Office', phone: '9785550101' }),
      location('L2', now, { name: 'Lynn Office', city: 'Lynn', zip: '01901', address_1: '5 O’Brien Way' }),
      location('L9', now, { name: `${CANARY} Office`, city: CANARY }),
    ])
    .execute()
  await insertProviders(db, [
    { npi: ADA, name: 'Ada Smith', first_name: 'Ada', last_name: 'Smith', credential: 'MD' },
    { npi: BEN, name: 'Ben Núñez, Jr.', first_name: 'Ben', last_name: 'Núñez' },
    { npi: CLINIC, entity_type: 2, name: 'Salem Clinic', last_name: null },
  ])
  const facts = { group_id: 'G1', network_id: 'A', specialty: '207Q00000X' }
  await db
    .insertInto('practice')
    .values([
      practice(ADA, 'L1', now, facts),
      practice(ADA, 'L2', now, { ...facts, network_id: 'B/2' }),
      practice(BEN, 'L2', now, { ...facts, specialty: '101YM0800X' }),
      practice(CLINIC, 'L1', now, { ...facts, specialty: '261QP2300X' }),
    ])
    .execute()
}

async function insertHidden({ db, now }: Context, accountId: string): Promise<void> {
  const [suppressed = '', outside = '', withheld = ''] = HIDDEN
  await insertProviders(
    db,
    HIDDEN.map((npi) => ({ npi, name: `${CANARY} ${npi}`, first_name: CANARY, last_name: CANARY })),
  )
  await db.deleteFrom('network_provider').where('npi', '=', outside).execute()
  await db
    .insertInto('practice')
    .values(HIDDEN.map((npi) => practice(npi, 'L9', now, { group_id: 'G9', published: npi !== withheld })))
    .execute()
  await db
    .insertInto('suppressed_provider')
    .values({ npi: suppressed, reason: 'Safety', suppressed_by: accountId, suppressed_at: now })
    .execute()
}

/** The examples of the guide, which have elements that the directory does not fill. */
export const readExamples = (): Resource[] =>
  [...readPackage()].filter(([name]) => name.startsWith('package/example/')).map(([, text]) => JSON.parse(text))

const referTo = (reference: string) => [{ reference }]
const made = (resourceType: ResourceType, content: Pick<Resource, string>): Resource => ({
  ...{ resourceType, id: `made-${resourceType}`, meta: { profile: [] } },
  ...content,
})
const endpoint = referTo('Endpoint/directory')

/** Elements that neither the directory nor an example of the guide fills. */
const MADE: Resource[] = [
  made('HealthcareService', {
    ...{ coverageArea: referTo('Location/L1'), endpoint },
    type: [{ coding: [{ system: 'http://example.org/a|b', code: 'x,y$', display: 'Made Type' }] }],
  }),
  made('Location', { partOf: { reference: 'Location/L1' }, endpoint }),
  made('Organization', { endpoint }),
  made('OrganizationAffiliation', { endpoint }),
  made('PractitionerRole', { endpoint }),
  made('InsurancePlan', {
    identifier: [
      {
        type: { coding: [{ system: 'urn:types', code: 'PLAN', display: 'Plan number' }] },
        system: 'urn:plans',
        value: 'p1',
      },
      { system: 'urn:others', value: 'p1' },
    ],
  }),
]

async function insertExamples(context: Context): Promise<void> {
  const examples = [...readExamples(), ...MADE]
  await transact(context, async (inside) => {
    const rows = examples.map((resource) => ({
      ...{ type: resource.resourceType, id: resource.id, resource: JSON.stringify(resource), hash: Buffer.alloc(32) },
      ...{ lastUpdated: context.now, networks: [], sourceId: 'example', searchForm: '' },
    }))
    await updatePublished(inside.db, 'PLAN', rows)
    await writeValues(inside, examples, [])
  })
}

/** A small published directory beside the guide's examples, and providers that are not published. */
export async function insertDirectoryWithExamples(context: Context, accountId: string): Promise<void> {
  await insertPublished(context)
  await insertHidden(context, accountId)
  await refreshAllPublished(context)
  await insertExamples(context)
}
