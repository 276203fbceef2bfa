import * as directory from '@portico/core/plan-data/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'
import { openWizard } from '../test/wizard.ts'
import { DEMO_PASSWORD } from './demo/seed/demo-access.ts'

/** The demo plan as real files would have it: all names in capitals. */
let app: TestApp
let capitals: string[]
let reads: string[]
beforeAll(async () => {
  app = await buildTestApp()
  await sql`update provider set name = upper(name), first_name = upper(first_name), last_name = upper(last_name)`.execute(
    app.db,
  )
  await sql`update provider_group set name = upper(name)`.execute(app.db)
  await sql`update organization set name = upper(name)`.execute(app.db)
  await sql`update network_listing set name = upper(name)`.execute(app.db)
  const { rows } = await sql<{ name: string }>`
    select name from provider union select name from provider_group union select name from organization`.execute(app.db)
  capitals = rows.map(({ name }) => name).filter((name) => name.includes(' '))
  const described = (await app.app.inject('/Provider/rest/openapi.json')).json<{
    paths: Record<string, Record<string, unknown>>
  }>()
  reads = Object.entries(described.paths)
    .filter(([path]) => path.includes('/rest/'))
    .flatMap(([path, methods]) => ('get' in methods ? [path] : []))
})
afterAll(() => app.close())

const capitalsIn = (text: string) => capitals.filter((name) => text.includes(name))

test.each(['demosaa', 'demomember', 'demostaff'])(
  'shows no name in capitals in any read of %s (behaviour 12.11)',
  async (userName) => {
    const browser = app.openBrowser()
    await browser.signIn(userName, DEMO_PASSWORD)
    let shown = 0
    for (const path of reads.filter((path) => path.includes('/rest/sec/') && !path.endsWith('/logout'))) {
      const { body } = await browser.get(path)
      expect(capitalsIn(body), path).toEqual([])
      if (capitals.some((name) => body.toUpperCase().includes(name))) shown += 1
    }
    expect(shown).toBeGreaterThan(userName === 'demomember' ? 1 : 3)
  },
)

test('names the provider in mixed case in claims and their exports', async () => {
  const browser = app.openBrowser()
  await browser.signIn('demosaa', DEMO_PASSWORD)
  const { body } = await browser.post(`/Provider${directory.searchClaims.path}`, {})
  expect(body).toContain('"providerName":"')
  expect(capitalsIn(body)).toEqual([])
})

test('shows the provider, the groups and their members in mixed case in the wizard', async () => {
  const { rows } = await sql<{ npi: string }>`
    select npi from group_member m join provider p using (npi) where p.entity_type = 1 and p.deactivation_date is null
      and exists (select from network_provider n where n.npi = m.npi and n.left_at is null) order by npi limit 1`.execute(
    app.db,
  )
  const { entity } = await openWizard(app).enterNpi(rows[0]?.npi ?? '')
  expect(entity.npiName).toBe(`${entity.npiFirstName} ${entity.npiLastName}`)
  expect(entity.npiFirstName).toMatch(/^[A-Z][a-z]/)
  expect(Object.values(entity.pgGroupMap)).not.toEqual([])
  expect(capitalsIn(JSON.stringify(entity))).toEqual([])
})

test('answers the typeahead in mixed case', async () => {
  const { body } = await app.openBrowser().get('/Provider/rest/nonsec/npiSearch?search=eleanor%20whitlock')
  expect(body).toContain('Eleanor Whitlock')
})
