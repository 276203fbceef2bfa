import type { FoundResource } from '../../store/search/read-resources.ts'
import { operationOutcome } from './fhir-failure.ts'
import type { Search, Sent } from './read-search.ts'
import type { Found } from './run-search.ts'

type BundleParts = { base: string; search: Search; found: Found; cursor: string | undefined }

const writeLink = (relation: string, { base, search }: BundleParts, more: readonly Sent[] = []) => {
  const query = new URLSearchParams([...search.used, ...more])
  return { relation, url: `${base}/${search.type}${query.size > 0 ? `?${query}` : ''}` }
}

/** A searchset Bundle as text. It contains the published resources to the letter. */
export function writeBundle(parts: BundleParts): string {
  const { found, cursor } = parts
  const links = [writeLink('self', parts), ...(cursor ? [writeLink('next', parts, [['_cursor', cursor]])] : [])]
  const entries = [
    ...found.matches.map((resource) => writeEntry(parts.base, resource, 'match')),
    ...found.included.map((resource) => writeEntry(parts.base, resource, 'include')),
    ...(found.isIncomplete ? [INCOMPLETE] : []),
  ]
  const head = JSON.stringify({ resourceType: 'Bundle', type: 'searchset', total: found.total, link: links })
  // FHIR has no empty arrays.
  return entries.length === 0 ? head : `${head.slice(0, -1)},"entry":[${entries.join(',')}]}`
}

const writeEntry = (base: string, { type, id, resource }: FoundResource, mode: 'match' | 'include'): string =>
  `{"fullUrl":${JSON.stringify(`${base}/${type}/${id}`)},"resource":${resource},"search":{"mode":"${mode}"}}`

const INCOMPLETE = JSON.stringify({
  resource: operationOutcome(
    'incomplete',
    'This page has more resources to include than it can hold. Ask for fewer results with _count.',
    'warning',
  ),
  search: { mode: 'outcome' },
})
