import { PROVIDER_PATHS } from '@portico/core/constants'
import type { Provider, ProviderList, ProviderRow } from '@portico/core/internal/shapes'
import { legacyRecordAudit } from '../../platform/audit.ts'
import { portalUrl } from '../../platform/brand-host.ts'
import { brands } from '../../platform/brands.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { legacyTransact } from '../../platform/transaction.ts'
import type { InternalPorts } from '../ports.ts'
import * as store from '../store/providers.ts'

const FOUND_MAX = 50

export const PROVIDER_UNKNOWN = 'We could not find a provider with this NPI.'
export const NOT_LOCKED = 'Nothing is counted against this NPI: it is not locked.'

/** What locks an NPI now (behaviour 7.6, 7.10); limits by address lock no NPI. */
function locksNow(deps: Deps, ports: InternalPorts): store.Lock[] {
  const { limits } = deps.settings
  const now = deps.clock.now()
  const step1 = ports.step1Limits(limits, now).filter((limit) => limit.by === 'npi')
  const quiz = ports.quizLimits(limits, now).filter((limit) => limit.by === 'npi')
  return [
    ...step1.map(({ max, since }) => ({ kind: 'STEP1' as const, max, since })),
    ...quiz.map(({ max, since }) => ({ kind: 'QUIZ' as const, max, since })),
  ]
}

/** By the beginning of an NPI or of words of the name; without a search, whoever is locked now. */
export async function listProviders(deps: Deps, ports: InternalPorts, search: string): Promise<ProviderList> {
  const locks = locksNow(deps, ports)
  if (search.trim() === '') {
    const locked = await store.findLocks(deps.db, locks)
    const npis = [...locked.keys()]
    const rows = await store.findProviderRows(deps.db, npis.slice(0, FOUND_MAX))
    return { rows: rows.map((row) => withLocks(row, locked)), more: npis.length > FOUND_MAX }
  }
  const found = await findNpis(deps, ports, search)
  const npis = found.slice(0, FOUND_MAX)
  const locked = await store.findLocks(deps.db, locks, npis)
  const rows = await store.findProviderRows(deps.db, npis)
  return { rows: rows.map((row) => withLocks(row, locked)), more: found.length > FOUND_MAX }
}

/** A whole NPI is looked up as it is: the search leaves deactivated providers out. */
async function findNpis(deps: Deps, ports: InternalPorts, search: string): Promise<string[]> {
  if (/^\d{10}$/.test(search.trim())) return [search.trim()]
  return (await ports.searchProviders(deps.db, search, FOUND_MAX + 1)).map((provider) => provider.npi)
}

function withLocks(row: Omit<ProviderRow, 'locks'>, locked: Map<string, Set<'STEP1' | 'QUIZ'>>): ProviderRow {
  return { ...row, locks: [...(locked.get(row.npi) ?? [])] }
}

export async function countLockedProviders(deps: Deps, ports: InternalPorts): Promise<number> {
  return (await store.findLocks(deps.db, locksNow(deps, ports))).size
}

export async function describeProvider(deps: Deps, ports: InternalPorts, npi: string): Promise<Outcome<Provider>> {
  const { db } = deps
  const facts = await store.findProviderFacts(db, npi)
  if (!facts) return refuse(404, PROVIDER_UNKNOWN)
  const locks = locksNow(deps, ports)
  const windowOf = (kind: 'STEP1' | 'QUIZ') => locks.filter((lock) => lock.kind === kind).map((lock) => lock.since)
  const [recent, month] = windowOf('STEP1') as [Date, Date]
  const [day] = windowOf('QUIZ') as [Date]
  return {
    entity: {
      ...withLocks(facts, await store.findLocks(db, locks, [npi])),
      person: facts.person,
      region: facts.region,
      contractDate: facts.contractDate,
      email: facts.email,
      hasSsn: facts.hasSsn,
      hasTin: facts.hasTin,
      scopes: await store.findProviderScopes(db, npi),
      failedProofs: {
        recent: await store.countAttempts(db, npi, 'STEP1', recent),
        month: await store.countAttempts(db, npi, 'STEP1', month),
      },
      quizzes: await store.countAttempts(db, npi, 'QUIZ', day),
      waiting: await store.findWaitingRequests(db, npi),
      easyReg: easyRegLinks(deps),
    },
  }
}

/** Addresses come from the configured public URL of each brand, never from the request (behaviour 9.3). */
function easyRegLinks({ settings }: Deps): Provider['easyReg'] {
  return brands.map(({ id, name }) => ({
    brand: name,
    url: portalUrl(settings, id, `${PROVIDER_PATHS.registration}?easyReg=Y`),
  }))
}

/** Forgets what was counted against the NPI: step1 and quizzes begin anew. */
export async function unlockProvider(
  deps: Deps,
  npi: string,
  staff: { accountId: string; address: string },
): Promise<Outcome<{ forgotten: number }>> {
  return legacyTransact(deps.db, async (trx) => {
    const forgotten = await store.deleteAttempts(trx, npi)
    if (forgotten === 0) return refuse(407, NOT_LOCKED)
    await legacyRecordAudit(trx, {
      at: deps.clock.now(),
      actorKind: 'internal',
      actorAccountId: staff.accountId,
      action: 'identity.unlocked',
      npi,
      address: staff.address,
      details: { forgotten },
    })
    return { entity: { forgotten } }
  })
}
