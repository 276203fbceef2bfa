import type { TestApp } from '../build-test-app.ts'
import type { Validated } from './validate.ts'

export type Entry = { fullUrl: string; resource: Validated & { id: string }; search: { mode: string } }
export type Bundle = {
  resourceType: string
  type: string
  total?: number
  link: { relation: string; url: string }[]
  entry?: Entry[]
}

export const BASE = 'http://localhost/fhir'

const inMode = (bundle: Bundle, mode: string): string[] =>
  (bundle.entry ?? [])
    .filter(({ search }) => search.mode === mode)
    .map(({ resource }) => `${resource.resourceType}/${resource.id}`)

export const matchesIn = (bundle: Bundle): string[] => inMode(bundle, 'match')
export const includedIn = (bundle: Bundle): string[] => inMode(bundle, 'include')
export const linkOf = (bundle: Bundle, relation: string): string | undefined =>
  bundle.link.find((link) => link.relation === relation)?.url

/** Calls /fhir as a visitor without cookies. */
export function openFhirClient({ app }: TestApp) {
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: path.startsWith('http') ? path.replace(BASE, '/fhir') : `/fhir${path}`, headers })
  const search = async (path: string, headers: Record<string, string> = {}): Promise<Bundle> => {
    const reply = await get(path, headers)
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
    return reply.json()
  }
  const collect = async (first: Bundle): Promise<string[]> => {
    const next = linkOf(first, 'next')
    return [...matchesIn(first), ...(next ? await collect(await search(next)) : [])]
  }
  return {
    get,
    search,
    /** The matches of all pages. */
    searchAll: async (path: string): Promise<string[]> => collect(await search(path)),
  }
}
