import { createHash } from 'node:crypto'
import type pg from 'pg'

/**
 * A plan that grows: providers, members, claims, accounts, requests and history scale together. The small office stays
 * constant. The large organization keeps its groups, but its providers and people grow. Requests that await other
 * people grow too. The caller's own queue does not grow, because people keep queues short.
 */
export type Country = { from: number; to: number }

/** First NPI of the generated directory. */
const FIRST_NPI = 2_000_000_000
export const SMALL = { org: 'SMALL', providers: 20 }
export const LARGE = { org: 'LARGE', groups: 20 }
export const npiOf = (index: number): string => String(FIRST_NPI + index)
/** A ZIP code has ten locations with ten providers each, and five ZIP codes start with the same three digits. */
export const zipOf = (index: number): string =>
  `${String(Math.floor(index / 500) % 1000).padStart(3, '0')}0${Math.floor(index / 100) % 5}`

const npi = `(${FIRST_NPI} + i)::text`
const range = ({ from, to }: Country) => `generate_series(${from}::int, ${to - 1}::int) i`
const isNetwork = `(i < ${SMALL.providers} or i % 10 between 1 and 5)`
const isSmall = `(i < ${SMALL.providers})`
const isLarge = `(i >= ${SMALL.providers} and i % 10 = 1)`
const orgOf = `case when ${isSmall} then 'SMALL' when ${isLarge} then 'LARGE' else 'O' || i / 500 end`
const groupOf = `case when ${isSmall} then 'SMALL-' || i % 3 when ${isLarge} then 'LARGE-' || i / 10 % ${LARGE.groups}
  else 'G' || i / 50 end`
/** Groups outside the small office and the large organization. */
export const groupsOf = (country: Country): string =>
  `(select distinct ${groupOf} as group_id from ${range(country)}
    where ${isNetwork} and not ${isSmall} and not ${isLarge})`
/** Spread over the two years before the test clock. */
const past = `timestamptz '2026-03-01 12:00Z' - make_interval(hours => (i * 7919) % 17520)`

const FIRST = ['Mary', 'Mark', 'Anna', 'Jose', 'Li', 'Omar', 'Ruth', 'Ivan', 'Zoe', 'Max']
const SYLLABLES = ['mar', 'tin', 'son', 'ber', 'gar', 'cia', 'lo', 'pez', 'kov', 'nen', 'smi', 'thers']
const syllable = (expression: string) =>
  `(array['${SYLLABLES.join("','")}'])[1 + (${expression}) % ${SYLLABLES.length}]`
const first = `(array['${FIRST.join("','")}'])[1 + i % ${FIRST.length}]`
const last = `initcap(${syllable('i / 10')} || ${syllable('i / 120')} || ${syllable('i / 1440')})`

/** Email addresses share names and the same top-level domain; only the letters of the practice differ. */
const PRACTICE = { people: 20, letters: 4 }
const letter = (place: number) =>
  `chr(97 + get_byte(decode(md5('practice' || i / ${PRACTICE.people}), 'hex'), ${place}) % 26)`
const practice = Array.from({ length: PRACTICE.letters }, (_, place) => letter(place)).join(' || ')
const email = `lower(${first} || '.' || ${last}) || '@' || ${practice} || '.example'`

/** The email address that the SQL above generates for a person. */
export function emailOf(index: number): string {
  const nth = (list: string[], at: number) => list[Math.floor(at) % list.length]
  const name = [10, 120, 1440].map((part) => nth(SYLLABLES, index / part)).join('')
  const hash = createHash('md5')
    .update(`practice${Math.floor(index / PRACTICE.people)}`)
    .digest()
  const letters = [...hash.subarray(0, PRACTICE.letters)].map((byte) => String.fromCharCode(97 + (byte % 26)))
  return `${nth(FIRST, index)?.toLowerCase()}.${name}@${letters.join('')}.example`
}

const directory = (country: Country) => [
  `insert into organization (org_id, name) select distinct ${orgOf}, 'Organization ' || ${orgOf}
    from ${range(country)} where ${isNetwork} on conflict do nothing`,
  `insert into provider_group (group_id, kind, name, org_id)
    select distinct ${groupOf}, case when i % 100 < 50 then 'PG' else 'IPA' end, 'Group ' || ${groupOf}, ${orgOf}
    from ${range(country)} where ${isNetwork} on conflict do nothing`,
  `insert into provider (npi, entity_type, name, first_name, last_name, search_name, address, city, state, postal_code,
      phone, taxonomy_code)
    select ${npi}, 1, f || ' ' || l, f, l, lower(f || ' ' || l), '1 Main Street', 'Town ' || i % 300, 'MA', '02134',
      '6175550100', (array['207Q00000X', '208D00000X', '207R00000X'])[1 + i % 3]
    from (select i, ${first} as f, ${last} as l from ${range(country)}) made`,
  `insert into provider_word (word, npi, search_name)
    select w, npi, search_name from provider, string_to_table(search_name, ' ') w
    where npi >= '${npiOf(country.from)}' and npi < '${npiOf(country.to)}'`,
  'begin',
  'select defer_cohorts()',
  `insert into network_provider (npi, org_id, region, provider_email)
    select ${npi}, ${orgOf}, (array['Cape Cod', 'Boston', 'West'])[1 + i % 3], 'provider' || i || '@example.org'
    from ${range(country)} where ${isNetwork}`,
  `insert into group_member (group_id, npi) select ${groupOf}, ${npi} from ${range(country)} where ${isNetwork}`,
  'select assign_deferred_cohorts()',
  'commit',
  'begin',
  'select refresh_network_listing()',
  'commit',
]

/** Towns lie about 40 miles apart. A location in ten has no coordinates. */
const practices = (country: Country) => [
  `insert into health_plan (plan_id, name, network_id, changed_at)
    values ('PLAN', 'Plan', 'NET', timestamptz '2026-01-01Z') on conflict do nothing`,
  `insert into practice_location (location_id, name, address_1, city, state, zip, phone, hours, latitude, longitude,
      changed_at)
    select 'L' || i / 10, 'Office ' || i / 10, '1 Main Street', 'Town ' || i / 500, 'MA',
      lpad((i / 500 % 1000)::text, 3, '0') || '0' || i / 100 % 5, '6175550100', 'Mon-Fri 9-5',
      case when i % 100 < 90 then 30 + (i / 500 % 40) * 0.6 + i % 7 * 0.01 end,
      case when i % 100 < 90 then -70 - i / 20000 * 0.8 - i % 11 * 0.01 end, ${past}
    from ${range(country)} where i % 10 = 0`,
  `insert into practice (npi, location_id, group_id, network_id, specialty, accepting_new_patients, telehealth, languages,
      loaded_at, changed_at, verified_at)
    select ${npi}, 'L' || i / 10, ${groupOf}, 'NET',
      case when i % 11 = 0 then '208800000X' else (array['207Q00000X', '208D00000X', '207R00000X'])[1 + i % 3] end,
      (array['Y', 'N', 'EXISTING'])[1 + i / 3 % 3], i % 2 = 0, case when i % 5 = 1 then '{en,es}' else '{en}' end::text[],
      ${past}, ${past}, timestamptz '2026-02-01Z'
    from ${range(country)} where ${isNetwork}`,
  `insert into published_value (type, id, parameter, value)
    select 'HealthcareService', 'H' || i, 'specialty', (array['207Q00000X', '208D00000X', '207R00000X'])[1 + i % 3] || '|nucc'
    from ${range(country)} where ${isNetwork}`,
]

const records = (country: Country) => [
  `insert into member (member_id, subscriber_id, relationship, first_name, last_name, birth_date, plan_name,
      effective_date)
    select 'M' || i, 'M' || i - i % 4, case when i % 4 = 0 then 'SELF' else 'CHILD' end, ${first}, ${last},
      date '2015-01-01' - (i % 9000) * (case when i % 4 = 0 then 4 else 0 end), 'Plan', date '2020-01-01'
    from ${range(country)}`,
  `insert into claim (claim_number, npi, member_id, billed_amount, paid_amount, service_date, status, changed_at)
    select 'C' || i || '-' || n, ${npi}, 'M' || (i * 31 + n) % ${country.to}, 100 + n, 80, date '2026-02-28' - (i * 13 + n * 97) % 700,
      (array['PAID', 'DENIED', 'PENDING'])[1 + (i + n) % 3],
      case when i % 20 = 1 then timestamptz '2026-03-01 06:00Z' else ${past} end
    from ${range(country)}, generate_series(1, 3) n where ${isNetwork}`,
  `insert into sco_case (case_id, npi, member_id, opened, status, next_review)
    select 'SC' || i || '-' || n, ${npi}, 'M' || i, date '2026-02-01' - (i * 13 + n) % 700, 'OPEN', date '2026-06-01'
    from ${range(country)}, generate_series(1, 2) n where ${isNetwork}`,
  `insert into sco_invoice (invoice_number, npi, period, amount, status, due_date)
    select 'SI' || i || '-' || n, ${npi}, to_char(date '2026-02-01' - (i * 13 + n) % 700, 'YYYY-MM'), 12.5, 'DUE',
      date '2026-06-01'
    from ${range(country)}, generate_series(1, 2) n where ${isNetwork}`,
]

const people = (country: Country) => [
  `insert into account (public_id, kind, state, brand, username, username_key, password_hash, first_name, last_name,
      email, member_id, created_at, activated_at, last_sign_in_at)
    select 'country' || i, case when i % 4 = 0 then 'member' else 'provider' end, 'ACTIVE', 'harborview', 'country' || i,
      'country' || i, 'none', ${first}, ${last}, ${email},
      case when i % 4 = 0 then 'M' || i end, ${past}, ${past}, timestamptz '2026-02-20Z'
    from ${range(country)} where i > 0`,
  `insert into access_request (reference, account_id, role, reg_type, npi, path, brand, state, created_at, decided_at,
      decided_by, decided_as)
    select 'REF' || i, a.id, role, case when role = 'AU' then 'PG' else 'NPI' end, ${npi}, path, 'harborview',
      case when i % 13 = 0 then 'REJECTED' else 'ACTIVE' end, ${past}, ${past}, a.id,
      case when path = 'BEHALF' then 'PROVIDER' when path = 'CONTRACT' then 'STAFF' when i % 7 = 0 then 'STAFF'
        else 'ADMINISTRATOR' end
    from (select i, case when i % 2 = 0 then 'SAA' else 'AU' end as role,
        (array['CONTRACT', 'APPROVAL', 'BEHALF', 'SELF'])[1 + i / 2 % 4] as path
      from ${range(country)}) made
    join account a on a.public_id = 'country' || i where a.kind = 'provider'`,
  `insert into access_grant (account_id, request_id, scope_kind, scope_id, role, permissions, state, created_at,
      activated_at, confirm_due_at)
    select r.account_id, r.id, case when r.role = 'AU' then 'PG' else 'NPI' end,
      case when r.role = 'AU' then ${groupOf} else ${npi} end, r.role, '{HOME,CLAIM,ROSTER,ELIG}', r.state, r.created_at,
      r.created_at, timestamptz '2026-12-01Z'
    from ${range(country)} join access_request r on r.reference = 'REF' || i`,
]

/** Finished records. */
const history = (country: Country) => [
  `insert into signed_contract (request_id, came_by, received_at, state, decided_at, decided_by, sha256, page_count)
    select r.id, 'UPLOAD', r.created_at, 'VALIDATED', r.decided_at, r.decided_by, 'none', 1
    from ${range(country)} join access_request r on r.reference = 'REF' || i where r.path = 'CONTRACT'`,
  `insert into audit_event (at, actor_account_id, actor_kind, action, npi, subject_account_id, request_id, details)
    select ${past}, a.id, 'provider', (array['session.opened', 'grant.changed', 'request.made', 'account.opened'])[n],
      ${npi}, a.id, null, '{}'
    from ${range(country)} join account a on a.public_id = 'country' || i, generate_series(1, 3) n`,
  'delete from audit_unsealed',
  `insert into mail_message (message_id, kind, brand, to_address, subject, body, account_id, created_at, sent_at,
      next_attempt_at)
    select 'country' || i || '-' || n, 'request.made', 'harborview', a.email, 'Your request ' || i, 'Text', a.id, ${past},
      ${past}, ${past}
    from ${range(country)} join account a on a.public_id = 'country' || i, generate_series(1, 2) n`,
  `insert into practice_change (account_id, npi, field, value_after, source, reported_at, due_at, state, answer,
      decided_at, decided_by)
    select a.id, ${npi}, 'other', jsonb_build_object('kind', 'PHONE', 'details', 'New number ' || i), 'REPORT', ${past},
      ${past}, 'ACCEPTED', 'Done.', ${past}, a.id
    from ${range(country)} join account a on a.public_id = 'country' || i where ${isNetwork}`,
  `insert into directory_finding (kind, subject, npi, name, place, phone, entries, others, search_text)
    select 'NEVER_VERIFIED', p.npi, p.npi, p.name, '', '', 1, '', lower(' ' || p.name || ' ' || p.npi)
    from network_provider n join provider p on p.npi = n.npi
    where p.npi >= '${npiOf(country.from)}' and p.npi < '${npiOf(country.to)}'`,
  `insert into account_session (id_hash, public_id, account_id, kind, created_at, last_seen_at, ends_at, ended_at)
    select sha256(('session' || i)::bytea), 'session' || i, a.id, a.kind, timestamptz '2026-03-01Z',
      timestamptz '2026-03-01Z', timestamptz '2026-03-01Z', timestamptz '2026-03-01Z'
    from ${range(country)} join account a on a.public_id = 'country' || i`,
  `insert into hub_client (client_id, name, brand, redirect_uris, post_logout_uris, kinds, scopes, permissions,
      asks_consent, allows_empty_access, subject_salt, secret_hash, created_at)
    values ('country', 'Claims tool', 'harborview', '{}', '{}', '{provider}', '{}', '{}', false, false, '', '', now())
    on conflict do nothing`,
  `insert into hub_logout (client_id, account_id, queued_at, due_at, attempts, sent_at, error)
    select 'country', a.id, ${past}, ${past}, 1, case when ${isSmall} then null else ${past} end,
      case when ${isSmall} then 'HTTP 500' end
    from ${range(country)} join account a on a.public_id = 'country' || i`,
  `insert into link (token_hash, purpose, request_id, account_id, created_at, expires_at, used_at)
    select sha256(('link' || i)::bytea), 'REQUEST', r.id, r.account_id, r.created_at, r.created_at, r.created_at
    from ${range(country)} join access_request r on r.reference = 'REF' || i`,
  `insert into identity_attempt (kind, npi, address, at)
    select 'STEP1', ${npi}, '198.51.100.' || i % 250, timestamptz '2026-03-01Z' - make_interval(hours => i % 700)
    from ${range(country)} where i % 10 = 1`,
  `insert into proof_failure (kind, npi, at, reset_at)
    select 'QUIZ', ${npi}, ${past}, ${past} from ${range(country)} where i % 10 = 2`,
  `insert into registration_hold (npi, token_hash, event_at, created_at, expires_at, held_at, lifted_at)
    select ${npi}, sha256(('hold' || i)::bytea), ${past}, ${past}, ${past}, ${past}, ${past}
    from ${range(country)} where i % 10 = 3`,
]

/** Pending requests were made within about eight days, whatever their number. */
const asked = "timestamptz '2026-02-20Z' + make_interval(mins => i % 12000)"

/** Pending items of the country: requests for SAAs, contracts to sign, and failed proofs. */
const waiting = (country: Country) => [
  ...[
    { of: 'i % 20 = 2 and i % 13 <> 0', path: 'APPROVAL', state: 'PENDING_APPROVAL', role: 'AU' },
    { of: 'i % 20 = 7', path: 'CONTRACT', state: 'PENDING_CONTRACT', role: 'SAA' },
  ].flatMap(({ of, path, state, role }) => [
    `insert into access_request (reference, account_id, role, reg_type, npi, path, brand, state, created_at)
      select 'OPEN' || i, a.id, '${role}', 'NPI', ${npi}, '${path}', 'harborview', '${state}', ${asked}
      from ${range(country)} join account a on a.public_id = 'country' || i + 1 where ${of}`,
    `insert into access_grant (account_id, request_id, scope_kind, scope_id, role, permissions, state, created_at)
      select r.account_id, r.id, 'NPI', r.npi, r.role, '{HOME}', r.state, r.created_at
      from ${range(country)} join access_request r on r.reference = 'OPEN' || i where ${of}`,
  ]),
  `insert into proof_failure (kind, npi, at)
    select 'QUIZ', ${npi}, ${past} from ${range(country)} where i % 10 = 4`,
]

/** Applications without a tile, and what people have there: tokens, consent, and logouts that were sent. */
const applications = (country: Country) => [
  `insert into hub_client (client_id, name, brand, redirect_uris, post_logout_uris, tile_uri, kinds, scopes, permissions,
      asks_consent, allows_empty_access, subject_salt, secret_hash, created_at, disabled_at)
    select 'client' || i, 'Application ' || i, 'harborview', '{https://tool.example.org/callback}', '{}',
      case when i % 10 = 0 then 'https://tool.example.org/' end, '{provider}', '{profile,access}', '{CLAIM}', false, true,
      'salt', 'none', ${past}, case when i % 10 = 0 then ${past} end
    from ${range(country)} where i % 5 = 0`,
  `insert into hub_record (model, id_hash, account_id, client_id, grant_hash, uid_hash, session_hash, payload, written_at,
      expires_at)
    select model, sha256((model || i)::bytea), a.id, case when model <> 'Session' then 'client' || i - i % 5 end,
      case when model <> 'Session' then sha256(('grant' || i)::bytea) end, sha256(('uid' || i)::bytea),
      case when model = 'Session' then sha256(('session' || i)::bytea) end, 'none', timestamptz '2026-03-02Z',
      timestamptz '2026-03-03Z'
    from ${range(country)} join account a on a.public_id = 'country' || i,
      unnest(array['Session', 'Grant', 'AccessToken', 'RefreshToken']) model`,
  `insert into hub_consent (account_id, client_id, scopes, given_at)
    select a.id, 'client' || i - i % 5, '{profile}', ${past}
    from ${range(country)} join account a on a.public_id = 'country' || i`,
  `insert into hub_logout (client_id, account_id, queued_at, due_at, sent_at)
    select 'client' || i - i % 5, a.id, ${sent}, ${sent}, ${sent}
    from ${range(country)} join account a on a.public_id = 'country' || i, generate_series(1, 3)`,
]
/** Within the retention period. */
const sent = "timestamptz '2026-03-01Z' - make_interval(mins => i % 12000)"

/** Adds the rows between the two sizes, and updates planner statistics. */
export async function growCountry(owner: pg.Client, country: Country): Promise<void> {
  const statements = [
    ...directory(country),
    ...practices(country),
    ...records(country),
    ...people(country),
    ...history(country),
    ...waiting(country),
    ...applications(country),
  ]
  for (const statement of statements) await owner.query(statement)
  await owner.query('vacuum analyze')
}
