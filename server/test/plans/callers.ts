import type pg from 'pg'
import { sweep } from '#platform/operations/sweep.ts'
import { accessJobs } from '../../src/access/scheduled-jobs.ts'
import { insertTestAccount, testPassword } from '../accounts.ts'
import type { TestBrowser } from '../browser.ts'
import type { TestApp } from '../build-test-app.ts'
import { type Country, groupsOf, LARGE, npiOf, SMALL } from './country.ts'

/**
 * The callers: a visitor, an office of constant size, one that grows with the country, a billing service whose access
 * grows with the number of groups, a member, plan staff: an administrator and a support
 * agent.
 */
export type Caller = 'visitor' | 'office' | 'large' | 'service' | 'member' | 'staff' | 'support'

const PERMISSIONS = ['HOME', 'CLAIM', 'ROSTER', 'ELIG', 'SCOTRK', 'SCOINV', 'CAPECOD']
/** Last sign-in of all callers; the portal shows changes since then. */
const lastWeek = new Date('2026-02-24T12:00:00Z')

/** An NPI with a valid check digit, outside the range of any country. Its provider belongs to the large organization. */
export const REGISTRABLE = '2999999990'

/** Inserts the callers and their queues. */
export async function insertCallers(site: TestApp, owner: pg.Client): Promise<void> {
  for (const [username, scopeId] of [
    ['office', SMALL.org],
    ['large', LARGE.org],
  ] as const)
    await insertTestAccount(site.db, { username, grants: [{ scopeKind: 'PO', scopeId, permissions: PERMISSIONS }] })
  await insertTestAccount(site.db, { username: 'service', grants: [] })
  const { id } = await insertTestAccount(site.db, { username: 'member', kind: 'member' })
  await insertTestAccount(site.db, { username: 'staff', kind: 'internal' })
  await insertTestAccount(site.db, { username: 'support', kind: 'internal', staffRole: 'SUPPORT' })
  await owner.query('update account set last_sign_in_at = $1', [lastWeek])
  await owner.query("update account set member_id = 'M0' where id = $1", [id])
  for (const statement of queues) await owner.query(statement)
}

const waiting = 'generate_series(1, 30) w'
/** The mail backlog of a one-hour mail server outage. */
const mails = 'generate_series(1, 400) w'
const since = "timestamptz '2026-03-01 09:00Z' + make_interval(mins => w::int)"
const askers = "(select id, row_number() over (order by id) as w from account where public_id like 'country%') a"

/** Queues whose length does not depend on the country's size. */
const queues = [
  `insert into provider (npi, entity_type, name, search_name) values ('${REGISTRABLE}', 1, 'Mary Martin', 'mary martin')`,
  `insert into network_provider (npi, org_id) values ('${REGISTRABLE}', '${LARGE.org}')`,
  `insert into group_member (group_id, npi) values ('${LARGE.org}-1', '${REGISTRABLE}')`,
  // Approval by the large organization, by the small office, and by plan staff for a group without an SAA.
  ...[`'${LARGE.org}-' || w % 20`, `'${SMALL.org}-' || w % 3`, "'G0'"].flatMap((group, index) => [
    `insert into access_request (reference, account_id, role, reg_type, npi, path, brand, state, created_at, expires_at)
      select 'WAIT${index}-' || w, a.id, 'AU', 'PG', '${npiOf(0)}', 'APPROVAL', 'harborview', 'PENDING_APPROVAL', ${since},
        timestamptz '2026-03-20Z' from ${waiting} join ${askers} using (w)`,
    `insert into access_grant (account_id, request_id, scope_kind, scope_id, role, permissions, state, created_at)
      select r.account_id, r.id, 'PG', ${group}, 'AU', '{HOME}', r.state, r.created_at
      from ${waiting} join access_request r on r.reference = 'WAIT${index}-' || w`,
  ]),
  `insert into access_request (reference, account_id, role, reg_type, npi, path, brand, state, created_at)
    select 'CONT-' || w, a.id, 'SAA', 'NPI', '${npiOf(5)}', 'CONTRACT', 'harborview', 'PENDING_CONTRACT', ${since}
    from ${waiting} join ${askers} using (w)`,
  `insert into access_grant (account_id, request_id, scope_kind, scope_id, role, permissions, state, created_at)
    select r.account_id, r.id, 'NPI', r.npi, 'SAA', '{HOME}', r.state, r.created_at
    from ${waiting} join access_request r on r.reference = 'CONT-' || w`,
  `insert into signed_contract (request_id, came_by, received_at, state, sha256, page_count)
    select r.id, 'UPLOAD', r.created_at, 'RECEIVED', 'none', 1
    from ${waiting} join access_request r on r.reference = 'CONT-' || w`,
  `insert into mail_message (message_id, kind, brand, to_address, subject, body, created_at, next_attempt_at, gave_up_at)
    select 'wait' || w, 'request.made', 'harborview', 'w@example.org', 'Waits', 'Text', ${since},
      timestamptz '2026-03-02 18:00Z', case when w % 5 = 0 then ${since} end from ${mails}`,
  `insert into practice_change (account_id, npi, field, value_after, source, reported_at, due_at, state)
    select a.id, '${npiOf(3)}', 'other', jsonb_build_object('kind', 'PHONE', 'details', 'Waits ' || w), 'REPORT', ${since},
      ${since}, 'WAITING' from ${waiting} join ${askers} using (w)`,
  `insert into registration (id_hash, brand, npi, created_at, touched_at)
    select sha256(('reg' || w)::bytea), 'harborview', '${npiOf(7)}', ${since}, timestamptz '2026-03-02 14:59Z'
    from ${waiting}`,
  `insert into hub_client (client_id, name, brand, redirect_uris, logout_uri, post_logout_uris, tile_uri, kinds, scopes,
      permissions, asks_consent, allows_empty_access, subject_salt, secret_hash, created_at)
    select 'tool' || w, 'Tool ' || w, 'harborview', '{https://tool.example.org/callback}', 'https://tool.example.org/logout',
      '{}', 'https://tool.example.org/', '{provider,internal,member}', '{profile}', '{}', false, true, 'salt', 'none', ${since}
    from ${waiting}`,
  `insert into hub_logout (client_id, account_id, queued_at, due_at)
    select 'tool' || w, a.id, ${since}, ${since} from ${waiting} join ${askers} using (w)`,
  `insert into hub_record (model, id_hash, payload, written_at, expires_at)
    select 'Interaction', sha256(('over' || w)::bytea), 'none', ${since}, ${since} from ${waiting}`,
]

/** Grants that callers get as the country grows. */
const given = (country: Country) => [
  `insert into access_request (reference, account_id, role, reg_type, npi, path, brand, state, created_at, decided_at,
      decided_by, decided_as)
    select 'SERV-' || p.group_id, a.id, 'AA', 'PG', '${npiOf(0)}', 'APPROVAL', 'harborview', 'ACTIVE', ${givenAt}, ${givenAt},
      a.id, 'STAFF'
    from account a, ${groupsOf(country)} p where a.username = 'service'`,
  `insert into access_grant (account_id, request_id, scope_kind, scope_id, role, permissions, state, created_at,
      activated_at, confirm_due_at)
    select r.account_id, r.id, 'PG', p.group_id, 'AA', '{${PERMISSIONS.join()}}', 'ACTIVE', ${givenAt}, ${givenAt},
      timestamptz '2026-12-01Z'
    from ${groupsOf(country)} p join access_request r on r.reference = 'SERV-' || p.group_id`,
]
const givenAt = "timestamptz '2026-01-10Z'"

/** The job that clears markers written with the rows; it runs every minute. */
const sweptAway = accessJobs.jobs.filter(({ name }) => name === 'left-to-staff')

/** Ends open links, so that callers can request them again. */
const over = 'update link set ended_at = created_at where used_at is null'

/** Inserts the callers' grants for a country of this size, runs the scheduled job, and updates planner statistics. */
export async function growCallers({ deps, clock }: TestApp, owner: pg.Client, country: Country): Promise<void> {
  for (const statement of [...given(country), over]) await owner.query(statement)
  await sweep(deps, clock.now(), sweptAway)
  await owner.query('vacuum analyze')
}

export async function openBrowsers(site: TestApp): Promise<Record<Caller, TestBrowser>> {
  const open = async (caller: Caller) => {
    const browser = site.openBrowser()
    if (caller !== 'visitor') await browser.signIn(caller, testPassword)
    return browser
  }
  return {
    visitor: await open('visitor'),
    office: await open('office'),
    large: await open('large'),
    service: await open('service'),
    member: await open('member'),
    staff: await open('staff'),
    support: await open('support'),
  }
}
