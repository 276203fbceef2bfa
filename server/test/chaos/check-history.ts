import { setTimeout as sleep } from 'node:timers/promises'
import { keepAliveProvider } from '@portico/core/signon/calls'
import { type Kysely, sql } from 'kysely'
import { verifyAudit } from '#platform/audit/verify.ts'
import type { Database } from '#platform/database/schema.ts'
import type { History, Outcome, Step } from './history.ts'
import type { Office } from './office.ts'

type Played = {
  db: Kysely<Database>
  secretKey: string
  history: History
  offices: Office[]
  /** Every message that the mail server accepted, in raw form. */
  received: string[]
  /** Releases the mail claims of killed servers after this time, instead of the usual five minutes. */
  letGoMs?: number
}

/** Database state of one person: counts of accounts and requests, grants and mail. */
type Found = { email: string; accounts: number; requests: number; grants: string[]; mails: string[] }

/**
 * Compares the database with the replies: every acknowledged step exists exactly once, every unanswered step at most
 * once, and nothing else exists. Returns the violations. The servers must be running, to send mail and refuse sessions.
 */
export async function checkHistory(played: Played): Promise<string[]> {
  const { db, offices, history } = played
  const wrong: string[] = []
  const found = await findPeople(db, offices)
  const usual = found.length ? usualMail(offices, history, found) : undefined
  for (const office of offices) wrong.push(...checkOffice(office, history, found, usual))
  wrong.push(...(await findUnproved(db, offices)))
  wrong.push(...(await findSecondSaas(db)))
  wrong.push(...(await findWrongMail(played)))
  wrong.push(...(await findLivingSessions(offices, history)))
  const audit = await verifyAudit(db, { secretKey: played.secretKey })
  if (!audit.ok) wrong.push(`The audit trail is broken at ${JSON.stringify(audit.firstBroken)}.`)
  return wrong
}

const PEOPLE = ['saa', 'user', 'successor'] as const
type Part = (typeof PEOPLE)[number]

/** Excludes new-device notices: a player whose sign-in got no reply signs in again from a new browser. */
async function findPeople(db: Kysely<Database>, offices: Office[]): Promise<Found[]> {
  const emails = offices.flatMap((office) => PEOPLE.map((part) => office[part].email))
  const { rows } = await sql<Found>`
    select e.email,
      (select count(*)::int from account a where a.email = e.email) as accounts,
      (select count(*)::int from access_request r join account a on a.id = r.account_id where a.email = e.email) as requests,
      array(select concat_ws(' ', g.role, g.state) from access_grant g join account a on a.id = g.account_id where a.email = e.email) as grants,
      array(select m.kind from mail_message m where m.to_address = e.email and m.kind <> 'account.new-device' order by 1) as mails
    from unnest(${emails}::text[]) as e (email)`.execute(db)
  return rows
}

/** The step that creates each person, and the state of their grant after each step. A replaced SAA becomes an AA. */
const MADE_BY: Record<Part, Step> = { saa: 'register', user: 'ask', successor: 'contract' }
const STATES: Record<Part, [Step, string][]> = {
  saa: [
    ['register', 'SAA ACTIVE'],
    ['validate', 'AA ACTIVE'],
  ],
  user: [
    ['ask', 'AU PENDING_APPROVAL'],
    ['approve', 'AU ACTIVE'],
    ['suspend', 'AU SUSPENDED'],
  ],
  successor: [
    ['contract', 'SAA PENDING_CONTRACT'],
    ['validate', 'SAA ACTIVE'],
  ],
}

function checkOffice(office: Office, history: History, found: Found[], usual: Mails | undefined): string[] {
  return PEOPLE.flatMap((part) => {
    const person = found.find(({ email }) => email === office[part].email)
    const made = history.outcomeOf(office.npi, MADE_BY[part])
    const count = person?.accounts ?? 0
    const say = (what: string) => `NPI ${office.npi}, ${part}: ${what}`
    if (!fits(made, count))
      return [say(`${MADE_BY[part]} is ${made ?? 'not come to'}, and there are ${count} accounts.`)]
    if (!person || count === 0) return []
    const wrong: string[] = []
    if (person.requests !== 1) wrong.push(say(`${person.requests} requests instead of one.`))
    const allowed = allowedStates(part, office.npi, history)
    const [state, ...more] = person.grants
    if (more.length || !state || !allowed.has(state))
      wrong.push(say(`grants ${person.grants.join(', ')} where ${[...allowed].join(' or ')} is right.`))
    const owed = usual?.[part]
    if (owed && isWhole(office, history) && owed.join() !== person.mails.join())
      wrong.push(say(`mails ${person.mails.join(', ')} where ${owed.join(', ')} are owed.`))
    return wrong
  })
}

function fits(made: Outcome | undefined, count: number): boolean {
  if (made === 'acknowledged') return count === 1
  return made === 'unknown' ? count <= 1 : count === 0
}

/** The state after the last acknowledged step, and the states that later unanswered steps could lead to. */
function allowedStates(part: Part, npi: string, history: History): Set<string> {
  const allowed = new Set<string>()
  for (const [step, state] of STATES[part]) {
    const outcome = history.outcomeOf(npi, step)
    if (outcome === 'acknowledged') allowed.clear()
    if (outcome === 'acknowledged' || outcome === 'unknown') allowed.add(state)
  }
  return allowed
}

type Mails = Record<Part, string[]>

const isWhole = ({ npi }: Office, history: History): boolean =>
  history.entries.every((entry) => entry.office !== npi || entry.outcome === 'acknowledged') &&
  history.outcomeOf(npi, 'validate') === 'acknowledged'

/** The expected mail: that of the first office, which ran before any fault. */
function usualMail([first]: Office[], history: History, found: Found[]): Mails | undefined {
  if (!first || !isWhole(first, history)) return undefined
  const mailsOf = (part: Part) => found.find(({ email }) => email === first[part].email)?.mails ?? []
  return { saa: mailsOf('saa'), user: mailsOf('user'), successor: mailsOf('successor') }
}

/** Finds access to an office's NPI by outsiders, or by its SAA without a passed quiz. */
async function findUnproved(db: Kysely<Database>, offices: Office[]): Promise<string[]> {
  const npis = offices.map((office) => office.npi)
  const emails = offices.flatMap((office) => PEOPLE.map((part) => office[part].email))
  const { rows } = await sql<{ email: string; npi: string; why: string }>`
    select a.email, g.scope_id as npi, 'is nobody of it' as why from access_grant g join account a on a.id = g.account_id
    where g.scope_id = any(${npis}::text[]) and a.email <> all(${emails}::text[])
    union all
    select a.email, r.npi, 'passed no quiz' from access_request r join account a on a.id = r.account_id
    where r.npi = any(${npis}::text[]) and r.path = 'SELF' and not exists (
      select from quiz q where q.npi = r.npi and q.status = 'PASS')`.execute(db)
  return rows.map(({ email, npi, why }) => `NPI ${npi}: ${email} has access and ${why}.`)
}

async function findSecondSaas(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ entity: string; count: number }>`
    select entity, count(*)::int as count from access_grant where role = 'SAA' and state = 'ACTIVE'
    group by entity having count(*) > 1`.execute(db)
  return rows.map(({ entity, count }) => `${entity} has ${count} SAAs.`)
}

/** A killed server's mail claims last five minutes, plus clock skew. */
const MAIL_PATIENCE_MS = 420_000

/** Waits until no mail is queued, for MAIL_PATIENCE_MS at most. */
async function waitForMail({ db, letGoMs }: Played): Promise<void> {
  const findWaiting = () =>
    db
      .selectFrom('mail_message')
      .select('id')
      .where('sent_at', 'is', null)
      .where('gave_up_at', 'is', null)
      .executeTakeFirst()
  const wait = async (ms: number) => {
    const until = Date.now() + ms
    while (Date.now() < until && (await findWaiting())) await sleep(250)
  }
  if (letGoMs !== undefined) {
    await wait(letGoMs)
    await db.updateTable('mail_message').set({ claimed_until: null }).where('sent_at', 'is', null).execute()
  }
  await wait(MAIL_PATIENCE_MS)
}

const idsOf = (received: string[]): string[] =>
  received.map((mail) => /^Message-ID: <([^@]+)@/im.exec(mail)?.[1] ?? 'without an ID')

/** Number of duplicate messages. */
export const countRepeated = (received: string[]): number => received.length - new Set(idsOf(received)).size

/**
 * Checks that all queued mail was sent and received, and nothing else. A message may arrive twice with the same
 * Message-ID, if its sender was killed between acceptance by the mail server and the update of the row.
 */
async function findWrongMail(played: Played): Promise<string[]> {
  const { db, received } = played
  await waitForMail(played)
  const came = new Set(idsOf(received))
  const rows = await db.selectFrom('mail_message').select(['message_id', 'sent_at']).execute()
  const known = new Set(rows.map((row) => row.message_id))
  return [
    ...rows.filter((row) => !row.sent_at).map((row) => `Mail ${row.message_id} was never sent.`),
    ...rows
      .filter((row) => row.sent_at && !came.has(row.message_id))
      .map((row) => `Mail ${row.message_id} was never received.`),
    ...[...came].filter((id) => !known.has(id)).map((id) => `Mail ${id} was received but never queued.`),
  ]
}

/** Finds suspended users who are still signed in. */
async function findLivingSessions(offices: Office[], history: History): Promise<string[]> {
  const living: string[] = []
  for (const { npi, suspended } of offices) {
    if (!suspended) continue
    const { statusCode } = await history.look(() => suspended.get(`/Provider${keepAliveProvider.path}`))
    if (statusCode !== 401 && statusCode !== 403)
      living.push(`NPI ${npi}: who was suspended is still signed in (${statusCode}).`)
  }
  return living
}
