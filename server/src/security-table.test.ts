import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ALL_CALLS } from '@portico/core/all-calls'
import { INTERNAL_PATHS } from '@portico/core/constants'
import { HUB_PATH } from '@portico/core/sign-on-hub/scopes'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import { expect, test } from 'vitest'
import { COUNTERS } from '#platform/limits/limits.ts'
import { defaultLimits, fixedLimits } from '#platform/settings/numbers.ts'
import { COMMANDS } from './cli.ts'
import { events } from './events.ts'
import { ATTEMPT_LIMITS } from './registration/store/proofs/attempt-limits.ts'
import { scheduledJobs } from './scheduled-jobs.ts'

/** Walks the table 'Every mail, secret and limit' of docs/security.md and the code, in both directions. */

const root = resolve(import.meta.dirname, '../..')
const TITLE = '## Every mail, secret and limit'

/** Fields of calls that carry a secret to check. */
const SECRETS = [
  ...['captchaRes', 'lastSsn', 'taxId', 'claimNu1', 'selectedChoice', 'answers', 'birthDate'],
  ...['password', 'currentPassword', 'code', 'assertion', 'passkey', 'confirmation'],
  ...['reqId', 'activationId', 'holdId', 'confirmId', 'resetId', 'factorId', 'signId', 'copyId', 'takeoverId'],
]

/** Every function that counts a try or resets a count, checks a secret, or queues mail. */
const PLACE = new RegExp(
  `(?<!function )\\b(?:${[
    ...[
      'hit',
      'hitAll',
      'hitMany',
      'lockHits',
      'insertTryFindAccount',
      'consumeAttempt',
      'consumeFailure',
      'takeAttempt',
      'tryCode',
    ],
    ...['canRequestMail', 'isStrangerMailAllowed', 'isSigningAllowed', 'updateWrongAnswers'],
    ...['resetAttempts', 'refundAll'],
    ...['verifyPassword', 'timingSafeEqual', 'findMatchingKey', 'findLink', 'findHoldLink'],
    ...['renewSession', 'renewRegistration'],
    ...['verifyCaptcha', 'verifySolution', 'verifyRegistrationResponse', 'verifyAuthenticationResponse'],
    ...['queueMail', 'queueMailTo\\w*', 'queueNotice', 'updateMailRequeued'],
  ].join('|')})\\(`,
)

/** Declares an event with a mail, and who gets it. */
const MAIL_DECLARED = /\bdeclareEvent\b[\s\S]*\n {2}mail: /

/** Functions for the places of the table, and counters of the server's own work. */
const NO_PLACES = [
  'access/domain/mail/mails.ts',
  'platform/events/announce.ts',
  'platform/identity/password.ts',
  'platform/keys/keyed-hash.ts',
  'platform/operations/health.ts',
  'platform/operations/jobs.ts',
  'platform/operations/retention.ts',
  'provider-directory/domain/publishing/refresh-ended.ts',
  'signon/domain/factors/secrets.ts',
]

type Row = Record<'act' | 'by' | 'checks' | 'code' | 'counts' | 'atLimit', string>

function readRows(document: string): Row[] {
  const section = document.split(`${TITLE}\n`)[1]?.split('\n## ')[0] ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(1).map((line) => {
    const cells = line.split('|').slice(1, -1)
    expect(cells, line).toHaveLength(6)
    const [act = '', by = '', checks = '', code = '', counts = '', atLimit = ''] = cells.map((cell) => cell.trim())
    return { act, by, checks, code, counts, atLimit }
  })
}

const namesIn = (rows: Row[], column: keyof Row): string[] =>
  rows.flatMap((row) => [...row[column].matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))

function findPlaces(): string[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server/src'], {
    cwd: root,
    encoding: 'utf8',
  })
  return files
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return PLACE.test(text) || MAIL_DECLARED.test(text)
    })
    .map((file) => file.replace('server/src/', ''))
    .filter((file) => !NO_PLACES.includes(file))
}

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

const fieldsOf = (schema: Schema | undefined): string[] => [
  ...Object.entries(schema?.properties ?? {}).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]),
  ...(schema?.items ? fieldsOf(schema.items) : []),
  ...(schema?.anyOf ?? []).flatMap(fieldsOf),
]

const callsWithSecret = ALL_CALLS.filter(({ call: { described } }) =>
  [described.query, described.body]
    .flatMap((schema) => fieldsOf(schema as Schema))
    .some((name) => SECRETS.includes(name)),
).map(({ name }) => name)

const entrances = [
  ...ALL_CALLS.map(({ name }) => name),
  ...COMMANDS.map((command) => `portico ${command}`),
  ...scheduledJobs.map(({ name }) => name),
  `POST ${SIGN_ON_PATH}`,
  'GET /metrics',
  'GET /fhir',
  'GET /directory',
  'GET /calendar',
  ...['GET auth', 'GET interaction', 'GET may'].map((entrance) => entrance.replace(' ', ` ${HUB_PATH}/`)),
  ...['GET ', 'GET /callback', 'POST /backchannel-logout', 'GET /open-door', 'POST /open-door'].map((entrance) =>
    entrance.replace(' ', ` ${INTERNAL_PATHS.area}/oidc`),
  ),
  ...['token', 'token/introspection', 'token/revocation'].map((path) => `POST ${HUB_PATH}/${path}`),
]

/** Names of the first list that the second one lacks, as sentences. */
const lacking = (names: readonly string[], known: readonly string[], sentence: string): string[] =>
  [...new Set(names)].filter((name) => !known.includes(name)).map((name) => `${name} ${sentence}`)

function findProblems(rows: Row[]): string[] {
  const [listed, sent] = [namesIn(rows, 'by'), namesIn(rows, 'checks')]
  const [counted, files] = [namesIn(rows, 'counts'), namesIn(rows, 'code')]
  const places = findPlaces()
  const limits = [...Object.keys({ ...defaultLimits, ...fixedLimits }), ...Object.keys(ATTEMPT_LIMITS), ...COUNTERS]
  return [
    ...lacking(callsWithSecret, listed, 'takes a secret and is in no row'),
    ...lacking(listed, entrances, 'is no call, command or job'),
    ...lacking(events.mailKinds, sent, 'is a kind of mail and is in no row'),
    ...lacking(sent, events.mailKinds, 'is no kind of mail'),
    ...lacking(limits, counted, 'is a limit and is in no row'),
    ...lacking(counted, limits, 'is no limit'),
    ...lacking(places, files, 'counts, checks or sends and is in no row'),
    ...lacking(files, places, 'neither counts, checks nor sends'),
  ]
}

const document = readFileSync(join(root, 'docs/security.md'), 'utf8')

test('the table of docs/security.md lists every mail, secret and limit of the code, and nothing else', () => {
  const rows = readRows(document)
  expect(rows.length).toBeGreaterThan(40)
  expect(findProblems(rows)).toEqual([])
  for (const row of rows) expect(Object.values(row), row.act).not.toContain('')
})

test('the table names what each limit on proving an identity counts by', () => {
  const counts = readRows(document).map((row) => row.counts)
  for (const [name, { by, max }] of Object.entries(ATTEMPT_LIMITS)) {
    const cell = counts.find((text) => text.includes(`\`${name}\` (${by.join(', ')})`)) ?? ''
    expect(cell, name).toContain(max ? `\`${max}\`` : 'for staff only')
  }
})

test('reports names that only the code or only the table has', () => {
  const swapped = (from: string, to: string) => findProblems(readRows(document.replaceAll(`\`${from}\``, `\`${to}\``)))
  expect(swapped('codeScore', 'guessCode')).toEqual([
    'codeScore takes a secret and is in no row',
    'guessCode is no call, command or job',
  ])
  expect(swapped('identity.code', 'identity.letter')).toEqual([
    'identity.code is a kind of mail and is in no row',
    'identity.letter is no kind of mail',
  ])
  expect(swapped('new-email', 'old-email')).toEqual(['new-email is a limit and is in no row', 'old-email is no limit'])
  expect(swapped('plan-data/domain/eligibility.ts', 'app.ts')).toEqual([
    'plan-data/domain/eligibility.ts counts, checks or sends and is in no row',
    'app.ts neither counts, checks nor sends',
  ])
})
