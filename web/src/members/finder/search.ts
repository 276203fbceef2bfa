import { anyText, type Filter } from '../../shell/lists/list-declaration.ts'

/** What a member looks for. `name` is words of a name; with `npi` the whole name of that one provider. */
export const PROVIDERS = {
  fields: { specialty: anyText, city: anyText, state: anyText, name: anyText, npi: anyText },
} as const

export type Search = Filter<typeof PROVIDERS.fields>

/** Something is searched for; a state alone is nothing. */
export const isSearch = ({ specialty, city, name, npi }: Search) => Boolean(specialty || city || name || npi)

/** 'for Family Medicine in Salem, MA': what stands behind the count. */
export function describeSearch({ specialty, city, state, name, npi }: Partial<Search>): string {
  const parts = [
    specialty && `for ${specialty}`,
    name && (npi ? `named ${name}` : `with “${name}” in the name`),
    city && `in ${state ? `${city}, ${state}` : city}`,
  ]
  return parts.filter(Boolean).join(' ')
}
