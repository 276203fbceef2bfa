import { STATUS, TYPEAHEAD_OPTIONS_MAX } from '@portico/core/constants'
import { codesOfSpecialty, listedSpecialty } from '@portico/core/directory/specialties'
import { SEARCH_FOR_SOMETHING } from '@portico/core/members/sentences'
import {
  type FindProvidersQuery,
  PROVIDERS_PAGE_SIZE,
  type ProviderList,
  type ProviderName,
} from '@portico/core/members/shapes'
import type { Deps } from '../../platform/deps.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import type { MemberPorts } from '../ports.ts'
import {
  countListed,
  findListed,
  findListedCodes,
  findListedNames,
  type ListingChoice,
} from '../store/network-listing.ts'

/** Providers of the network by specialty, city and name, whichever were given. */
export async function findProviders(
  deps: Deps,
  ports: MemberPorts,
  query: FindProvidersQuery,
): Promise<Outcome<ProviderList>> {
  const { specialty, city, state, name = '', npi } = query
  const starts = wordsOf(ports, name)
  if (!specialty && !city && !npi && starts.length === 0) return refuse(STATUS.badRequest, SEARCH_FOR_SOMETHING)
  const choice: ListingChoice = {
    codes: specialty ? codesOfSpecialty(specialty) : undefined,
    city,
    state,
    starts,
    npi,
  }
  const [rows, total] = await Promise.all([findListed(deps.db, choice, query.page ?? 0), countListed(deps.db, choice)])
  return {
    entity: {
      rows: rows.map(({ taxonomyCode, ...row }) => ({ ...row, specialty: listedSpecialty(taxonomyCode) })),
      total,
      pageSize: PROVIDERS_PAGE_SIZE,
    },
  }
}

/** The typeahead by name: words in any order, each by its beginning. */
export async function findProviderNames(deps: Deps, ports: MemberPorts, typed: string): Promise<ProviderName[]> {
  const starts = wordsOf(ports, typed)
  return starts.length === 0 ? [] : findListedNames(deps.db, starts, TYPEAHEAD_OPTIONS_MAX)
}

/** The specialties somebody in the network has, by name. */
export async function findSpecialties(deps: Deps): Promise<string[]> {
  const labels = (await findListedCodes(deps.db)).map(listedSpecialty).filter((label) => label !== '')
  return [...new Set(labels)].sort()
}

function wordsOf(ports: MemberPorts, text: string): string[] {
  return [...new Set(ports.toSearchName(text).split(' '))].filter(Boolean)
}
