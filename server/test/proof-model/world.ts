import { sql } from 'kysely'
import type pg from 'pg'
import { insertTestAccount, testPassword } from '../accounts.ts'
import type { TestBrowser } from '../browser.ts'
import type { TestApp } from '../build-test-app.ts'
import { type Body, openWizard, type Wizard } from '../wizard.ts'
import { type AccessRequest, type Method, type Proof, type Registration, STAFF } from './model.ts'

export type Provider = { npi: string; method: Method; typed: Body }

/** Demo physicians who can prove their identity, with their credentials. */
export const PROVIDERS: Provider[] = [
  { npi: '1100000011', method: 'ssn', typed: { validateBy: 'ssn', lastSsn: '4321' } },
  { npi: '1100000029', method: 'tin', typed: { validateBy: 'tin', taxId: '042345678' } },
  { npi: '1400000018', method: 'ssn', typed: { validateBy: 'ssn', lastSsn: '8642' } },
]

/** A physician in a group of an organization. This NPI can request all groups of the organization. */
export const OFFICE: Provider & { own: string; other: string; third: string } = {
  ...{ npi: '1300000027', method: 'ssn', typed: { validateBy: 'ssn', lastSsn: '2468' } },
  ...{ own: 'PG1011', other: 'PG1012', third: 'IPA1014' },
}

/** Groups selected in the wizard, at group or organization level. */
export type Groups = { level: 'PG' | 'PO'; ids: string[] }

/** `browsers` are visitors without a session; each person who signs in has a separate browser in `sessions`. */
export type World = {
  app: TestApp
  browsers: Wizard[]
  /** The last form of each browser, for repeats. */
  sent: ({ call: 'addSaa' | 'addPoPgSaa' | 'addNonSaaUser'; form: Body } | undefined)[]
  /** The last quiz shown in each browser. */
  quizzes: (ShownQuiz | undefined)[]
  /** The last code requested in each browser. */
  codes: (SentCode | undefined)[]
  allCodes: SentCode[]
  passwords: Map<string, { username: string; password: string }>
  /** Reused sessions, because signing in for every command would take most of the time. */
  sessions: Map<string, TestBrowser>
  /** Counts of events, to detect a run that proves nothing. */
  happened: Map<string, number>
}

export type ShownQuiz = { quizId: string; shownAt: number; graded: boolean; failed: boolean; of: Proof }
export type SentCode = {
  codeId: string
  code: string
  sentAt: number
  /** The registration that requested the code. */
  of: Registration
  wrong: number
  state: 'open' | 'passed' | 'failed' | 'replaced'
}

/** Imported and append-only tables. A sequence starts with all other tables empty. */
const KEPT = `provider provider_word organization provider_group network_provider group_member member claim sco_case
  sco_invoice network_listing banner faq description audit_event audit_seal audit_unsealed`.split(/\s+/)

/** Deletes all rows made by people, or truncates their tables. Requires the owner of the tables. */
export async function createEmptier(owner: pg.Client) {
  const { rows } = await owner.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename not like 'kysely%' and tablename <> all($1)`,
    [KEPT],
  )
  const names = rows.map((row) => row.name)
  // Disables foreign keys, to delete in any order. TRUNCATE creates new files and takes longer.
  await owner.query('set session_replication_role = replica')
  const deleting = names.map((name) => `delete from ${name};`).join(' ')
  await owner.query(`create function empty_plan() returns void language plpgsql as $$ begin ${deleting} end $$`)
  return {
    empty: () => owner.query('select empty_plan()'),
    truncate: () => owner.query(`truncate ${names.join(', ')}`),
  }
}

export async function openWorld(app: TestApp, browsers: number, happened: World['happened']): Promise<World> {
  await insertTestAccount(app.db, { username: 'modelstaff', kind: 'internal' })
  return {
    app,
    browsers: Array.from({ length: browsers }, (_, index) => openWizard(app, { address: `203.0.113.${20 + index}` })),
    sent: [],
    quizzes: [],
    codes: [],
    allCodes: [],
    sessions: new Map(),
    passwords: new Map([[STAFF, { username: 'modelstaff', password: testPassword }]]),
    happened,
  }
}

export function count(world: World, what: string): void {
  world.happened.set(what, (world.happened.get(what) ?? 0) + 1)
}

/** Counts an event, and also as '(several)' if the request has several grants. */
export function countFor(world: World, what: string, request: AccessRequest): void {
  count(world, what)
  if (request.scopes.length > 1) count(world, `${what} (several)`)
}

/** Returns a signed-in browser of the person, and reuses an open session. */
export async function signedIn(world: World, who: string): Promise<TestBrowser> {
  const open = world.sessions.get(who)
  if (open) return open
  const browser = world.app.openBrowser({ address: '203.0.113.90' })
  const known = world.passwords.get(who)
  if (known) await browser.signIn(known.username, known.password)
  world.sessions.set(who, browser)
  return browser
}

/** Reads the product's state: accounts that can sign in, active access, and NPIs on hold. */
export async function readPlan(app: TestApp) {
  const { rows } = await sql<{ accounts: string[]; active: string[]; holds: string[] }>`
    select array(select email from account
        where kind = 'provider' and state not in ('INVITED', 'CLOSED')) as accounts,
      array(select concat_ws(' ', a.email, split_part(g.entity, ':', 2), g.role) from access_grant g join account a on a.id = g.account_id
        where g.state = 'ACTIVE') as active,
      array(select distinct npi from registration_hold
        where kind = 'HOLD' and held_at is not null and lifted_at is null) as holds`.execute(app.db)
  return { accounts: rows[0]?.accounts.sort(), active: rows[0]?.active.sort(), holds: rows[0]?.holds.sort() }
}
