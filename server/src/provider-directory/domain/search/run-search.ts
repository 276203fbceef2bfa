import type { Db, Trx } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { countCandidates, findFew, findReferences } from '../../store/search/count-candidates.ts'
import { countMatches, findPage, type PageQuery, type Position } from '../../store/search/find-page.ts'
import { limitStatements } from '../../store/search/limit-statements.ts'
import {
  type FoundResource,
  findIncluded,
  findReferring,
  type Key,
  readResources,
} from '../../store/search/read-resources.ts'
import type { SearchCondition } from '../../store/search/search-condition.ts'
import type { Search } from './read-search.ts'
import { mergeRanges } from './read-values.ts'
import { equalTo } from './stored-form.ts'

export type Found = {
  matches: FoundResource[]
  included: FoundResource[]
  /** True if there was more to include than a page can have. */
  isIncomplete: boolean
  total: number | undefined
  /** Where the next page begins. */
  next: Position | undefined
}

const MOST_INCLUDED = 1_000
/** A total is exact or missing: counting stops here. */
const MOST_COUNTED = 10_000

/** Runs a search in one snapshot, so that includes resolve. */
export const runSearch = (db: Db, search: Search, after: Position | undefined): Promise<Found> =>
  transact(
    { db },
    async ({ db: trx }) => {
      await limitStatements(trx)
      return findAll(trx, search, after)
    },
    'repeatable read',
  )

async function findAll(db: Trx, search: Search, after: Position | undefined): Promise<Found> {
  const { type, count } = search
  const conditions = await resolveAll(db, search)
  const driver = after?.driver ?? (await chooseDriver(db, type, conditions))
  const query: PageQuery = { type, conditions, driver, after, limit: count + 1 }
  const page = count === 0 ? [] : await findPage(db, query)
  const shown = page.slice(0, count)
  const last = page.length > count ? shown.at(-1) : undefined
  const keys = shown.map(({ id }) => ({ type, id }))
  const others = await findOthers(db, search, keys)
  return {
    matches: await readResources(db, keys),
    included: await readResources(db, others.slice(0, MOST_INCLUDED)),
    isIncomplete: others.length > MOST_INCLUDED,
    total: await findTotal(db, search, { ...query, isWhole: !after && !last, found: page.length }),
    next: last && { driver, ...last },
  }
}

async function findTotal(
  db: Trx,
  { count, wantsTotal }: Search,
  { isWhole, found, ...query }: PageQuery & { isWhole: boolean; found: number },
): Promise<number | undefined> {
  if (isWhole && count > 0) return found
  if (!wantsTotal && count > 0) return undefined
  const total = await countMatches(db, { ...query, after: undefined, limit: MOST_COUNTED + 1 })
  return total > MOST_COUNTED ? undefined : total
}

/** What the page includes, without its own resources. */
async function findOthers(db: Trx, { type, includes, revIncludes }: Search, keys: Key[]): Promise<Key[]> {
  if (keys.length === 0) return []
  const page = { type, ids: keys.map(({ id }) => id), limit: MOST_INCLUDED + keys.length + 1 }
  const found = [
    ...(includes.length > 0 ? await findIncluded(db, page, includes) : []),
    ...(revIncludes.length > 0 ? await findReferring(db, page, revIncludes) : []),
  ]
  const others = new Map(found.map((key) => [`${key.type}/${key.id}`, key]))
  for (const key of keys) others.delete(`${key.type}/${key.id}`)
  return [...others.values()]
}

async function resolveAll(db: Trx, { type, conditions }: Search): Promise<SearchCondition[]> {
  const resolved: SearchCondition[] = []
  for (const condition of conditions) resolved.push(await resolve(db, type, condition))
  return resolved
}

/** A chain to few resources becomes a list of references or ids. */
async function resolve(db: Trx, type: string, condition: SearchCondition): Promise<SearchCondition> {
  if (condition.kind === 'refersTo') {
    const { parameter, target, test } = condition
    const few = await findFew(db, target, test)
    return few
      ? { kind: 'values', parameter, ranges: mergeRanges(few.map((id) => equalTo(`${target}/${id}`))) }
      : condition
  }
  if (condition.kind === 'referredBy') {
    const few = await findFew(db, condition.source, condition.test)
    const references = few && (await findReferences(db, condition.source, condition.reference, few))
    const prefix = `${type}/`
    return references
      ? { kind: 'ids', ids: references.flatMap((text) => (text.startsWith(prefix) ? text.slice(prefix.length) : [])) }
      : condition
  }
  return condition
}

/** The condition with the fewest candidates. Without one that an index can read, resources are read by their ids. */
async function chooseDriver(db: Trx, type: string, conditions: readonly SearchCondition[]): Promise<number> {
  if (conditions.length < 2) return conditions.findIndex(canDrive)
  const counts = await countCandidates(db, type, conditions)
  const usable = conditions.flatMap((condition, index) => (canDrive(condition) ? index : []))
  return usable.toSorted((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0))[0] ?? -1
}

const canDrive = ({ kind }: SearchCondition): boolean => kind !== 'referredBy'
