import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ResourceType } from '../resources/guide.ts'

/** A search parameter of the guide. `_id` and `_lastUpdated` have no expression: they are columns. */
export type Parameter = {
  type: 'string' | 'token' | 'reference' | 'date'
  definition: string
  expression?: string
  targets?: ResourceType[]
  /** Parameters of the target that a chain can name. */
  chain?: string[]
  modifiers?: string[]
}

export type SearchType = {
  profiles: string[]
  /** Allowed values of _include and _revinclude, such as `Location:organization`. */
  includes: string[]
  revIncludes: string[]
  parameters: Record<string, Parameter>
}

const file = new URL('../../../../plan-net/search.json', import.meta.url)

/** The guide's search parameters are data: server/plan-net/README.md. */
export const searchGuide: Record<ResourceType, SearchType> = JSON.parse(readFileSync(file, 'utf8'))

export const isSearchType = (text: string): text is ResourceType => Object.hasOwn(searchGuide, text)

export const findParameter = (type: ResourceType, name: string): Parameter | undefined =>
  Object.hasOwn(searchGuide[type].parameters, name) ? searchGuide[type].parameters[name] : undefined

/** Raise it with a change of extract-values.ts or stored-form.ts. */
const EXTRACTION = 1

/** Identifies how the search values of a type are written: by its parameters and by the code that reads them. */
export const searchFormOf = (type: ResourceType): string =>
  createHash('sha256')
    .update(JSON.stringify([EXTRACTION, searchGuide[type].parameters]))
    .digest('hex')
    .slice(0, 32)
