import { randomBytes } from 'node:crypto'
import { STATUS } from '@portico/core/constants'
import type { FeedMade } from '@portico/core/signon/calendar/shapes'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { findBrand } from '#platform/brands/brands.ts'
import type { Context, SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { HttpFailure } from '#platform/http/errors.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { hit } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findAccount } from '../../store/accounts.ts'
import {
  deleteFeed,
  findFeed,
  lockActiveAccount,
  lockOpenSession,
  lockSaaGrant,
  saveFeed,
  updateFeedRead,
} from '../../store/calendar/feeds.ts'
import { findDueDates, ONLY_FOR_SAAS } from './due-dates.ts'
import { feedMade, feedWithdrawn } from './events.ts'
import { writeCalendar } from './write-calendar.ts'

export const FEED_PATH = '/calendar'

/** 256 random bits, as base64url. */
const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/
const MINUTE_S = 60

/** Makes a new address, shown this once; the former one stops. Only its hash is stored. */
export function makeFeed(context: SignedIn): Promise<Outcome<FeedMade>> {
  const { accountId } = context.session
  return transact(context, async (inside) => {
    if (!(await lockActiveAccount(inside, accountId))) return refuse(STATUS.notFound, ONLY_FOR_SAAS)
    if (!(await lockSaaGrant(inside, accountId))) return refuse(STATUS.notFound, ONLY_FOR_SAAS)
    if (!(await lockOpenSession(inside))) throw new HttpFailure(401, 'no-session', 'Please sign in.')
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    await saveFeed(inside, accountId, hashToken(token))
    await announce(inside, feedMade, { subjectAccountId: accountId })
    const { brand } = await findAccount(inside.db, accountId)
    return { entity: { address: portalUrl(inside.settings, brand, `${FEED_PATH}/${token}.ics`) } }
  })
}

export function withdrawFeed(context: SignedIn): Promise<Outcome<true>> {
  const { accountId } = context.session
  return transact(context, async (inside) => {
    if (await deleteFeed(inside, accountId)) await announce(inside, feedWithdrawn, { subjectAccountId: accountId })
    return { entity: true }
  })
}

type Reading = Pick<Context, 'db' | 'now' | 'settings'> & { client: string }

/**
 * The calendar at an address. Every address without a live feed gets the same reply. A network that sent too many wrong
 * addresses still reads right ones, because a calendar service reads for many people.
 */
export async function readFeed(reading: Reading, token: string): Promise<string> {
  const { db, now, settings, client } = reading
  const { limits } = settings
  const window = { windowSeconds: MINUTE_S }
  const perClient = {
    key: `calendar-client:${client}`,
    limit: limits.calendarReadsPerMinutePerAddress,
    ...window,
  } as const
  if (!(await hit(reading, perClient))) throw tooMany()
  const feed = TOKEN.test(token) ? await findFeed(db, hashToken(token)) : undefined
  if (!feed) throw await unknownFeed(reading)
  const perFeed = {
    key: `calendar-feed:${feed.accountId}`,
    limit: limits.calendarReadsPerMinutePerFeed,
    ...window,
  } as const
  if (!(await hit(reading, perFeed))) throw tooMany()
  const due = await findDueDates(reading, feed.accountId)
  if (!due) throw await unknownFeed(reading)
  await updateFeedRead(reading, feed.accountId)
  return writeCalendar(due, {
    now,
    uid: feed.uid,
    name: findBrand(feed.brand).name,
    urlOf: (page) => portalUrl(settings, feed.brand, page),
  })
}

async function unknownFeed(reading: Reading): Promise<HttpFailure> {
  const limit = reading.settings.limits.calendarWrongPerMinutePerAddress
  const isFew = await hit(reading, { key: `calendar-wrong:${reading.client}`, limit, windowSeconds: MINUTE_S })
  return isFew ? new HttpFailure(404, 'unknown-calendar', 'There is no calendar at this address.') : tooMany()
}

const tooMany = () => new HttpFailure(429, 'flood', 'Too many requests. Please wait a minute and try again.', MINUTE_S)
