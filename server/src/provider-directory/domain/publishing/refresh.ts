import type { Context, InTransaction } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { findAffected, findOfGroups, findOrganizationsOf, findSourcesAfter } from '../../store/publishing/affected.ts'
import { lockPublished, type SourceKind } from '../../store/publishing/published-resources.ts'
import {
  type Mapped,
  mapGroups,
  mapLocations,
  mapOrganizations,
  mapPlans,
  mapProviders,
  PLAN_SOURCE,
} from './map-sources.ts'
import { type Written, writePublished } from './write-published.ts'

/** What an act changed. */
export type Changed = { npis?: readonly string[]; locationIds?: readonly string[]; groupIds?: readonly string[] }

/** Sources that are refreshed together, so that memory does not grow with the directory. */
const BATCH = 250
/** Smaller when the whole directory is refreshed: each batch leaves some megabytes of text to collect. */
const BATCH_OF_ALL = 50

const maps: Record<SourceKind, (context: InTransaction, ids: readonly string[]) => Promise<Mapped[]>> = {
  PLAN: mapPlans,
  ORGANIZATION: mapOrganizations,
  GROUP: mapGroups,
  LOCATION: mapLocations,
  NPI: mapProviders,
}

type Part = { kind: SourceKind; ids: readonly string[]; keepsEnded?: boolean }

async function refresh(inside: InTransaction, { ids, ...part }: Part): Promise<Written> {
  const all: Written = { changed: 0, moved: new Set(), ended: new Set() }
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH)
    const written = await writePublished(inside, { ...part, ids: batch }, await maps[part.kind](inside, batch))
    all.changed += written.changed
    for (const id of written.moved) all.moved.add(id)
    for (const id of written.ended) all.ended.add(id)
  }
  return all
}

/**
 * Rebuilds the published resources that depend on what an act changed, in the act's transaction. Call it last: it waits
 * for other refreshes, so a row that is locked after it could deadlock. Returns how many resources changed.
 */
export async function refreshPublished(inside: InTransaction, changed: Changed): Promise<number> {
  await lockPublished(inside.db)
  const { npis = [], locationIds = [], groupIds = [] } = changed
  const affected = await findAffected(inside.db, {
    npis: [...npis],
    locationIds: [...locationIds],
    groupIds: [...groupIds],
  })
  const organizations = await findOrganizationsOf(inside.db, affected.groupIds)
  const groups = await refresh(inside, { kind: 'GROUP', ids: affected.groupIds })
  // Rows and locations refer to their group only while it is published.
  const ofMoved = await findOfGroups(inside.db, [...groups.moved])
  const written = [
    groups,
    await refresh(inside, { kind: 'ORGANIZATION', ids: organizations }),
    await refresh(inside, { kind: 'LOCATION', ids: [...new Set([...affected.locationIds, ...ofMoved.locationIds])] }),
    await refresh(inside, { kind: 'NPI', ids: [...new Set([...affected.npis, ...ofMoved.npis])] }),
  ]
  return written.reduce((sum, each) => sum + each.changed, 0)
}

const KINDS = ['PLAN', 'ORGANIZATION', 'GROUP', 'LOCATION', 'NPI'] as const

/**
 * Rebuilds the whole directory, at the end of an import and every night, with one transaction for each batch. Adds what
 * others refer to first and deletes it last, so that references resolve between two batches too.
 */
export async function refreshAllPublished(context: Context): Promise<number> {
  let changed = 0
  const ended = new Map<SourceKind, string[]>()
  for (const kind of KINDS) {
    const keepsEnded = kind !== 'NPI'
    for await (const ids of listSources(context, kind)) {
      const written = await refreshBatch(context, { kind, ids, keepsEnded })
      changed += written.changed
      if (keepsEnded) ended.set(kind, [...(ended.get(kind) ?? []), ...written.ended])
    }
  }
  for (const kind of KINDS.toReversed()) {
    const written = await refreshBatch(context, { kind, ids: ended.get(kind) ?? [] })
    changed += written.changed
  }
  return changed
}

async function* listSources({ db }: Context, kind: SourceKind): AsyncGenerator<string[]> {
  if (kind === 'PLAN') return yield [PLAN_SOURCE]
  let after: string | undefined = ''
  while (after !== undefined) {
    const ids: string[] = await findSourcesAfter(db, kind, { after, limit: BATCH_OF_ALL })
    if (ids.length > 0) yield ids
    after = ids.at(-1)
  }
}

const refreshBatch = (context: Context, part: Part): Promise<Written> =>
  transact(context, async (inside) => {
    await lockPublished(inside.db)
    return refresh(inside, part)
  })

/** Kinds of files whose values are published, or decide what is. */
const PUBLISHED_KINDS: readonly string[] = ['nppes', 'network', 'plans', 'locations', 'practices']

/** Call it once the import has committed. If it is interrupted, the next publication refreshes the rest. */
export async function refreshAfterImport(context: Context, kind: string): Promise<void> {
  if (PUBLISHED_KINDS.includes(kind)) await refreshAllPublished(context)
}
