import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '#platform/context.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext } from '../../test/context.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { jobNamed } from '../../test/jobs.ts'
import { reportRow } from '../../test/reported-changes.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'
import {
  ERASED_BEFORE,
  eraseUnusedAccounts,
  IN_FORCE,
  LAST_ADMINISTRATOR,
  ON_LEGAL_HOLD,
} from '../access/domain/accounts/erase-account.ts'

let database: TestDatabase
let connection: DatabaseConnection
let context: Context
const settings = testSettings()
const { retentionDays: retention } = settings
const DAY_MS = 86_400_000
const NOW = new Date('2040-06-01T12:30:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app)
  context = testContext(connection.db, settings)
})
afterAll(async () => {
  await connection?.close()
  await database?.drop()
})
beforeEach(() => connection.db.deleteFrom('flood_counter').execute())

const portico = (line: string) => runCommand(line, commandEnv(database))
const sweepNow = () => jobNamed('retention').run(context, NOW)

let count = 0
type State = 'ACTIVE' | 'REJECTED' | 'REVOKED' | 'PENDING_CONTRACT'

/** An account with one request that was decided this many days ago. */
async function person(days: number, state: State = 'REJECTED') {
  count += 1
  const { db } = connection
  const username = `kept${count}`
  const { id: accountId } = await insertTestAccount(db, { username, grants: [] })
  const npi = `16000${String(count).padStart(5, '0')}`
  const { id: requestId, reference } = await db
    .insertInto('access_request')
    .values({
      reference: `KEPT-${count}`,
      account_id: accountId,
      role: 'AU',
      reg_type: 'NPI',
      npi,
      path: 'CONTRACT',
      brand: 'harborview',
      state,
      contact_first_name: 'Casey',
      contact_last_name: 'Contact',
      signatory_email: 'casey@example.org',
      typed_amounts: ['10.00'],
      reason: 'No.',
      created_at: daysAgo(days),
      decided_at: daysAgo(days),
    })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow()
  return { username, accountId, requestId, reference, npi }
}
type Person = Awaited<ReturnType<typeof person>>

async function mailTo({ accountId, requestId }: Person, days: number, change: object = {}): Promise<string> {
  const mail = {
    message_id: `kept-${count}-${days}-${randomUUID()}`,
    kind: 'test.letter',
    brand: 'harborview',
    to_address: 'a@example.org',
    subject: 'About you',
    body: 'Dear Casey',
    account_id: accountId,
    request_id: requestId,
    created_at: daysAgo(days),
    next_attempt_at: daysAgo(days),
    sent_at: daysAgo(days),
    ...change,
  }
  const { id } = await connection.db.insertInto('mail_message').values(mail).returning('id').executeTakeFirstOrThrow()
  return id
}
const bodyOf = async (id: string) => {
  const row = connection.db.selectFrom('mail_message').select('body').where('id', '=', id)
  return (await row.executeTakeFirst())?.body
}

async function contractOf({ requestId }: Person, state: 'RETURNED' | 'VALIDATED' | 'RECEIVED', days: number) {
  const { db } = connection
  const contract = await db
    .insertInto('signed_contract')
    .values({
      request_id: requestId,
      came_by: 'ONLINE',
      content: Buffer.from('%PDF'),
      safe_copy: Buffer.from('%PDF'),
      sha256: 'aa',
      received_at: daysAgo(days),
      decided_at: daysAgo(days),
      state,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const signing = {
    request_id: requestId,
    way: 'SELF',
    state: 'SIGNED',
    signer_name: 'Dana',
    signer_title: 'MD',
  } as const
  const signed = { signer_email: 'dana@example.org', signed_from: '192.0.2.1', contract_id: contract.id }
  const times = { requested_at: daysAgo(days), expires_at: daysAgo(days) }
  await db
    .insertInto('contract_signing')
    .values({ ...signing, ...signed, ...times })
    .execute()
  return contract.id
}
const fileOf = async (id: string) => {
  const { rows } = await sql<{ file: boolean; copy: boolean; named: string; from: string | null; sha256: string }>`
    select c.content is not null as file, c.safe_copy is not null as copy, c.sha256, s.signed_from as from,
      trim(concat_ws(' ', s.signer_name, s.signer_title, s.signer_email)) as named
    from signed_contract c join contract_signing s on s.contract_id = c.id where c.id = ${id}`.execute(connection.db)
  return rows[0]
}
const KEPT_FILE = { file: true, copy: true, named: 'Dana MD dana@example.org', from: '192.0.2.1', sha256: 'aa' }
const GONE_FILE = { file: false, copy: false, named: '', from: null, sha256: 'aa' }

/** A staff note about a request, and a person who was asked to sign and did not. */
async function aboutRequest({ requestId }: Person, days: number) {
  const { db } = connection
  await db
    .insertInto('staff_note')
    .values({ request_id: requestId, note: 'Casey called.', written_at: daysAgo(days) })
    .execute()
  const unsigned = {
    request_id: requestId,
    way: 'ASKED',
    signer_name: 'Robin',
    signer_title: 'CEO',
    signer_email: 'robin@example.org',
    requested_at: daysAgo(days),
    expires_at: daysAgo(days),
    ended_at: daysAgo(days),
    opened_from: '192.0.2.2',
    confirmed_from: '192.0.2.3',
  } as const
  await db
    .insertInto('contract_signing')
    .values([
      { ...unsigned, state: 'DECLINED', reason: 'Ask Casey.' },
      { ...unsigned, state: 'EXPIRED' },
      { ...unsigned, state: 'CANCELLED' },
    ])
    .execute()
  return async () => {
    const notes = db.selectFrom('staff_note').select('note').where('request_id', '=', requestId)
    const { rows } = await sql<{ text: string }>`
      select concat(signer_name, signer_title, signer_email, opened_from, confirmed_from, reason) as text
      from contract_signing where request_id = ${requestId} and state <> 'SIGNED'`.execute(db)
    return { notes: (await notes.execute()).length, signers: rows.filter(({ text }) => text !== '').length }
  }
}
const ALL_TOLD = { notes: 1, signers: 3 }
const NOTHING_TOLD = { notes: 0, signers: 0 }

/** One finished record of each kind: a reported change, a factor reset, a four-eyes request, a registration hold. */
async function rowsOf({ accountId, requestId, npi }: Person) {
  const { db } = connection
  const long = daysAgo(4000)
  const of = { account_id: accountId, npi }
  await db
    .insertInto('practice_change')
    .values(reportRow({ ...of, details: 'x', reported_at: long, decided_at: long }))
    .execute()
  await db.insertInto('factor_reset').values({ account_id: accountId, requested_at: long, stopped_at: long }).execute()
  const approval = { public_id: npi, subject: npi, requested_by: accountId, requested_at: long }
  await db
    .insertInto('four_eyes_approval')
    .values({ ...approval, kind: 'LIFT_HOLD', npi, expires_at: long, decided_at: long })
    .execute()
  const times = { event_at: long, created_at: long, expires_at: long }
  const hold = { ...of, request_id: requestId, token_hash: Buffer.from(npi), ...times }
  await db.insertInto('registration_hold').values(hold).execute()
  return async () => {
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from practice_change where npi = ${npi})
        + (select count(*) from factor_reset where account_id = ${accountId})
        + (select count(*) from four_eyes_approval where npi = ${npi})
        + (select count(*) from registration_hold where npi = ${npi}) as count`.execute(db)
    return Number(rows[0]?.count)
  }
}

describe('retention', () => {
  test('deletes the text of mail first, then the mail, and never queued mail', async () => {
    const owner = await person(1)
    const [young, old, given, gone, waiting] = await Promise.all([
      mailTo(owner, retention.mailText - 1),
      mailTo(owner, retention.mailText + 1),
      mailTo(owner, retention.mailText + 1, { sent_at: null, gave_up_at: daysAgo(retention.mailText + 1) }),
      mailTo(owner, retention.mail + 1),
      mailTo(owner, retention.mail + 1, { sent_at: null }),
    ])
    await sweepNow()
    expect(await Promise.all([young, old, given, gone, waiting].map(bodyOf))).toEqual([
      'Dear Casey',
      '',
      '',
      undefined,
      'Dear Casey',
    ])
  })

  test('deletes more than one batch per run, once an hour', async () => {
    const owner = await person(1)
    await mailTo(owner, retention.mail + 1)
    await sql`
      insert into mail_message (message_id, kind, brand, to_address, subject, body, created_at, next_attempt_at, sent_at)
      select 'many-' || n, 'test.many', 'harborview', 'a@example.org', '', '', ${daysAgo(retention.mail + 1)},
        ${NOW}, ${daysAgo(retention.mail + 1)} from generate_series(1, 1200) n`.execute(connection.db)
    expect(await sweepNow()).toBeGreaterThan(1200)
    await mailTo(owner, retention.mail + 1)
    expect(await sweepNow()).toBe(0)
  })

  test('removes names from requests that were refused or ended, but not from active ones', async () => {
    const [old, young, active] = [
      await person(retention.requests + 1),
      await person(retention.requests - 1),
      await person(retention.requests + 1, 'ACTIVE'),
    ]
    await sweepNow()
    const names = async ({ requestId }: Person) => {
      const row = connection.db.selectFrom('access_request').select(['contact_last_name', 'signatory_email', 'reason'])
      return Object.values(await row.where('id', '=', requestId).executeTakeFirstOrThrow())
    }
    expect(await names(old)).toEqual([null, null, null])
    expect(await names(young)).toEqual(['Contact', 'casey@example.org', 'No.'])
    expect(await names(active)).toEqual(['Contact', 'casey@example.org', 'No.'])
  })

  test('deletes staff notes and unfinished signings with their request', async () => {
    const old = await aboutRequest(await person(retention.requests + 1), retention.requests + 1)
    const lately = await aboutRequest(await person(retention.requests + 1), retention.requests - 1)
    const young = await aboutRequest(await person(retention.requests - 1), retention.requests + 1)
    const active = await aboutRequest(await person(retention.requests + 1, 'ACTIVE'), retention.requests + 1)
    await sweepNow()
    expect(await old()).toEqual(NOTHING_TOLD)
    expect(await lately()).toEqual(ALL_TOLD)
    // A note stays with its request; an unanswered signing request is no evidence.
    for (const staying of [young, active]) expect(await staying()).toEqual({ notes: 1, signers: 0 })
  })

  test('deletes the reason of a paper contract no later than the file of another', async () => {
    const { requestId } = await person(1)
    const paper = {
      request_id: requestId,
      came_by: 'FAX',
      state: 'RETURNED',
      reason: 'Casey’s page is missing.',
    } as const
    const times = {
      received_at: daysAgo(retention.contractsRefused + 1),
      decided_at: daysAgo(retention.contractsRefused + 1),
    }
    const { id } = await connection.db
      .insertInto('signed_contract')
      .values({ ...paper, ...times, file_name: 'casey.pdf' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sweepNow()
    const left = connection.db.selectFrom('signed_contract').select(['state', 'reason', 'file_name'])
    const row = await left.where('id', '=', id).executeTakeFirst()
    expect(row).toEqual({ state: 'RETURNED', reason: null, file_name: null })
  })

  test('deletes contract files but keeps their records, and keeps a validated file while a grant is based on it', async () => {
    const refused = await contractOf(await person(1), 'RETURNED', retention.contractsRefused + 1)
    const young = await contractOf(await person(1), 'RETURNED', retention.contractsRefused - 1)
    const waiting = await contractOf(await person(1, 'PENDING_CONTRACT'), 'RECEIVED', retention.contracts + 1)
    const grantOf = (one: Person, change: object) =>
      connection.db
        .insertInto('access_grant')
        .values({
          account_id: one.accountId,
          request_id: one.requestId,
          scope_kind: 'NPI',
          scope_id: one.npi,
          role: 'AU',
          permissions: [],
          state: 'REVOKED',
          created_at: NOW,
          ...change,
        })
        .execute()
    const [inForce, lately, long] = [await person(1, 'ACTIVE'), await person(1, 'REVOKED'), await person(1, 'REVOKED')]
    await grantOf(inForce, { state: 'ACTIVE' })
    await grantOf(lately, { ended_at: daysAgo(retention.contracts - 1) })
    await grantOf(long, { ended_at: daysAgo(retention.contracts + 1) })
    const [resting, recent, over] = [
      await contractOf(inForce, 'VALIDATED', retention.contracts + 1),
      await contractOf(lately, 'VALIDATED', retention.contracts + 1),
      await contractOf(long, 'VALIDATED', retention.contracts + 1),
    ]
    await sweepNow()
    for (const id of [young, waiting, resting, recent]) expect(await fileOf(id)).toEqual(KEPT_FILE)
    for (const id of [refused, over]) expect(await fileOf(id)).toEqual(GONE_FILE)
  })

  test('deletes reported changes after their answer, and keeps open ones', async () => {
    const rows = [
      { decided_at: daysAgo(retention.rosterChanges + 1), details: 'old' },
      { decided_at: daysAgo(retention.rosterChanges - 1), details: 'young' },
      { decided_at: null, details: 'waiting' },
    ]
    const { accountId, npi } = await person(1)
    const change = { account_id: accountId, npi, reported_at: daysAgo(retention.rosterChanges + 9) }
    await connection.db
      .insertInto('practice_change')
      .values(rows.map((row) => reportRow({ ...change, ...row })))
      .execute()
    await sweepNow()
    const left = connection.db.selectFrom('practice_change').select('value_after').where('account_id', '=', accountId)
    expect((await left.orderBy('id').execute()).map(({ value_after }) => Object(value_after).details)).toEqual([
      'young',
      'waiting',
    ])
  })

  test('deletes receipts and drafts of verifications after their time, and drafts without ROSTER at once', async () => {
    const { accountId, requestId, npi } = await person(1)
    const { db } = connection
    const scope = { account_id: accountId, scope_kind: 'NPI', scope_id: npi } as const
    const verifiedAt = [retention.verifications + 1, retention.verifications - 1].map(daysAgo)
    await db
      .insertInto('verification')
      .values(verifiedAt.map((verified_at) => ({ ...scope, source: 'PAGE' as const, verified_at })))
      .execute()
    const saved = [retention.verificationDrafts + 1, retention.verificationDrafts - 1].map(daysAgo)
    const drafts = saved.map((saved_at, at) => ({ ...scope, scope_id: `${npi}${at}`, items: '[]', saved_at }))
    await db.insertInto('verification_draft').values(drafts).execute()
    await sweepNow()
    const kept = db.selectFrom('verification').select('verified_at').where('account_id', '=', accountId)
    expect(await kept.execute()).toEqual([{ verified_at: verifiedAt[1] }])
    const left = db.selectFrom('verification_draft').select('scope_id').where('account_id', '=', accountId)
    expect(await left.execute()).toEqual([{ scope_id: `${npi}1` }])
    const grant = { account_id: accountId, request_id: requestId, scope_kind: 'NPI' as const, scope_id: `${npi}1` }
    await db
      .insertInto('access_grant')
      .values({ ...grant, role: 'AU', permissions: ['ROSTER'], created_at: NOW, state: 'ACTIVE' })
      .execute()
    await jobNamed('clean-up').run(context, NOW)
    expect(await left.execute()).toHaveLength(1)
    await db.updateTable('access_grant').set({ state: 'REVOKED' }).where('account_id', '=', accountId).execute()
    await jobNamed('clean-up').run(context, NOW)
    expect(await left.execute()).toEqual([])
  })

  test('deletes headings of spreadsheets that no file used for their time', async () => {
    const { db } = connection
    const used = [retention.rosterFileHeadings + 1, retention.rosterFileHeadings - 1].map(daysAgo)
    const headings = used.map((used_at, at) => ({ scope_kind: 'PG', scope_id: `H${at}`, headings: '[]', used_at }))
    await db.insertInto('roster_file_heading').values(headings).execute()
    await sweepNow()
    const left = await db.selectFrom('roster_file_heading').select('scope_id').execute()
    expect(left).toEqual([{ scope_id: 'H1' }])
  })

  test('deletes factor resets that were done, stopped or never confirmed, and keeps pending ones', async () => {
    const { db } = connection
    const long = daysAgo(retention.factorResets + 1)
    const short = daysAgo(retention.factorResets - 1)
    const reset = async (change: object, linkUntil?: Date) => {
      const { accountId } = await person(1)
      const row = { account_id: accountId, requested_at: daysAgo(retention.factorResets + 2), ...change }
      await db.insertInto('factor_reset').values(row).execute()
      const link = { token_hash: Buffer.from(`reset-${accountId}`), purpose: 'FACTOR_RESET' as const }
      const lasting = linkUntil && { ...link, account_id: accountId, created_at: long, expires_at: linkUntil }
      if (lasting) await db.insertInto('link').values(lasting).execute()
      return async () => {
        const left = db.selectFrom('factor_reset').select('id').where('account_id', '=', accountId)
        return (await left.executeTakeFirst()) !== undefined
      }
    }
    const over = [
      await reset({ confirmed_at: long, due_at: long, done_at: long }),
      await reset({ stopped_at: long }),
      await reset({}, long),
    ]
    const staying = [
      await reset({ confirmed_at: long, due_at: long, done_at: short }),
      await reset({ stopped_at: short }),
      await reset({ confirmed_at: long, due_at: long }),
      await reset({}, short),
      await reset({ requested_at: short }),
    ]
    await sweepNow()
    expect(await Promise.all(over.map((tableExists) => tableExists()))).toEqual(over.map(() => false))
    expect(await Promise.all(staying.map((tableExists) => tableExists()))).toEqual(staying.map(() => true))
  })

  test('deletes four-eyes decisions and registration holds, and keeps pending or active ones', async () => {
    const { db } = connection
    const { accountId, npi } = await person(1)
    const yes = (name: string, decided: Date | null) => ({
      public_id: `${npi}-${name}`,
      kind: 'LIFT_HOLD' as const,
      subject: `${npi}-${name}`,
      npi,
      requested_by: accountId,
      requested_at: daysAgo(retention.fourEyesApprovals + 2),
      expires_at: daysAgo(retention.fourEyesApprovals + 2),
      decided_at: decided,
    })
    const yeses = [
      yes('old', daysAgo(retention.fourEyesApprovals + 1)),
      yes('young', daysAgo(retention.fourEyesApprovals - 1)),
      yes('waiting', null),
    ]
    await db.insertInto('four_eyes_approval').values(yeses).execute()
    const long = daysAgo(retention.registrationHolds + 1)
    const hold = (name: string, change: object) => ({
      npi,
      token_hash: Buffer.from(`${npi}-${name}`),
      event_at: long,
      created_at: long,
      expires_at: long,
      ...change,
    })
    const holds = [
      hold('lifted', { held_at: long, lifted_at: long }),
      hold('unused', {}),
      hold('lately', { held_at: long, lifted_at: daysAgo(retention.registrationHolds - 1) }),
      hold('in force', { held_at: long }),
      hold('usable', { expires_at: daysAgo(retention.registrationHolds - 1) }),
    ]
    await db.insertInto('registration_hold').values(holds).execute()
    await sweepNow()
    const left = await db
      .selectFrom('four_eyes_approval')
      .select('subject')
      .where('npi', '=', npi)
      .orderBy('id')
      .execute()
    expect(left.map(({ subject }) => subject)).toEqual([`${npi}-young`, `${npi}-waiting`])
    const remaining = db.selectFrom('registration_hold').select('token_hash').where('npi', '=', npi).orderBy('id')
    expect((await remaining.execute()).map(({ token_hash }) => token_hash.toString())).toEqual([
      `${npi}-lately`,
      `${npi}-in force`,
      `${npi}-usable`,
    ])
  })

  test('deletes ended links and sessions, except a link that a registration still uses', async () => {
    const { accountId } = await person(1)
    const { db } = connection
    const link = (token: string, days: number) =>
      db
        .insertInto('link')
        .values({
          token_hash: Buffer.from(token),
          purpose: 'REQUEST',
          account_id: accountId,
          created_at: daysAgo(days),
          expires_at: daysAgo(days),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const [young, , inUse] = [
      await link('young', retention.links - 1),
      await link('old', retention.links + 1),
      await link('held', retention.links + 1),
    ]
    const moment = { created_at: NOW, touched_at: NOW }
    await db
      .insertInto('registration')
      .values({ id_hash: Buffer.from('r'), brand: 'harborview', link_id: inUse.id, ...moment })
      .execute()
    const session = (id: string, days: number) => ({
      id_hash: Buffer.from(id),
      public_id: id,
      account_id: accountId,
      kind: 'provider' as const,
      created_at: daysAgo(days),
      last_seen_at: daysAgo(days),
      ends_at: daysAgo(days),
    })
    const sessions = [session('new', retention.sessions - 1), session('former', retention.sessions + 1)]
    await db.insertInto('account_session').values(sessions).execute()
    await sweepNow()
    const links = await db.selectFrom('link').select('id').where('account_id', '=', accountId).execute()
    expect(links).toEqual([{ id: young.id }, { id: inUse.id }])
    const left = await db
      .selectFrom('account_session')
      .select('public_id')
      .where('account_id', '=', accountId)
      .execute()
    expect(left).toEqual([{ public_id: 'new' }])
  })
})

describe('legal holds', () => {
  test.each(['account', 'npi', 'reference'] as const)(
    'protects everything about an %s on legal hold from retention and erasure',
    async (kind) => {
      const onHold = await person(retention.requests + 1)
      const subject = { account: onHold.username, npi: onHold.npi, reference: onHold.reference }[kind]
      const set = await portico(`holds add --${kind} ${subject} --reason Subpoena`)
      const id = /^Hold (\d+) is set/.exec(set.out)?.[1] ?? ''
      const mail = await mailTo(onHold, retention.mail + 1)
      const contract = await contractOf(onHold, 'RETURNED', retention.contractsRefused + 1)
      const rows = await rowsOf(onHold)
      const about = await aboutRequest(onHold, retention.requests + 1)
      await sweepNow()
      expect(await bodyOf(mail)).toBe('Dear Casey')
      expect(await fileOf(contract)).toEqual(KEPT_FILE)
      expect(await rows()).toBe(4)
      expect(await about()).toEqual(ALL_TOLD)
      expect(await portico(`erase account ${onHold.username} --yes`)).toMatchObject({
        code: 1,
        err: `${ON_LEGAL_HOLD}\n`,
      })
      expect(JSON.parse((await portico('holds list --json')).out)).toMatchObject([{ id, reason: 'Subpoena' }])

      expect((await portico(`holds release ${id}`)).code).toBe(0)
      expect((await portico('holds list')).out).toBe('Nothing is under a legal hold.\n')
      await connection.db.deleteFrom('flood_counter').execute()
      await sweepNow()
      expect(await bodyOf(mail)).toBeUndefined()
      expect(await fileOf(contract)).toEqual(GONE_FILE)
      expect(await rows()).toBe(0)
      expect(await about()).toEqual(NOTHING_TOLD)
      expect((await portico(`holds release ${id}`)).err).toBe(`There is no hold ${id} in force.\n`)
      const acts = connection.db.selectFrom('audit_event').select('action').where('action', 'like', 'command.hold%')
      expect((await acts.orderBy('id', 'desc').limit(2).execute()).map(({ action }) => action)).toEqual([
        'command.hold-released',
        'command.hold-set',
      ])
    },
  )

  test('protects notices about an NPI on legal hold that belong to no account', async () => {
    const owner = await person(1)
    const { npi } = owner
    const { db } = connection
    await db
      .insertInto('network_provider')
      .values({ npi, provider_email: `Own.${npi}@example.org` })
      .execute()
    const notice = (change: object) =>
      mailTo(owner, retention.mail + 1, { account_id: null, request_id: null, body: 'Dear provider', ...change })
    const about = [
      await notice({ body: `Someone tried to register for NPI ${npi}.` }),
      await notice({ subject: `Unsuccessful registration attempt for NPI ${npi}`, body: '' }),
      await notice({ to_address: `own.${npi}@example.org` }),
    ]
    const other = await notice({ body: 'About NPI 1699999998.' })
    const { id } = JSON.parse((await portico(`holds add --npi ${npi} --reason Subpoena --json`)).out)
    await sweepNow()
    expect(await Promise.all(about.map(bodyOf))).toEqual([expect.stringContaining(npi), '', 'Dear provider'])
    expect(await bodyOf(other)).toBeUndefined()
    await portico(`holds release ${id}`)
    await db.deleteFrom('flood_counter').execute()
    await sweepNow()
    expect(await Promise.all(about.map(bodyOf))).toEqual([undefined, undefined, undefined])
  })

  test('rejects a legal hold without exactly one existing subject and a reason', async () => {
    const refusals = [
      ['holds add --reason X', 'Give one of --account, --npi and --reference.'],
      ['holds add --npi 1600000001', 'Give a --reason.'],
      ['holds add --npi 12 --reason X', 'ten digits'],
      ['holds add --npi 1600000001 --reference KEPT-1 --reason X', 'Give one of'],
      ['holds add --reference KEPT-0 --reason X', 'There is no request KEPT-0.'],
      ['holds add --account nobody99 --reason X', "There is no account with the user name or id 'nobody99'."],
      ['holds release all', "'holds list' shows them"],
    ] as const
    for (const [line, sentence] of refusals)
      expect(await portico(line)).toMatchObject({ code: 1, err: expect.stringContaining(sentence) })
  })
})

describe('export account', () => {
  test('prints the rows of one person without secrets, and records the export', async () => {
    const [owner, other] = [await person(1), await person(1)]
    await mailTo(owner, 1)
    await mailTo(other, 1)
    const { out } = await portico(`export account ${owner.username}`)
    const { account, access_request, mail_message, security_answer } = JSON.parse(out)
    expect(account).toMatchObject([{ username: owner.username, first_name: 'Robin' }])
    expect(access_request).toMatchObject([{ reference: owner.reference, contact_first_name: 'Casey' }])
    expect(mail_message).toHaveLength(1)
    expect(security_answer).toHaveLength(3)
    expect(out).not.toMatch(/_hash"|username_key/)
    const events = connection.db.selectFrom('audit_event').select('action')
    expect(await events.where('subject_account_id', '=', owner.accountId).execute()).toEqual([
      { action: 'command.account-exported' },
    ])
    expect((await portico('export account nobody99')).code).toBe(1)
    expect((await portico('export account')).code).toBe(1)
  })
})

describe('erase account', () => {
  test('leaves the account row under its random id and removes personal data', async () => {
    const owner = await person(1)
    const { db } = connection
    const [own, aboutThem] = [await mailTo(owner, 1), await mailTo(owner, 1, { account_id: null })]
    const before = await db
      .selectFrom('account')
      .select('public_id')
      .where('id', '=', owner.accountId)
      .executeTakeFirstOrThrow()
    expect((await portico(`erase account ${owner.username}`)).err).toContain('Add --yes')
    expect(await portico(`erase account ${owner.username.toUpperCase()} --yes`)).toMatchObject({ code: 0 })
    const account = db.selectFrom('account').selectAll().where('id', '=', owner.accountId)
    expect(await account.executeTakeFirst()).toMatchObject({
      public_id: before.public_id,
      state: 'CLOSED',
      username: null,
      password_hash: null,
      first_name: 'Erased',
      email: `${before.public_id}@erased.invalid`,
      phone: null,
    })
    expect([await bodyOf(own), await bodyOf(aboutThem)]).toEqual([undefined, ''])
    const answers = db.selectFrom('security_answer').selectAll().where('account_id', '=', owner.accountId)
    expect(await answers.execute()).toEqual([])
    const audit = db.selectFrom('audit_event').select('details').where('action', '=', 'account.erased')
    expect(await audit.where('subject_account_id', '=', owner.accountId).execute()).toMatchObject([
      { details: { operator: expect.any(String) } },
    ])
    expect((await portico(`erase account ${before.public_id} --yes`)).err).toBe(`${ERASED_BEFORE}\n`)
    expect((await portico('erase account nobody99 --yes')).code).toBe(1)
    expect((await portico('erase account')).code).toBe(1)
  })

  test('removes what others wrote about the person, except a signed contract', async () => {
    const owner = await person(1)
    const { db } = connection
    const about = await aboutRequest(owner, 1)
    const contract = await contractOf(owner, 'VALIDATED', 1)
    const { accountId: decidedBy } = await person(1)
    const of = { request_id: owner.requestId, decided_by: decidedBy, decided_at: NOW, due_at: NOW }
    await db
      .insertInto('delayed_decision')
      .values({ ...of, act: 'DENY', state: 'UNDONE', ended_at: NOW, reason: 'Not Casey.' })
      .execute()
    const grant = { account_id: owner.accountId, request_id: owner.requestId, scope_id: owner.npi }
    await db
      .insertInto('access_grant')
      .values({ ...grant, scope_kind: 'NPI', role: 'AU', permissions: [], state: 'REVOKED', created_at: NOW })
      .execute()
    await sql`update access_grant set suspended_reason = 'Casey left.' where request_id = ${owner.requestId}`.execute(
      db,
    )
    expect((await portico(`erase account ${owner.username} --yes`)).code).toBe(0)
    expect(await about()).toEqual(NOTHING_TOLD)
    expect(await fileOf(contract)).toEqual(KEPT_FILE)
    const decisions = db.selectFrom('delayed_decision').select('id').where('request_id', '=', owner.requestId)
    expect(await decisions.execute()).toEqual([])
    const grants = db.selectFrom('access_grant').select('suspended_reason').where('request_id', '=', owner.requestId)
    expect(await grants.execute()).toEqual([{ suspended_reason: null }])
  })

  test.each([
    ['SELF', { state: 'CANCELLED', signer_email: '' }],
    ['ASKED', { state: 'OPEN', signer_email: 'robin@example.org' }],
  ] as const)(
    'ends the erased person’s unfinished signature and notifies a requested signer first: %s',
    async (way, left) => {
      const { username, requestId } = await person(1)
      const { db } = connection
      const signer = { signer_name: 'Robin', signer_title: '', signer_email: 'robin@example.org' }
      const open = { request_id: requestId, way, state: 'OPEN', requested_at: NOW, expires_at: NOW } as const
      await db
        .insertInto('contract_signing')
        .values({ ...open, ...signer })
        .execute()
      expect((await portico(`erase account ${username} --yes`)).code).toBe(0)
      const signing = db.selectFrom('contract_signing').selectAll().where('request_id', '=', requestId)
      expect(await signing.executeTakeFirst()).toMatchObject(left)
    },
  )

  test('refuses to erase an account with active or pending access, and the last administrator', async () => {
    const { db } = connection
    await insertTestAccount(db, { username: 'inforce', grants: [{ role: 'AU', scopeId: '1699999999' }] })
    expect((await portico('erase account inforce --yes')).err).toBe(`${IN_FORCE}\n`)
    await insertTestAccount(db, { username: 'onlyboss', kind: 'internal', grants: [] })
    expect((await portico('erase account onlyboss --yes')).err).toBe(`${LAST_ADMINISTRATOR}\n`)
  })

  test('erases unused accounts and expired invitations automatically, except those on legal hold', async () => {
    const { db } = connection
    const change = async (one: Person, set: object) => {
      await db.updateTable('account').set(set).where('id', '=', one.accountId).execute()
      return one
    }
    const long = daysAgo(retention.accounts + 1)
    const unused = await change(await person(1), { state: 'SUSPENDED', last_sign_in_at: long })
    const used = await change(await person(1), { state: 'SUSPENDED', last_sign_in_at: daysAgo(retention.accounts - 1) })
    const open = await change(await person(1), { state: 'ACTIVE', last_sign_in_at: long })
    const invited = { state: 'INVITED', activated_at: null, last_sign_in_at: null }
    const never = await change(await person(1), { ...invited, created_at: daysAgo(retention.invitations + 1) })
    const lately = await change(await person(1), { ...invited, created_at: daysAgo(retention.invitations - 1) })
    const onHold = await change(await person(1), { state: 'SUSPENDED', last_sign_in_at: long })
    const { id } = JSON.parse((await portico(`holds add --account ${onHold.username} --reason Case --json`)).out)
    expect(await eraseUnusedAccounts.run(context, NOW)).toBeGreaterThanOrEqual(2)
    const erased = await db.selectFrom('account').select('id').where('erased_at', 'is not', null).execute()
    const ids = new Set(erased.map(({ id }) => id))
    const isErased = ({ accountId }: Person) => ids.has(accountId)
    expect([unused, used, open, never, lately, onHold].map(isErased)).toEqual([true, false, false, true, false, false])
    expect(await eraseUnusedAccounts.run(context, NOW)).toBe(0)
    expect((await portico(`holds release ${id}`)).code).toBe(0)
  })
})
