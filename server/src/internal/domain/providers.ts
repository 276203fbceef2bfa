import { invite } from '@portico/core/access/calls'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { liftHold as liftCall, unlockProvider as unlockCall } from '@portico/core/internal/calls'
import type { NpiQuery, Provider, ProviderList, ProvidersQuery } from '@portico/core/internal/shapes'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { brands } from '#platform/brands/brands.ts'
import { canUse } from '#platform/calls/access-guard.ts'
import type { Context, Db, Session, SignedIn } from '#platform/context.ts'
import { isoTime } from '#platform/database/paged-list.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findHold } from '../../access/access.ts'
import { searchProviders } from '../../plan-data/plan-data.ts'
import { findLockedNpis, findUsage, lockedNpisSql, refundAll } from '../../registration/registration.ts'
import * as store from '../store/providers.ts'
import { providerUnlocked } from './events.ts'

const FOUND_MAX = 50

export const PROVIDER_UNKNOWN = 'We could not find a provider with this NPI.'
export const NOT_LOCKED = 'This NPI is not locked.'

type Locked = Map<string, Set<Provider['locks'][number]>>

/** NPIs with a hold or an objection, then those that reached a limit (behaviour 7.6, 7.10). */
async function findLocks(context: Context, npis?: string[]): Promise<Locked> {
  const locked: Locked = new Map()
  const found = [...(await store.findHolds(context.db, npis)), ...(await findLockedNpis(context, npis))]
  for (const { npi, kind } of found) locked.set(npi, (locked.get(npi) ?? new Set()).add(kind))
  return locked
}

/** Searches by NPI prefix or word prefixes of the name. Without a search, lists reported and locked providers. */
export async function listProviders(context: Context, { search = '' }: ProvidersQuery): Promise<ProviderList> {
  const { db } = context
  const found = search.trim() === '' ? undefined : await findNpis(db, search.trim())
  const locked = await findLocks(context, found?.slice(0, FOUND_MAX))
  const npis = found ?? [...locked.keys()]
  const rows = await store.findProviderRows(db, npis.slice(0, FOUND_MAX))
  return { rows: rows.map((row) => withLocks(row, locked)), more: npis.length > FOUND_MAX }
}

/** Looks up a complete NPI directly, because the search omits deactivated providers. */
async function findNpis(db: Db, search: string): Promise<string[]> {
  if (/^\d{10}$/.test(search)) return [search]
  return (await searchProviders(db, search, FOUND_MAX + 1)).map((provider) => provider.npi)
}

const withLocks = <Row extends { npi: string }>(row: Row, locked: Locked) => ({
  ...row,
  locks: [...(locked.get(row.npi) ?? [])],
})

export const countLockedProviders = (context: Context): Promise<number> =>
  store.countLocked(context.db, lockedNpisSql({ limits: context.settings.limits, now: context.now }))

export async function describeProvider(context: SignedIn, { npi }: NpiQuery): Promise<Outcome<Provider>> {
  const { db } = context
  const facts = await store.findProviderFacts(db, npi)
  if (!facts) return refuse(404, PROVIDER_UNKNOWN)
  const usage = await findUsage(context, npi)
  return {
    entity: {
      ...withLocks(facts, await findLocks(context, [npi])),
      scopes: await store.findProviderScopes(db, npi),
      invites: facts.network === 'IN' && canUse(invite, context.session) ? ['SAA'] : [],
      actions: actionsOf(context.session),
      failedProofs: { recent: usage.recentStep1PerNpi, month: usage.step1PerNpi },
      quizzes: usage.quizzesPerDay,
      failedQuizzes: usage.failedQuizzes,
      failedCodes: usage.failedCodes,
      onHoldSince: isoTime((await findHold(db, npi)) ?? null),
      objections: await store.findObjections(db, npi),
      waiting: await store.findWaitingRequests(db, npi),
      easyReg: easyRegLinks(context),
    },
  }
}

const actionsOf = (session: Session): Provider['actions'] => [
  ...(canUse(unlockCall, session) ? (['unlock'] as const) : []),
  ...(canUse(liftCall, session) ? (['liftHold'] as const) : []),
]

/** Builds links from the configured public URL of each brand, never from the request (behaviour 9.3). */
function easyRegLinks({ settings }: Context): Provider['easyReg'] {
  return brands.map(({ id, name }) => ({
    brand: name,
    url: portalUrl(settings, id, `${PROVIDER_PATHS.registration}?easyReg=Y`),
  }))
}

/** Resets the step1, quiz and code attempts of the NPI. */
export async function unlockProvider(context: Context, { npi }: NpiQuery): Promise<Outcome<{ forgotten: number }>> {
  return transact(context, async (inside) => {
    const forgotten = await refundAll(inside, npi)
    if (forgotten === 0) return refuse(407, NOT_LOCKED)
    await announce(inside, providerUnlocked, { npi, details: { forgotten } })
    return { entity: { forgotten } }
  })
}
