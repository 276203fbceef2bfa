import { anyText, type Filter } from '../../shell/lists/list-declaration.ts'

/** A member's search. `name` is part of a name, or with `npi` the full name of that provider. */
export const PROVIDERS = {
  fields: { specialty: anyText, city: anyText, state: anyText, name: anyText, npi: anyText },
} as const

export type Search = Filter<typeof PROVIDERS.fields>

/** A state alone is not a search. */
export const isSearch = ({ specialty, city, name, npi }: Search) => Boolean(specialty || city || name || npi)

/** Text after the count: 'for Family Medicine in Salem, MA'. */
export function describeSearch({ specialty, city, state, name, npi }: Partial<Search>): string {
  const parts = [
    specialty && `for ${specialty}`,
    name && (npi ? `named ${name}` : `with “${name}” in the name`),
    city && `in ${state ? `${city}, ${state}` : city}`,
  ]
  return parts.filter(Boolean).join(' ')
}
