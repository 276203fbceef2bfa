import { randomBytes } from 'node:crypto'
import { PROVIDER_PATHS, STATUS } from '@portico/core/constants'
import { DAY_MS } from '@portico/core/forms/calendar-day'
import { writeMoment } from '@portico/core/forms/moments'
import type { HoldNotice } from '@portico/core/registration/shapes'
import {
  HOLD_LINK_EXPIRED,
  HOLD_LINK_UNKNOWN,
  HOLD_LINK_USED,
  ON_HOLD,
} from '@portico/core/registration/texts/sentences'
import { recordAudit } from '#platform/audit/audit.ts'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { standardBrand } from '#platform/brands/brands.ts'
import type { Db, InTransaction, Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { hit, networkOf } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import * as store from '../../store/decisions/registration-holds.ts'
import { findRequest } from '../../store/decisions/requests.ts'
import { findProviderEmail } from '../../store/people/administrators.ts'
import { findScope } from '../../store/people/scopes.ts'
import type { ActingInside } from '../acting.ts'
import { needsFourEyesApproval, requestFourEyesApproval } from '../four-eyes.ts'
import { queueMailTo } from '../mail/mails.ts'
import { NOT_ON_HOLD } from '../sentences.ts'

const LINK_DAYS = 14

/** Only for mail to the provider's address on file. The reader can put registration on hold. */
export async function notMeAction(context: InTransaction, link: HoldLinkFor) {
  return {
    sentence: `This was not me (the link works for ${LINK_DAYS} days):`,
    url: await createHoldLink(context, link),
  }
}

type HoldLinkFor = store.HoldEvent & { npi: string; brand: string; objection?: store.Objection }

async function createHoldLink({ db, now, settings }: InTransaction, { brand, ...link }: HoldLinkFor) {
  const token = randomBytes(16).toString('base64url')
  const expiresAt = new Date(now.getTime() + LINK_DAYS * DAY_MS)
  await store.insertHoldLink(db, { ...link, tokenHash: hashToken(token), now, expiresAt })
  return portalUrl(settings, brand, `${PROVIDER_PATHS.notMe}?holdId=${token}`)
}

/** Only for mail to an SAA. The reader can send an objection to staff. */
export async function objectAction(context: InTransaction, link: HoldLinkFor & { objection: store.Objection }) {
  return { sentence: `I object (the link works for ${LINK_DAYS} days):`, url: await createHoldLink(context, link) }
}

type HoldLink = NonNullable<Awaited<ReturnType<typeof store.findHoldLink>>>

async function openHoldLink(context: Visit, holdId: string): Promise<Outcome<HoldLink>> {
  const limit = context.settings.limits.npiLookupsPer5Min
  const isWithin = await hit(context, { key: `link:${networkOf(context.address)}`, limit, windowSeconds: 300 })
  const link = isWithin ? await store.findHoldLink(context.db, hashToken(holdId)) : undefined
  if (!link) return refuse(STATUS.notAcceptable, HOLD_LINK_UNKNOWN, 'link-unknown')
  if (link.held_at) return refuse(STATUS.pageMessage, HOLD_LINK_USED, 'link-used')
  if (link.expires_at <= context.now) return refuse(STATUS.expired, HOLD_LINK_EXPIRED, 'link-expired')
  return { entity: link }
}

/** holdByLink: data for the page. Has no side effects, so a mail scanner can open the link. */
export async function describeHold(context: Visit, { holdId }: { holdId: string }): Promise<Outcome<HoldNotice>> {
  const link = await openHoldLink(context, holdId)
  if ('refusal' in link) return link
  const { npi, kind, event, event_at: at, request_id: requestId } = link.entity
  const name = (await findScope(context.db, `NPI:${npi}`))?.name ?? ''
  const request = requestId === null ? undefined : await findRequest(context.db, requestId)
  const given = request?.state === 'ACTIVE'
  return { entity: { npi, name, event, at: at.toISOString(), objection: kind === 'OBJECTION', given } }
}

/**
 * holdRegistration: puts registration for the NPI on hold until staff lift it. An SAA's objection goes to staff and
 * blocks nothing.
 */
export async function holdRegistration(context: Visit, { holdId }: { holdId: string }): Promise<Outcome<true>> {
  const link = await openHoldLink(context, holdId)
  if ('refusal' in link) return link
  return transact<Visit, Outcome<true>>(context, async (inside) => {
    const { npi, kind, account_id: subjectAccountId, request_id: requestId } = link.entity
    const actor = { kind: 'visitor', accountId: null } as const
    const action = kind === 'OBJECTION' ? 'request.objected' : 'identity.held'
    const isStarted = await narrowAccess(inside, {
      accountIds: kind === 'HOLD' ? await store.findAccountsWithNpi(inside.db, npi) : [],
      take: () => store.updateHoldStarted(inside.db, link.entity.id, inside.now),
      ends: 'TOKENS',
      record: () => recordAudit(inside, { actor, action, npi, subjectAccountId, requestId }),
      notify: null,
    })
    return isStarted ? { entity: true } : refuse(STATUS.pageMessage, HOLD_LINK_USED, 'link-used')
  })
}

const describeFailures = (count: number, at: string): string =>
  count === 1
    ? `This happened on ${at}. No access was given.`
    : `This happened ${count} times, most recently on ${at}. No access was given.`

const aDayBefore = (now: Date) => new Date(now.getTime() - DAY_MS)

/**
 * Mails failed validations, quizzes and codes to the provider's address on file: in one mail, at most once a day, in
 * the brand of the last failure.
 */
export const queueFailureNotices = {
  name: 'tell-failures',
  find: ({ db, now }: Pick<InTransaction, 'now'> & { db: Parameters<typeof store.findFailuresToReport>[0] }) =>
    store.findFailuresToReport(db, aDayBefore(now)),
  async handle(context: InTransaction, npi: string): Promise<boolean> {
    const reported = await store.updateFailuresReported(context.db, npi, context.now, aDayBefore(context.now))
    const email = await findProviderEmail(context.db, npi)
    if (!reported || !email) return false
    const name = (await findScope(context.db, `NPI:${npi}`))?.name ?? `NPI ${npi}`
    const brand = reported.brand ?? standardBrand.id
    const content = {
      subject: `Unsuccessful registration ${reported.pending === 1 ? 'attempt' : 'attempts'} for NPI ${npi}`,
      greeting: name,
      paragraphs: [
        `Someone tried to register for your NPI ${npi} and could not prove that they are you; you don’t need to do anything if this was you.`,
        describeFailures(reported.pending, writeMoment(reported.lastAt)),
        'If it wasn’t you, you can block new registrations for your NPI with the link below.',
      ],
      action: await notMeAction(context, { npi, brand, event: 'FAILED', at: reported.lastAt }),
    }
    await queueMailTo(context, { kind: 'identity.failed-notice', to: { email, name, brand }, content })
    return true
  },
}

export const REFUSED_ON_HOLD = refuse(STATUS.badRequest, ON_HOLD, 'on-hold')

/** Refuses access to an NPI whose provider chose 'This was not me', until staff lift the hold (behaviour 7.19). */
export async function refuseOnHold(db: Db, npi: string | null) {
  return npi !== null && (await store.findHold(db, npi)) ? REFUSED_ON_HOLD : undefined
}

type Lifted = { lifted: number; waiting: boolean }

/**
 * Lifts a hold after staff have inspected the provider's objection. Only a hold needs four-eyes approval; an SAA's
 * objection does not.
 */
export async function liftHold(context: ActingInside, { npi }: { npi: string }): Promise<Outcome<Lifted>> {
  if (!needsFourEyesApproval(context) || !(await store.findHold(context.db, npi))) return liftNow(context, npi)
  await requestFourEyesApproval(context, { kind: 'LIFT_HOLD', npi })
  return { entity: { lifted: 0, waiting: true } }
}

export async function liftNow(context: InTransaction, npi: string): Promise<Outcome<Lifted>> {
  const lifted = await store.updateHoldsLifted(context.db, npi, context.now)
  if (lifted === 0) return refuse(STATUS.pageMessage, NOT_ON_HOLD)
  await recordAudit(context, { action: 'identity.hold-lifted', npi })
  return { entity: { lifted, waiting: false } }
}
