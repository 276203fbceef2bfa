import { createHash } from 'node:crypto'
import type { InTransaction } from '#platform/context.ts'
import {
  deletePublished,
  findPublishedHashes,
  type Sources,
  type StoredResource,
  updatePublished,
  updateSearchForms,
} from '../../store/publishing/published-resources.ts'
import type { Resource } from '../resources/resource.ts'
import { searchFormOf } from '../search/search-guide.ts'
import { writeValues } from '../search/write-values.ts'
import type { Mapped } from './map-sources.ts'

export type Written = {
  changed: number
  /** Sources of which a resource appeared or disappeared. */
  moved: Set<string>
  /** Sources of which a resource is no longer published. */
  ended: Set<string>
}

/**
 * Stores what changed of these sources and deletes what is no longer published, unless `keepsEnded`. Search values are
 * written again without a change if the guide's search parameters changed since.
 */
export async function writePublished(
  inside: InTransaction,
  sources: Sources & { keepsEnded?: boolean },
  mapped: readonly Mapped[],
): Promise<Written> {
  const { db, now } = inside
  const known = new Map((await findPublishedHashes(db, sources)).map((row) => [`${row.type}/${row.id}`, row]))
  const moved = new Set<string>()
  const changed: StoredResource[] = []
  const outdated: { type: string; id: string; searchForm: string }[] = []
  const resources: Resource[] = []
  const types = new Set(mapped.map(({ resource }) => resource.resourceType))
  const forms = new Map([...types].map((type) => [type, searchFormOf(type)]))
  for (const { resource, networks, sourceId } of mapped) {
    const key = `${resource.resourceType}/${resource.id}`
    const before = known.get(key)
    known.delete(key)
    const hash = hashOf(resource)
    const searchForm = forms.get(resource.resourceType) ?? ''
    if (!before) moved.add(sourceId)
    const isSame = before?.hash.equals(hash) && before.networks.join() === networks.join()
    if (isSame && before?.searchForm === searchForm) continue
    if (isSame) outdated.push({ type: resource.resourceType, id: resource.id, searchForm })
    else changed.push({ ...toStored(resource, now), hash, networks, sourceId, searchForm })
    resources.push(resource)
  }
  const ended = new Set([...known.values()].map(({ sourceId }) => sourceId))
  const deleted = sources.keepsEnded ? [] : [...known.values()]
  await deletePublished(db, deleted)
  await updatePublished(db, sources.kind, changed)
  await updateSearchForms(db, outdated)
  await writeValues(inside, resources, deleted)
  return { changed: changed.length + deleted.length, moved: new Set([...moved, ...ended]), ended }
}

const hashOf = (resource: Resource): Buffer => createHash('sha256').update(JSON.stringify(resource)).digest()

function toStored({ resourceType, id, meta, ...content }: Resource, now: Date) {
  const resource = { resourceType, id, meta: { lastUpdated: now.toISOString(), ...meta }, ...content }
  return { type: resourceType, id, resource: JSON.stringify(resource), lastUpdated: now }
}
