import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listRoster, searchClaims } from '@portico/core/plan-data/calls'
import { completeNpi } from '@portico/core/plan-data/npi'
import type { ClaimList, RosterList } from '@portico/core/plan-data/shapes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'

const GONE = completeNpi('140000001')
const STAYS = completeNpi('140000002')
const PERMISSIONS = ['HOME', 'CLAIM', 'ROSTER']
let it: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-deactivated-'))
  it = await buildTestApp({ database: 'migrated' })
  const { db } = it
  await db
    .insertInto('provider')
    .values([GONE, STAYS].map((npi) => ({ npi, name: `Doctor ${npi}`, search_name: `doctor ${npi}` })))
    .execute()
  await db.insertInto('provider_group').values({ group_id: 'PG1', kind: 'PG', name: 'Harbor Pediatrics' }).execute()
  const named = [GONE, STAYS].map((npi) => ({ npi, name: `Doctor ${npi}`, search_name: `doctor ${npi}` }))
  await db.insertInto('network_provider').values(named).execute()
  await db
    .insertInto('group_member')
    .values([GONE, STAYS].map((npi) => ({ group_id: 'PG1', npi })))
    .execute()
  await db
    .insertInto('claim')
    .values(
      [GONE, STAYS].map((npi, at) => ({
        claim_number: `C${at}`,
        npi,
        member_id: 'M1',
        billed_amount: '10.00',
        service_date: '2025-01-01',
        status: 'Paid',
      })),
    )
    .execute()
  const grant = { role: 'AU', permissions: PERMISSIONS } as const
  await insertTestAccount(db, { username: 'solo', grants: [{ ...grant, scopeId: GONE, permissions: PERMISSIONS }] })
  await insertTestAccount(db, {
    username: 'group',
    grants: [{ role: 'SAA', scopeKind: 'PG', scopeId: 'PG1', permissions: PERMISSIONS }],
  })
  await insertTestAccount(db, { username: 'staff', kind: 'internal' })
})
afterAll(async () => {
  await it.close()
  await rm(folder, { recursive: true, force: true })
})

/** The command writes the same addresses into mail as the server. */
const commands = () => ({
  ...commandEnv({ config: it.ownerLogin }),
  PORTICO_PUBLIC_URL: it.deps.settings.publicUrls.harborview,
})

async function signIn(username: string) {
  const browser = it.openBrowser()
  await browser.signIn(username, testPassword)
  return browser
}

test('a file of deactivations ends access in the running server, tells those concerned, and dates what is left', async () => {
  const [solo, group] = [await signIn('solo'), await signIn('group')]
  expect((await solo.getCall<RosterList>(listRoster.path)).entity.rows.map(({ npi }) => npi)).toEqual([GONE])
  expect((await group.getCall<RosterList>(listRoster.path)).entity).toMatchObject({ total: 2 })
  const file = join(folder, 'deactivated.csv')
  await writeFile(file, `NPPES Deactivated NPI Report\nNPI,NPPES Deactivation Date\n${GONE},06/30/2025\n`)
  const ended = await runCommand(`import nppes ${file} --confirm`, commands())
  expect(ended).toMatchObject({ code: 0 })

  expect((await solo.getCall(listRoster.path)).status).toBe(401)
  const roster = (await group.getCall<RosterList>(listRoster.path)).entity
  expect(roster.rows.map(({ npi }) => npi)).toEqual([STAYS])
  const claims = (await group.postCall<ClaimList>(searchClaims.path, {})).entity
  expect(claims.rows.map(({ npi }) => npi)).toEqual([STAYS])
  expect(claims).toMatchObject({ total: 1, totalBilled: '10.00' })
  const mails = await it.db
    .selectFrom('mail_message')
    .select(['kind', 'to_address'])
    .where('kind', 'like', 'npi.%')
    .orderBy('kind')
    .execute()
  expect(mails.map(({ kind, to_address }) => `${kind} ${to_address.split('@')[0]}`)).toEqual([
    'npi.access-ended solo',
    'npi.deactivated group',
    'npi.deactivated-staff staff',
  ])
})

test('a look-up says from when its data is, once a file of its kind was imported', async () => {
  const group = await signIn('group')
  expect((await group.getCall<RosterList>(listRoster.path)).entity.asOf).toBeUndefined()
  const asOf = '2025-06-30T12:00:00.000Z'
  const last = { file: 'a.csv', row_count: 1, changed_count: 1, rejected_count: 0 }
  await it.db
    .insertInto('last_import')
    .values({ ...last, kind: 'network', imported_at: new Date(asOf) })
    .execute()
  expect((await group.getCall<RosterList>(listRoster.path)).entity.asOf).toBe(asOf)
  const file = join(folder, 'claims.csv')
  await writeFile(file, 'claim_number,npi,member_id,billed_amount,service_date,status\n')
  const before = Date.now()
  expect((await runCommand(`import claims ${file}`, commands())).code).toBe(0)
  const claims = (await group.postCall<ClaimList>(searchClaims.path, {})).entity
  expect(Date.parse(claims.asOf ?? '')).toBeGreaterThanOrEqual(before)
})
