import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../context.ts'
import type { Deps } from '../deps.ts'
import { hit } from '../limits/limits.ts'
import type { Kept } from '../settings/settings.ts'
import { isAccountHeld, isLetterHeld, isNpiHeld, isRequestHeld, lockHolds } from './legal-holds.ts'
import type { DueHandler } from './sweep.ts'

const DAY_MS = 86_400_000
const BATCH = 500
/** In one run; what is left over waits for the next. */
const BATCHES = 20

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

/** What is kept, for how many days, and the statement that ends a batch of it; `before` is when they were over. */
type Rule = { kept: keyof Kept; end: (before: Date) => RawBuilder<unknown> }

const free = (account: RawBuilder<unknown>, request: RawBuilder<unknown>) =>
  sql`not ${isAccountHeld(account)} and not ${isRequestHeld(request)}`

const freeMail = sql`${free(sql`m.account_id`, sql`m.request_id`)}
  and not ${isLetterHeld(sql`m.subject || ' ' || m.body`, sql`m.to_address`)}`

/** Whoever signed, or was asked to: what a signing names them by, and what they wrote. */
export const SIGNER_GONE = sql`signer_name = '', signer_title = '', signer_email = '', reason = null,
  opened_from = null, confirmed_from = null, signed_from = null`

/** The file goes, and what names people beside it; how it was decided stays with its hash. */
const endContracts = (which: RawBuilder<unknown>) => sql`
  with over as (
    select c.id from signed_contract c
    where num_nonnulls(c.content, c.safe_copy, c.file_name, c.reason) > 0 and ${which}
      and not ${isRequestHeld(sql`c.request_id`)}
    order by c.id limit ${BATCH}),
  signers as (update contract_signing s set ${SIGNER_GONE} from over where s.contract_id = over.id)
  update signed_contract set content = null, safe_copy = null, file_name = null, reason = null
  where id in (select id from over)`

const OVER = sql`r.state in ('REJECTED', 'EXPIRED', 'REVOKED')`

/** Whole rows of a table called `t`, by what is over of it and who may hold it. */
const endRows = (table: string, over: RawBuilder<unknown>, held: RawBuilder<boolean>[]) => sql`
  delete from ${sql.table(table)} where id in (
    select t.id from ${sql.table(table)} t where ${over} and not (${sql.join(held, sql` or `)})
    order by t.id limit ${BATCH})`

const RULES: readonly Rule[] = [
  {
    kept: 'mailText',
    end: (before) => sql`
      update mail_message set body = '' where id in (
        select m.id from mail_message m
        where m.body <> '' and coalesce(m.sent_at, m.gave_up_at) < ${before}
          and ${freeMail}
        order by m.id limit ${BATCH})`,
  },
  {
    kept: 'mail',
    end: (before) => sql`
      delete from mail_message where id in (
        select m.id from mail_message m
        where coalesce(m.sent_at, m.gave_up_at) < ${before} and ${freeMail}
        order by m.id limit ${BATCH})`,
  },
  {
    kept: 'requests',
    end: (before) => sql`
      update access_request
      set contact_first_name = null, contact_last_name = null, signatory_email = null, reason = null, typed_amounts = '{}'
      where id in (
        select r.id from access_request r
        where ${OVER} and r.decided_at < ${before}
          and (num_nonnulls(r.contact_first_name, r.contact_last_name, r.signatory_email, r.reason) > 0
            or r.typed_amounts <> '{}')
          and not ${isRequestHeld(sql`r.id`)}
        order by r.id limit ${BATCH})`,
  },
  {
    // What plan staff noted about a request goes with what the request says.
    kept: 'requests',
    end: (before) =>
      endRows(
        'staff_note',
        sql`t.written_at < ${before} and exists (
          select from access_request r where r.id = t.request_id and ${OVER} and r.decided_at < ${before})`,
        [isRequestHeld(sql`t.request_id`)],
      ),
  },
  {
    // Asked, and nothing came of it: what was signed goes with its contract.
    kept: 'requests',
    end: (before) => sql`
      update contract_signing set ${SIGNER_GONE} where id in (
        select s.id from contract_signing s
        where s.state in ('DECLINED', 'CANCELLED', 'EXPIRED') and s.ended_at < ${before}
          and (s.signer_name || s.signer_title || s.signer_email <> ''
            or num_nonnulls(s.reason, s.opened_from, s.confirmed_from) > 0)
          and not ${isRequestHeld(sql`s.request_id`)}
        order by s.id limit ${BATCH})`,
  },
  {
    kept: 'contractsRefused',
    end: (before) =>
      endContracts(
        sql`c.state in ('RETURNED', 'SUPERSEDED', 'CLOSED') and coalesce(c.decided_at, c.received_at) < ${before}`,
      ),
  },
  {
    kept: 'contracts',
    end: (before) =>
      endContracts(sql`c.state = 'VALIDATED' and c.decided_at < ${before} and not exists (
        select from access_grant g where g.request_id = c.request_id
          and (g.state in ('ACTIVE', 'SUSPENDED') or g.ended_at is null or g.ended_at >= ${before}))`),
  },
  {
    kept: 'links',
    end: (before) => sql`
      delete from link where id in (
        select l.id from link l
        where l.expires_at < ${before} and ${free(sql`l.account_id`, sql`l.request_id`)}
          and not exists (select from registration r where r.link_id = l.id)
        order by l.id limit ${BATCH})`,
  },
  {
    kept: 'sessions',
    end: (before) => sql`
      delete from account_session where id_hash in (
        select s.id_hash from account_session s
        where least(s.ends_at, coalesce(s.ended_at, s.ends_at)) < ${before} and not ${isAccountHeld(sql`s.account_id`)}
        limit ${BATCH})`,
  },
  {
    kept: 'rosterChanges',
    end: (before) =>
      endRows('roster_change', sql`t.answered_at < ${before}`, [
        isAccountHeld(sql`t.account_id`),
        isNpiHeld(sql`t.npi`),
      ]),
  },
  {
    // One that nobody confirmed is over with its link.
    kept: 'factorResets',
    end: (before) =>
      endRows(
        'factor_reset',
        sql`(coalesce(t.done_at, t.stopped_at) < ${before} or num_nonnulls(t.done_at, t.stopped_at, t.confirmed_at) = 0
          and t.asked_at < ${before}
          and not exists (select from link l where l.account_id = t.account_id and l.purpose = 'FACTOR_RESET'
            and l.expires_at >= ${before}))`,
        [isAccountHeld(sql`t.account_id`)],
      ),
  },
  {
    kept: 'secondYeses',
    end: (before) =>
      endRows('second_yes', sql`t.decided_at < ${before}`, [isAccountHeld(sql`t.asked_by`), isNpiHeld(sql`t.npi`)]),
  },
  {
    // Lifted, or a link that nobody pressed the button of; a hold in force stays however old.
    kept: 'registrationHolds',
    end: (before) =>
      endRows('registration_hold', sql`(t.lifted_at < ${before} or t.held_at is null and t.expires_at < ${before})`, [
        isNpiHeld(sql`t.npi`),
        isAccountHeld(sql`t.account_id`),
        isRequestHeld(sql`t.request_id`),
      ]),
  },
]

/** What was kept long enough goes, unless it is under a legal hold. Once an hour for all processes together. */
export const endRetention: DueHandler = {
  name: 'retention',
  async run(deps: Deps, now: Date) {
    if (!(await hit({ db: deps.db, now }, { key: 'job:retention', limit: 1, windowSeconds: 3600 }))) return 0
    let done = 0
    for (const { kept, end } of RULES) done += await inBatches(deps.db, end(daysBefore(now, deps.settings.kept[kept])))
    return done
  },
}

async function inBatches(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  let done = 0
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const ended = await db.transaction().execute(async (trx) => {
      await lockHolds(trx)
      const { numAffectedRows } = await statement.execute(trx)
      return Number(numAffectedRows ?? 0)
    })
    done += ended
    if (ended < BATCH) break
  }
  return done
}
