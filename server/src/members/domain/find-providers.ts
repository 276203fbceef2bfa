import { STATUS, TYPEAHEAD_OPTIONS_MAX } from '@portico/core/constants'
import { toSearchName } from '@portico/core/directory/search-name'
import { codesOfSpecialty, listedSpecialty } from '@portico/core/directory/specialties'
import { PROVIDERS_PAGE_SIZE } from '@portico/core/members/limits'
import { SEARCH_FOR_SOMETHING } from '@portico/core/members/sentences'
import type { FindProvidersQuery, ProviderList, ProviderName, SearchQuery } from '@portico/core/members/shapes'
import { type Context, readerOf } from '../../platform/context.ts'
import { readTogether } from '../../platform/database/transaction.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import {
  countListed,
  findListed,
  findListedCodes,
  findListedNames,
  type ListingChoice,
} from '../store/network-listing.ts'

/** Filters network providers by any of specialty, city, name and NPI. */
export async function findProviders(context: Context, query: FindProvidersQuery): Promise<Outcome<ProviderList>> {
  const db = readerOf(context)
  const { specialty, city, state, name = '', npi } = query
  const starts = wordsOf(name)
  if (!specialty && !city && !npi && starts.length === 0) return refuse(STATUS.badRequest, SEARCH_FOR_SOMETHING)
  const choice: ListingChoice = { codes: specialty ? codesOfSpecialty(specialty) : undefined, city, state, starts, npi }
  const page = query.page ?? 0
  const [rows, counted] = await readTogether([findListed(db, choice, page), countListed(db, choice, page)])
  return {
    entity: {
      rows: rows.map(({ taxonomyCode, ...row }) => ({ ...row, specialty: listedSpecialty(taxonomyCode) })),
      ...counted,
      pageSize: PROVIDERS_PAGE_SIZE,
    },
  }
}

/** Typeahead by name: matches word prefixes in any order. */
export async function findProviderNames(
  context: Context,
  { search = '' }: SearchQuery,
): Promise<Outcome<ProviderName[]>> {
  const starts = wordsOf(search)
  return { entity: starts.length === 0 ? [] : await findListedNames(readerOf(context), starts, TYPEAHEAD_OPTIONS_MAX) }
}

/** Specialties of network providers, sorted by name. */
export async function findSpecialties(context: Context): Promise<Outcome<string[]>> {
  const labels = (await findListedCodes(readerOf(context))).map(listedSpecialty).filter((label) => label !== '')
  return { entity: [...new Set(labels)].sort() }
}

function wordsOf(text: string): string[] {
  return [...new Set(toSearchName(text).split(' '))].filter(Boolean)
}
