import { NPI_TEN_DIGITS } from '@portico/core/forms/messages'
import { completeNpi } from '@portico/core/plan-data/npi'
import { NpiProfile } from '@portico/core/registration/model-shapes'
import {
  NO_ADMINISTRATOR_YET,
  NPI_CHECK_DIGIT,
  NPI_DEACTIVATED,
  NPI_NOT_IN_NETWORK,
  NPI_UNKNOWN,
  PROOF_EXPIRED,
  PROOF_MISSING,
  TOO_MANY_LOOKUPS,
} from '@portico/core/registration/texts/sentences'
import { sql } from 'kysely'
import pg from 'pg'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Db } from '#platform/context.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { makeRequest } from '../../test/small-plan.ts'
import { openWizard, type Wizard } from '../../test/wizard.ts'
import { affiliationSql, providerSql } from './store/provider-profile.ts'
import { insertRegistration, updateRegistrationTouched } from './store/registrations.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

describe('valRegNpi', () => {
  test('valRegNpi returns the full profile of a solo physician', async () => {
    const reply = await openWizard(app).enterNpi('1100000011')
    expect(reply.status).toBe(200)
    const { regContract, ...rest } = reply.entity
    expect(Buffer.from(regContract, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    expect(rest).toEqual({
      npiId: '1100000011',
      npiName: expect.stringContaining('Whitlock'),
      npiFirstName: 'Eleanor',
      npiLastName: 'Whitlock',
      personFlag: 'Y',
      foundSsn: true,
      foundTaxId: true,
      poId: '',
      poName: '',
      entityId: '1100000011',
      pgGroupMap: {},
      pgGroupKeys: [],
      regExists: false,
      poRegExists: false,
      poPgExists: false,
      regAtPoExists: false,
      regAtPgExists: false,
      regAtNpiExists: false,
      regAtSgExists: false,
      regAtIpaExists: false,
      lockedMethods: [],
      captchaKey: 'altcha',
      message: '',
    })
  })

  test.each([
    ['1100000029', { foundSsn: false, foundTaxId: true, personFlag: 'Y' }],
    ['1100000037', { foundSsn: false, foundTaxId: false, personFlag: 'Y' }],
    ['1200000010', { personFlag: 'N', poPgExists: false, npiFirstName: '', npiLastName: '' }],
    ['1300000019', { poPgExists: true, poId: '', regExists: false }],
    ['1300000027', { poPgExists: true, poId: 'PO101', poRegExists: false, regAtPoExists: false }],
    ['1400000018', { regExists: true, regAtNpiExists: true, regAtPgExists: false, poPgExists: false }],
    ['1400000026', { regExists: true, regAtNpiExists: false, regAtPgExists: true, poPgExists: true }],
  ])('valRegNpi returns the documented demo flags of %s', async (npi, flags) => {
    const reply = await openWizard(app).enterNpi(npi)
    expect(reply.entity).toMatchObject(flags)
    expect(Value.Check(NpiProfile, reply.entity)).toBe(true)
    expect(Object.keys(reply.entity).sort()).toEqual(Object.keys(NpiProfile.properties).sort())
  })

  test('valRegNpi maps all groups of an organization by name and marks those with an SAA', async () => {
    const { entity } = await openWizard(app).enterNpi('1300000027')
    const groups = entity.pgGroupKeys.map((id) => entity.pgGroupMap[id])
    expect(groups).toHaveLength(5)
    const names = groups.map((group) => group?.name ?? '')
    expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    expect(groups.filter((group) => group?.registerdGroup)).toHaveLength(1)
    expect(groups.filter((group) => group?.selectedNpiGroup).map((group) => group?.id)).toEqual(['PG1011'])
    for (const group of groups) {
      expect(group?.checked).toBe(group?.selectedNpiGroup)
      expect(group?.npiList.length).toBeGreaterThan(0)
      if (group?.registerdGroup) expect(group.npiList.every((provider) => provider.regFlag)).toBe(true)
    }
    const own = entity.pgGroupMap.PG1011
    expect(own?.npiList.find((provider) => provider.id === '1300000027')?.regFlag).toBe(false)
  })

  test('an SAA of the whole organization covers its groups and is not the SAA of any of them', async () => {
    const grants = [{ scopeKind: 'PO' as const, scopeId: 'PO101' }]
    const { id } = await insertTestAccount(app.db, { username: 'wholeorg', grants })
    const { entity } = await openWizard(app).enterNpi('1300000027')
    await app.db.deleteFrom('access_grant').where('account_id', '=', id).execute()
    expect(entity).toMatchObject({ regExists: true, regAtPoExists: true })
    expect(Object.values(entity.pgGroupMap).filter((group) => group.registerdGroup)).toHaveLength(1)
    expect(entity.pgGroupMap.PG1011?.npiList.every((provider) => provider.regFlag)).toBe(true)
  })

  test('valRegNpi marks a provider covered through another group, and one with their own SAA', async () => {
    const wizard = openWizard(app)
    const { entity } = await wizard.enterNpi('1400000026')
    expect(entity.pgGroupMap.PG1002).toMatchObject({ registerdGroup: true, registerdNpi: false })
    await app.db.insertInto('group_member').values({ group_id: 'PG1001', npi: '1400000026' }).execute()
    const other = await wizard.enterNpi('1300000019')
    const flags = other.entity.pgGroupMap.PG1001?.npiList.filter((provider) => provider.regFlag)
    expect(flags?.map((provider) => provider.id)).toEqual(['1400000026'])
    await app.db.deleteFrom('group_member').where('group_id', '=', 'PG1001').where('npi', '=', '1400000026').execute()

    await app.db.insertInto('group_member').values({ group_id: 'PG1001', npi: '1400000018' }).execute()
    const third = await wizard.enterNpi('1300000019')
    expect(third.entity.pgGroupMap.PG1001).toMatchObject({ registerdGroup: false, registerdNpi: true })
    await app.db.deleteFrom('group_member').where('group_id', '=', 'PG1001').where('npi', '=', '1400000018').execute()
  })

  test.each([
    ['1100000012', NPI_CHECK_DIGIT],
    [completeNpi('199999999'), NPI_UNKNOWN],
    ['1500000017', NPI_DEACTIVATED],
    ['1500000025', NPI_NOT_IN_NETWORK],
    ['11000', NPI_TEN_DIGITS],
  ])('valRegNpi refuses %s with its own message', async (npi, sentence) => {
    const wizard = openWizard(app)
    const reply = await wizard.enterNpi(npi)
    expect(reply).toMatchObject({ http: 200, status: 400, entity: { message: sentence, messageType: 'error' } })
    expect(wizard.browser.cookies.has('portico_reg')).toBe(false)
  })

  test('valRegNpi refuses an NPI that the national file lists as deactivated, regardless of its dates', async () => {
    const change = (deactivated: boolean) =>
      app.db.updateTable('provider').set({ deactivated }).where('npi', '=', '1100000011').execute()
    await change(true)
    const reply = await openWizard(app).enterNpi('1100000011')
    await change(false)
    expect(reply).toMatchObject({ status: 400, entity: { message: NPI_DEACTIVATED } })
  })

  test('valRegNpi returns a group name with JSON syntax unchanged', async () => {
    const hostile = 'Quote " back\\slash </script> \u2028 O’Neil'
    await app.db.updateTable('provider_group').set({ name: hostile }).where('group_id', '=', 'PG1001').execute()
    const { entity } = await openWizard(app).enterNpi('1300000019')
    expect(entity.pgGroupMap.PG1001?.name).toBe(hostile)
  })

  test('valRegNpi uses one statement each to count, look up and open, one more for groups and one to renew', async () => {
    // The first call also opens connections and fills caches.
    await openWizard(app).enterNpi('1300000027')
    const wizard = openWizard(app)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const statementsOf = async (asking: Wizard, npi: string) => {
      query.mockClear()
      await asking.enterNpi(npi)
      return query.mock.calls.length
    }
    expect(await statementsOf(wizard, '1100000011')).toBe(3)
    expect(await statementsOf(openWizard(app), '1300000027')).toBe(4)
    // A browser with a registration renews it.
    expect(await statementsOf(wizard, '1100000011')).toBe(4)
    expect(await statementsOf(wizard, '1300000027')).toBe(5)
    query.mockRestore()
  })

  const idHash = Buffer.from('a registration of this test alone')
  const now = new Date()
  test.each<[string, (db: Db) => Promise<unknown>]>([
    [
      'opening a registration',
      (db) => insertRegistration(db, { idHash, brand: 'standard', npi: null, linkId: null, accountId: null, now }),
    ],
    [
      'renewing a registration',
      async (db) => {
        const opened = await db.selectFrom('registration').select('id_hash').limit(1).executeTakeFirstOrThrow()
        const since = new Date(0)
        await updateRegistrationTouched(db, opened.id_hash, { now, touchedAfter: since, createdAfter: since })
      },
    ],
  ])('%s commits without waiting for the disk, and does not change the connection', async (_title, write) => {
    await openWizard(app).enterNpi('1100000011')
    await app.db.connection().execute(async (db) => {
      const setting = async () => (await sql`show synchronous_commit`.execute(db)).rows
      await sql`set synchronous_commit = on`.execute(db)
      await sql`begin`.execute(db)
      await write(db)
      expect(await setting()).toEqual([{ synchronous_commit: 'off' }])
      await sql`rollback`.execute(db)
      expect(await setting()).toEqual([{ synchronous_commit: 'on' }])
      await sql`reset synchronous_commit`.execute(db)
    })
  })

  test('a refused look-up opens no registration, and still renews the current one', async () => {
    const limited = await buildTestApp({ settings: { limits: { npiLookupsPer5Min: 4 } } })
    try {
      const rows = () => limited.db.selectFrom('registration').select(['npi', 'touched_at']).execute()
      const wizard = openWizard(limited)
      await wizard.enterNpi('1100000011')
      for (const [npi, why] of [
        [completeNpi('199999999'), NPI_UNKNOWN],
        ['123', NPI_TEN_DIGITS],
        ['1100000012', NPI_CHECK_DIGIT],
        ['1100000011', TOO_MANY_LOOKUPS],
      ] as const) {
        limited.clock.advance(1)
        expect(await wizard.enterNpi(npi)).toMatchObject({ status: 400, entity: { message: why } })
        expect(await rows()).toEqual([{ npi: '1100000011', touched_at: limited.clock.now() }])
      }
    } finally {
      await limited.close()
    }
  })

  test('a random cookie identifies the registration, and the database stores its hash', async () => {
    const browser = app.openBrowser()
    const response = await browser.get('/Provider/rest/nonsec/reg/valRegNpi?npiId=1100000011')
    const cookie = response.cookies.find((each) => each.name === 'portico_reg') as unknown as Record<string, unknown>
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(Buffer.from(String(cookie.value), 'base64url')).toHaveLength(16)
    const rows = await app.db.selectFrom('registration').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(String(cookie.value))
  })

  test('the partner host selects the partner brand', async () => {
    const wizard = openWizard(app, { host: 'partner.localhost' })
    const partner = await wizard.enterNpi('1100000011')
    const standard = await openWizard(app).enterNpi('1100000011')
    expect(partner.entity.regContract).not.toBe(standard.entity.regContract)
  })

  test('nonSaaNpiProfile is rate-limited per address', async () => {
    const limited = await buildTestApp({ settings: { limits: { npiLookupsPer5Min: 3 } } })
    try {
      const wizard = openWizard(limited)
      await wizard.enterNpi('1400000018')
      const choose = () => wizard.chooseRole('1400000018', 'AU')
      for (let count = 0; count < 3; count++) expect((await choose()).status).toBe(200)
      expect(await choose()).toMatchObject({ status: 400, entity: { message: TOO_MANY_LOOKUPS } })
      expect((await wizard.enterNpi('1400000018')).status).toBe(200)
    } finally {
      await limited.close()
    }
  })

  test('valRegNpi is rate-limited per address', async () => {
    const limited = await buildTestApp({ settings: { limits: { npiLookupsPer5Min: 3 } } })
    try {
      const wizard = openWizard(limited)
      for (let count = 0; count < 3; count++) expect((await wizard.enterNpi('1100000011')).status).toBe(200)
      expect(await wizard.enterNpi('1100000011')).toMatchObject({ status: 400, entity: { message: TOO_MANY_LOOKUPS } })
      expect((await openWizard(limited, { address: '203.0.113.77' }).enterNpi('1100000011')).status).toBe(200)
    } finally {
      await limited.close()
    }
  })

  test('the look-ups of valRegNpi use indexes', async () => {
    await app.db.transaction().execute(async (trx) => {
      const explain = async (sql: string, values: unknown[]) => {
        const compiled = { sql: `explain ${sql}`, parameters: values, query: {} as never, queryId: {} as never }
        const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>(compiled as never)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      }
      // Whatever the statistics of small tables are, a scan remains only where no index can serve.
      await sql`set local enable_seqscan = off`.execute(trx)
      const now = new Date()
      const provider = await explain(providerSql, ['1100000011', '192.0.2.1', now])
      expect(provider).toContain('provider_pkey')
      expect(provider).not.toMatch(/Seq Scan on (provider|network_provider|group_member|access_grant)\b/)
      const groups = await explain(affiliationSql, ['1300000027', 'PO101'])
      expect(groups).not.toMatch(/Seq Scan on (provider|network_provider|group_member)\b/)
    })
  })
})

describe('nonSaaNpiProfile', () => {
  test('nonSaaNpiProfile has the shape of valRegNpi and requires the NPI', async () => {
    const wizard = openWizard(app)
    expect(await wizard.chooseRole('1400000018', 'AU')).toMatchObject({
      status: 400,
      entity: { message: PROOF_MISSING },
    })
    const first = await wizard.enterNpi('1400000018')
    const profile = await wizard.chooseRole('1400000018', 'AU')
    expect(profile.status).toBe(200)
    expect(profile.entity).toEqual(first.entity)
  })

  test('nonSaaNpiProfile accepts only the NPI of the registration', async () => {
    const wizard = openWizard(app)
    await wizard.enterNpi('1400000018')
    expect(await wizard.chooseRole('1400000026', 'AU')).toMatchObject({ status: 400 })
  })

  test('the roles AA and AU require an administrator who can approve', async () => {
    const wizard = openWizard(app)
    await wizard.enterNpi('1100000011')
    expect(await wizard.chooseRole('1100000011', 'AA')).toMatchObject({
      status: 400,
      entity: { message: NO_ADMINISTRATOR_YET },
    })
    expect((await wizard.chooseRole('1100000011', 'SAA')).status).toBe(200)
  })
})

describe('the current registration', () => {
  test('a registration ends after 30 idle minutes, and each call renews it', async () => {
    const wizard = openWizard(app)
    await wizard.enterNpi('1400000018')
    for (let count = 0; count < 3; count++) {
      app.clock.advance(25 * 60)
      expect((await wizard.chooseRole('1400000018', 'SAA')).status).toBe(200)
    }
    app.clock.advance(31 * 60)
    expect(await wizard.chooseRole('1400000018', 'SAA')).toMatchObject({
      status: 407,
      entity: { message: PROOF_EXPIRED },
    })
  })

  test('a registration ends after two hours regardless of activity', async () => {
    const wizard = openWizard(app)
    await wizard.enterNpi('1400000018')
    for (let count = 0; count < 5; count++) {
      app.clock.advance(23 * 60)
      expect((await wizard.chooseRole('1400000018', 'SAA')).status).toBe(200)
    }
    app.clock.advance(6 * 60)
    expect((await wizard.chooseRole('1400000018', 'SAA')).status).toBe(407)
  })

  test('a forged cookie selects no registration', async () => {
    const wizard = openWizard(app)
    wizard.browser.cookies.set('portico_reg', 'AAAAAAAAAAAAAAAAAAAAAA')
    expect(await wizard.chooseRole('1400000018', 'SAA')).toMatchObject({
      status: 400,
      entity: { message: PROOF_MISSING },
    })
  })
})

describe('small look-ups', () => {
  test('npiSearch finds up to 20 providers by prefix and by words in any order', async () => {
    const { get } = openWizard(app).browser
    const search = async (words: string) => {
      const response = await get(`/Provider/rest/nonsec/npiSearch?search=${encodeURIComponent(words)}`)
      return response.json() as { status: number; entity: { npi: string; name: string }[] }
    }
    expect((await search('whit elean')).entity.map((hit) => hit.npi)).toContain('1100000011')
    expect((await search('110000001')).entity.map((hit) => hit.npi)).toContain('1100000011')
    expect((await search('a')).entity.length).toBeLessThanOrEqual(20)
  })

  test('getQuestions returns at least twenty distinct questions', async () => {
    const { entity } = await openWizard(app).get<string[]>('getQuestions')
    expect(new Set(entity).size).toBe(entity.length)
    expect(entity.length).toBeGreaterThanOrEqual(20)
  })

  test('getSmAgentId returns a word', async () => {
    expect((await openWizard(app).get<string>('getSmAgentId')).entity).toMatch(/^[\w-]+$/)
  })

  test('getDefaultPerms lists the permissions of an SAA', async () => {
    const wizard = openWizard(app)
    const { entity } = await wizard.get<{ referenceId: string; readOnly: string }[]>('getDefaultPerms', {
      providerType: 'NPI',
    })
    expect(entity.map((item) => item.referenceId).sort()).toEqual([
      'CLAIM',
      'ELIG',
      'HOME',
      'ROSTER',
      'SCOINV',
      'SCOTRK',
    ])
    expect((await wizard.get('getDefaultPerms', { providerType: 'X' })).http).toBe(400)
  })

  test('getSaaActivePerms accepts only entities that the NPI can register for', async () => {
    const wizard = openWizard(app)
    expect((await wizard.get('getSaaActivePerms', { entityId: 'PG1002' })).status).toBe(400)
    await wizard.enterNpi('1400000026')
    const { entity } = await wizard.get<unknown[]>('getSaaActivePerms', { entityId: 'PG1002' })
    expect(entity.length).toBe(6)
    expect((await wizard.get('getSaaActivePerms', { entityId: '1400000018' })).status).toBe(400)
  })

  test('checkPendingSaaRequestsForProvider reports a pending request', async () => {
    const wizard = openWizard(app)
    await wizard.enterNpi('1100000052')
    const pending = await wizard.get('checkPendingSaaRequestsForProvider', { providerId: '1100000052' })
    expect(pending).toMatchObject({ status: 200, entity: true })
    await wizard.enterNpi('1100000011')
    const none = await wizard.get('checkPendingSaaRequestsForProvider', { providerId: '1100000011' })
    expect(none).toMatchObject({ status: 200, entity: false })
    const foreign = await wizard.get('checkPendingSaaRequestsForProvider', { providerId: '1100000052' })
    expect(foreign.status).toBe(400)
  })

  test('checkPendingSaaRequestsForProvider ignores the pending request of the user', async () => {
    const npi = '1100000029'
    const wizard = openWizard(app)
    const requester = await insertTestAccount(app.db, { username: 'ownasker' })
    const { db, deps } = app
    const scopes = [{ kind: 'NPI' as const, id: npi }]
    await makeRequest(db, deps.settings, { accountId: requester.id, npi, scopes, now: app.clock.now() })
    const lookUp = async (who: Wizard) => {
      await who.enterNpi(npi)
      return (await who.get('checkPendingSaaRequestsForProvider', { providerId: npi })).entity
    }
    await wizard.browser.signIn('ownasker', testPassword)
    expect(await lookUp(wizard)).toBe(false)
    expect(await lookUp(openWizard(app))).toBe(true)
  })
})
