import { shownName } from '@portico/core/plan-data/shown-name'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertTestAccount } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { openWizard } from '../../test/wizard.ts'
import { readGroupList } from './domain/group-list.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const ASKED = '1300000027'
const ORGANIZATION = 'PO101'

const run = (statement: string) => sql.raw(statement).execute(app.db)

async function grant(username: string, scopeKind: 'NPI' | 'PG' | 'PO', scopeId: string): Promise<void> {
  await insertTestAccount(app.db, { username, grants: [{ scopeKind, scopeId }] })
}

async function inGroup(group: string): Promise<string[]> {
  const { rows } = await sql<{ npi: string }>`
    select npi from group_member where group_id = ${group} order by npi`.execute(app.db)
  return rows.map(({ npi }) => npi)
}

/** Reads the same lists provider by provider, without cohorts, or denormalized names. */
async function readPlainly() {
  const active = (entity: string) =>
    sql`exists (select from access_grant a where a.entity = ${sql.raw(entity)} and a.role = 'SAA' and a.state = 'ACTIVE')`
  const { rows } = await sql<{ group: string; id: string; name: string; own: boolean; covered: boolean }>`
    select g.group_id as "group", p.npi as id, p.name, ${active(`'NPI:' || p.npi`)} as own,
      ${active(`'PO:' || g.org_id`)} or exists (
        select from group_member o where o.npi = p.npi and ${active(`'GROUP:' || o.group_id`)}) as covered
    from provider_group g join group_member m using (group_id) join provider p using (npi)
    where g.org_id = ${ORGANIZATION} order by p.name collate "C", p.npi`.execute(app.db)
  const groups = Object.groupBy(rows, ({ group }) => group)
  const plain = (members: typeof rows = []) => ({
    registerdNpi: members.some(({ own }) => own),
    npiList: members.map(({ id, name, own, covered }) => ({ id, name: shownName(name), regFlag: own || covered })),
  })
  return Object.fromEntries(Object.entries(groups).map(([id, members]) => [id, plain(members)]))
}

async function readReply() {
  const { entity } = await openWizard(app).enterNpi(ASKED)
  const groups = Object.entries(entity.pgGroupMap)
  return Object.fromEntries(groups.map(([id, { registerdNpi, npiList }]) => [id, { registerdNpi, npiList }]))
}

// Each change builds on the one before.
describe('group lists after a change', { shuffle: false }, () => {
  const firstOf = async (group: string) => (await inGroup(group))[0] ?? ''
  test.each<[string, () => Promise<unknown>]>([
    [
      'a provider changed their name',
      async () => {
        await run(`update provider set name = 'ZENA "O''HARA" \\ 界' where npi = '${ASKED}'`)
        await run('select refresh_network_names()')
      },
    ],
    [
      'a provider joined a group',
      async () => run(`insert into group_member values ('PG1011', '${await firstOf('PG1012')}')`),
    ],
    ['a provider got their own SAA', async () => grant('ownsaa', 'NPI', await firstOf('PG1012'))],
    [
      'the provider’s SAA was suspended',
      () => run(`update access_grant set state = 'SUSPENDED' where ${grantsOf('ownsaa')}`),
    ],
    [
      'the provider’s SAA was reactivated',
      () => run(`update access_grant set state = 'ACTIVE' where ${grantsOf('ownsaa')}`),
    ],
    [
      'the provider’s SAA was revoked',
      () => run(`update access_grant set state = 'REVOKED', ended_at = now() where ${grantsOf('ownsaa')}`),
    ],
    ['a group that shares members with another got an SAA', () => grant('groupsaa', 'PG', 'PG1012')],
    [
      'the SAA of the group was suspended',
      () => run(`update access_grant set state = 'SUSPENDED' where ${grantsOf('groupsaa')}`),
    ],
    ['the organization got an SAA', () => grant('orgsaa', 'PO', ORGANIZATION)],
    ['the SAA of the organization was deleted', () => run(`delete from access_grant where ${grantsOf('orgsaa')}`)],
    ['a provider left a group', async () => run(`delete from group_member where npi = '${await firstOf('PG1012')}'`)],
    ['a group left the organization', () => run(`update provider_group set org_id = null where group_id = 'PG1012'`)],
    [
      'the group returned to the organization',
      () => run(`update provider_group set org_id = '${ORGANIZATION}' where group_id = 'PG1012'`),
    ],
    [
      'a provider left the network',
      async () => {
        const npi = await firstOf('PG1012')
        await run(`delete from group_member where npi = '${npi}'`)
        await run(`update network_provider set left_at = now() where npi = '${npi}'`)
      },
    ],
  ])('the group lists are current after this change: %s', async (_what, change) => {
    const before = await readReply()
    await change()
    const reply = await readReply()
    expect(reply).toEqual(await readPlainly())
    expect(reply).not.toEqual(before)
  })

  test('the group lists still include a deactivated provider', async () => {
    await run(`update provider set deactivated = true where npi = '${await firstOf('PG1013')}'`)
    expect(await readReply()).toEqual(await readPlainly())
  })
})

function grantsOf(username: string): string {
  return `account_id = (select id from account where username = '${username}')`
}

describe('group list', () => {
  const facts = (names: string[]) => ({
    npis: names.map((_, index) => index).join(',') || null,
    names: names.length > 0 ? JSON.stringify(names) : null,
    registered: '0'.repeat(names.length) || null,
  })

  test('the list of a group without members is empty', async () => {
    expect(await readGroupList(facts([]))).toEqual([])
  })

  test('a provider with an SAA of their own, or of a group or organization, is marked', async () => {
    expect(await readGroupList({ ...facts(['ANN', 'Bo', 'Cy']), registered: '120' })).toEqual([
      { id: '0', name: 'Ann', regFlag: true },
      { id: '1', name: 'Bo', regFlag: true },
      { id: '2', name: 'Cy', regFlag: false },
    ])
  })

  test('reading a long list yields to the event loop', async () => {
    let turns = 0
    const countTurn = () => {
      turns += 1
      next = setImmediate(countTurn)
    }
    let next = setImmediate(countTurn)
    const names = Array.from({ length: 20_000 }, (_, index) => `PAT ${index} O'HARA`)
    const list = await readGroupList(facts(names))
    clearImmediate(next)
    expect(list.at(-1)).toEqual({ id: '19999', name: "Pat 19999 O'Hara", regFlag: false })
    // Once for every 500 names.
    expect(turns).toBeGreaterThanOrEqual(39)
  })
})
