import { invite } from '@portico/core/access/calls'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { liftHold as liftCall, unlockProvider as unlockCall } from '@portico/core/internal/calls'
import type { NpiQuery, Provider, ProviderList, ProvidersQuery } from '@portico/core/internal/shapes'
import { findHold } from '../../access/access.ts'
import { searchProviders } from '../../directory/directory.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { portalUrl } from '../../platform/brands/brand-host.ts'
import { brands } from '../../platform/brands/brands.ts'
import type { Context, Db, Session, SignedIn } from '../../platform/context.ts'
import { isoTime } from '../../platform/database/paged-list.ts'
import { readTogether, transact } from '../../platform/database/transaction.ts'
import { mayUse } from '../../platform/http/access-guard.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { type AttemptLimit, codeLimit, quizLimit, step1Limits } from '../../registration/registration.ts'
import * as store from '../store/providers.ts'

const FOUND_MAX = 50

export const PROVIDER_UNKNOWN = 'We could not find a provider with this NPI.'
export const NOT_LOCKED = 'Nothing is counted against this NPI: it is not locked.'

/** What locks an NPI now (behaviour 7.6, 7.10); limits by address lock no NPI. */
function locksNow({ settings, now }: Context): store.Lock[] {
  const byNpi = (kind: store.Lock['kind'], limits: AttemptLimit[]) =>
    limits.filter((limit) => limit.by === 'npi').map(({ max, since }) => ({ kind, max, since }))
  return [
    ...byNpi('STEP1', step1Limits(settings.limits, now)),
    ...byNpi('QUIZ', [quizLimit(settings.limits, now)]),
    ...byNpi('CODE', [codeLimit(settings.limits, now)]),
  ]
}

const proofLocks = ({ settings }: Context): store.ProofLock[] =>
  (['QUIZ', 'CODE'] as const).map((kind) => ({ kind, max: settings.limits.proofFailuresPerNpi }))

/** By what is counted now, and by quizzes and codes that failed however long ago. */
async function findLocks(context: Context, npis?: string[]): Promise<store.Locked> {
  const { db } = context
  const locked = await store.findLocks(db, locksNow(context), npis)
  for (const lock of proofLocks(context))
    for (const npi of await store.findLockedByProofs(db, lock, npis))
      locked.set(npi, (locked.get(npi) ?? new Set()).add(lock.kind))
  for (const { npi, kind } of await store.findHeld(db, npis)) locked.set(npi, (locked.get(npi) ?? new Set()).add(kind))
  return locked
}

/** By the beginning of an NPI or of words of the name; without a search, whoever is locked now. */
export async function listProviders(context: Context, { search = '' }: ProvidersQuery): Promise<ProviderList> {
  const { db } = context
  const found = search.trim() === '' ? undefined : await findNpis(db, search.trim())
  const locked = await findLocks(context, found?.slice(0, FOUND_MAX))
  const npis = found ?? [...locked.keys()]
  const rows = await store.findProviderRows(db, npis.slice(0, FOUND_MAX))
  return { rows: rows.map((row) => withLocks(row, locked)), more: npis.length > FOUND_MAX }
}

/** A whole NPI is looked up as it is: the search leaves deactivated providers out. */
async function findNpis(db: Db, search: string): Promise<string[]> {
  if (/^\d{10}$/.test(search)) return [search]
  return (await searchProviders(db, search, FOUND_MAX + 1)).map((provider) => provider.npi)
}

const withLocks = <Row extends { npi: string }>(row: Row, locked: store.Locked) => ({
  ...row,
  locks: [...(locked.get(row.npi) ?? [])],
})

export const countLockedProviders = (context: Context): Promise<number> =>
  store.countLocked(context.db, locksNow(context), proofLocks(context))

export async function describeProvider(context: SignedIn, { npi }: NpiQuery): Promise<Outcome<Provider>> {
  const { db } = context
  const facts = await store.findProviderFacts(db, npi)
  if (!facts) return refuse(404, PROVIDER_UNKNOWN)
  const locks = locksNow(context)
  const countedBy = (kind: store.Lock['kind']) =>
    readTogether(locks.filter((lock) => lock.kind === kind).map((lock) => store.countAttempts(db, npi, lock)))
  const [month = 0] = await countedBy('STEP1')
  const [{ since }] = step1Limits(context.settings.limits, context.now)
  const recent = await store.countAttempts(db, npi, { kind: 'STEP1', since })
  const [quizzes = 0] = await countedBy('QUIZ')
  return {
    entity: {
      ...withLocks(facts, await findLocks(context, [npi])),
      scopes: await store.findProviderScopes(db, npi),
      invites: facts.network === 'IN' && mayUse(invite, context.session) ? ['SAA'] : [],
      actions: actionsOf(context.session),
      failedProofs: { recent, month },
      quizzes,
      failedQuizzes: await store.countFailedProofs(db, npi, 'QUIZ'),
      failedCodes: await store.countFailedProofs(db, npi, 'CODE'),
      heldSince: isoTime((await findHold(db, npi)) ?? null),
      objections: await store.findObjections(db, npi),
      waiting: await store.findWaitingRequests(db, npi),
      easyReg: easyRegLinks(context),
    },
  }
}

const actionsOf = (session: Session): Provider['actions'] => [
  ...(mayUse(unlockCall, session) ? (['unlock'] as const) : []),
  ...(mayUse(liftCall, session) ? (['liftHold'] as const) : []),
]

/** Addresses come from the configured public URL of each brand, never from the request (behaviour 9.3). */
function easyRegLinks({ settings }: Context): Provider['easyReg'] {
  return brands.map(({ id, name }) => ({
    brand: name,
    url: portalUrl(settings, id, `${PROVIDER_PATHS.registration}?easyReg=Y`),
  }))
}

/** Forgets what was counted against the NPI: step1 and quizzes begin anew. */
export async function unlockProvider(context: Context, { npi }: NpiQuery): Promise<Outcome<{ forgotten: number }>> {
  return transact(context, async (inside) => {
    const { db, now } = inside
    const forgotten = (await store.deleteAttempts(db, npi)) + (await store.updateFailuresForgotten(db, npi, now))
    if (forgotten === 0) return refuse(407, NOT_LOCKED)
    await recordAudit(inside, { action: 'identity.unlocked', npi, details: { forgotten } })
    return { entity: { forgotten } }
  })
}
