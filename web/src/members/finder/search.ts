import { MEMBER_PATHS } from '@portico/core/constants'
import { MILES, MILES_DEFAULT } from '@portico/core/members/limits'
import type { ProviderList } from '@portico/core/members/shapes'
import { nameLanguage } from '@portico/core/provider-directory/values'
import { anyText, type Filter, oneOf } from '#shell/lists/list-declaration.ts'

/** A member's search. `name` is part of a name, or with `npi` the full name of that provider. */
export const PROVIDERS = {
  fields: {
    specialty: anyText,
    name: anyText,
    npi: anyText,
    zip: anyText,
    miles: oneOf(MILES.map(String), String(MILES_DEFAULT)),
    accepting: oneOf(['true'], ''),
    telehealth: oneOf(['true'], ''),
    language: anyText,
    plan: anyText,
  },
} as const

export type Search = Filter<typeof PROVIDERS.fields>

/** The other fields only narrow a search. */
export const isSearch = ({ specialty, zip, name, npi }: Search) => Boolean(specialty || zip || name || npi)

/** The address of a provider's page, with the search to return to. */
export const providerAddress = (npi: string, search: string) => `${MEMBER_PATHS.findAProvider}/${npi}${search}`

/** Text after the count: 'for Family Medicine within 25 miles of 01970'. */
export function describeSearch(search: Partial<Search>, sortedBy: ProviderList['sortedBy'] = 'NAME'): string {
  const { specialty, name, npi, zip = '', miles, language } = search
  const parts = [
    specialty && `for ${specialty}`,
    name && (npi ? `named ${name}` : `with “${name}” in the name`),
    sortedBy === 'DISTANCE' && `within ${miles} miles of ${zip}`,
    sortedBy === 'ZIP_AREA' && `in the ZIP area ${zip.slice(0, 3)}`,
    search.accepting && 'accepting new patients',
    search.telehealth && 'with telehealth',
    language && `speaking ${nameLanguage(language) ?? language}`,
  ]
  return parts.filter(Boolean).join(' ')
}
