/** What a member looks for, as the address of the page holds it. */
export type Search = {
  specialty?: string | undefined
  city?: string | undefined
  state?: string | undefined
  /** Words of a name; with `npi` the whole name of that one provider. */
  name?: string | undefined
  npi?: string | undefined
  page?: number | undefined
}

const KEYS = ['specialty', 'city', 'state', 'name', 'npi'] as const

/** Null when nothing is searched for yet. */
export function readSearch(address: URLSearchParams): Search | null {
  const search: Search = Object.fromEntries(KEYS.flatMap((key) => (address.get(key) ? [[key, address.get(key)]] : [])))
  if (!search.specialty && !search.city && !search.name && !search.npi) return null
  const page = Number(address.get('page') ?? 0)
  return { ...search, page: Number.isInteger(page) && page > 0 ? page : 0 }
}

export function writeSearch({ page, ...search }: Search): URLSearchParams {
  const given = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return new URLSearchParams(page ? [...given, ['page', String(page)]] : given)
}

/** 'for Family Medicine in Salem, MA': what stands behind the count. */
export function describeSearch({ specialty, city, state, name, npi }: Search): string {
  const parts = [
    specialty && `for ${specialty}`,
    name && (npi ? `named ${name}` : `with “${name}” in the name`),
    city && `in ${state ? `${city}, ${state}` : city}`,
  ]
  return parts.filter(Boolean).join(' ')
}
