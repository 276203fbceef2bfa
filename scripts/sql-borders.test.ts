import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { FOREIGN_READS, FOREIGN_WRITES, type ForeignTable, findForeignTables, readTables } from './sql-borders.mjs'

const SCHEMA = `
-- ===== directory =====
CREATE TABLE provider (
-- ===== access =====
CREATE TABLE account (
CREATE VIEW open_account AS
-- ===== signon =====
CREATE TABLE passkey (
-- ===== platform =====
CREATE TABLE link (
`

const roots: string[] = []
afterEach(() => roots.splice(0).forEach((root) => void rmSync(root, { recursive: true, force: true })))

/** Finds what one seeded source file breaks. */
function findIn(file: string, source: string, writes: ForeignTable[] = [], reads: ForeignTable[] = []) {
  const root = mkdtempSync(join(tmpdir(), 'portico-sql-'))
  roots.push(root)
  for (const [path, text] of [
    ['server/schema.sql', SCHEMA],
    [file, source],
  ] as const) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return findForeignTables(root, { writes, reads }).map(([, sentence]) => sentence)
}

describe('writes', () => {
  test.each([
    'sql`insert into account (id) values (1)`',
    "sql`update account a set state = 'CLOSED'`",
    'sql`update account\n  set state = null`',
    'sql`with gone as (delete from account where id = 1 returning id) select 1`',
    'sql`copy account from stdin`',
    "db.insertInto('account').values(row)",
    "db\n  .updateTable('account')\n  .set(row)",
    "db.deleteFrom('account')",
  ])('a write of another area is refused: %s', (source) => {
    expect(findIn('server/src/signon/store/accounts.ts', source)).toEqual([
      'writes account, a table of access. Call a function of access.',
    ])
  })

  test('the owner writes its table, and an exception allows the others', () => {
    const source = "db.deleteFrom('account')"
    expect(findIn('server/src/access/store/accounts.ts', source)).toEqual([])
    expect(findIn('server/src/signon/store/accounts.ts', source, [['signon', 'account', 'reason']])).toEqual([])
  })

  test('an exception that no statement needs is reported', () => {
    expect(findIn('server/src/access/store/accounts.ts', '', [['signon', 'account', 'reason']])).toEqual([
      'allows needless writes of account to signon.',
    ])
  })
})

describe('reads', () => {
  test.each([
    'sql`select 1 from provider p, passkey k`',
    'sql`select 1 from provider p left join passkey k using (id)`',
    "db.selectFrom(['provider', 'passkey as k'])",
    "db.selectFrom('provider').innerJoin('passkey', 'passkey.id', 'provider.id')",
  ])('a table of an area above is refused: %s', (source) => {
    expect(findIn('server/src/access/store/accounts.ts', source)).toEqual([
      'reads passkey, a table of signon, which is not below access.',
    ])
  })

  test('a table of a peer is refused', () => {
    expect(findIn('server/src/members/store/list.ts', 'sql`select from passkey`')).toHaveLength(1)
  })

  test('tables of areas below, views and the names of other things are accepted', () => {
    const source = `
      import { passkey } from '../domain/account.ts'
      /** Reads the public key from passkey. */
      sql\`select from account a join open_account o using (id), provider p join link l on l.id = p.id\`
      // then the caller deletes it: delete from passkey`
    expect(findIn('server/src/contracts/store/list.ts', source)).toEqual([])
  })
})

test('a source names its tables once each', () => {
  const { writes, reads } = readTables('sql`update link l set a = 1 from account where l.id in (select id from link)`')
  expect([...writes]).toEqual(['link'])
  expect([...reads]).toEqual(['account', 'link'])
})

test('every exception has a reason', () => {
  for (const [area, table, reason] of [...FOREIGN_WRITES, ...FOREIGN_READS])
    expect(reason, `${area} ${table}`).toMatch(/^[a-z].{10,}[^.]$/)
})
