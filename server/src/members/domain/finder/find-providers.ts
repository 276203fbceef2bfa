import { STATUS, TYPEAHEAD_OPTIONS_MAX } from '@portico/core/constants'
import { DAY_MS, planDayOf } from '@portico/core/forms/calendar-day'
import { ANY_PLAN, MILES_DEFAULT, PROVIDERS_PAGE_SIZE } from '@portico/core/members/limits'
import { PROVIDER_NOT_LISTED, SEARCH_FOR_SOMETHING } from '@portico/core/members/sentences'
import type {
  FindProvidersQuery,
  FoundProvider,
  ProviderList,
  ProviderName,
  ProviderPage,
  SearchOptions,
  SearchQuery,
} from '@portico/core/members/shapes'
import { toSearchName } from '@portico/core/plan-data/search-name'
import type { Context, SignedIn } from '#platform/context.ts'
import { readTogether } from '#platform/database/transaction.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findAsOf } from '../../../plan-data/plan-data.ts'
import { findPublishedSpecialties } from '../../../provider-directory/provider-directory.ts'
import { countFound, type FoundPlace, findFound, type ProviderChoice } from '../../store/finder/found-providers.ts'
import { findVisibleNames } from '../../store/finder/listed-names.ts'
import { findCenter, type Near } from '../../store/finder/near.ts'
import { findPlanName, findPlans, type ListedPlan } from '../../store/finder/search-options.ts'
import type { Visible } from '../../store/finder/visible-practices.ts'
import { findPractices, type PracticeRow } from '../../store/finder/visible-practices.ts'
import { describePlace, describePlaces, describePractice } from './describe-practice.ts'
import { codesByName, namesOf } from './specialties.ts'

/** Rows that were verified, or loaded and never verified, before this time are overdue. */
const findOverdueBefore = ({ now, settings }: Context): Date =>
  new Date(now.getTime() - settings.directoryVerifyDays * DAY_MS)

const visibleTo = (context: Context, networkId?: string): Visible => ({
  today: planDayOf(context.now),
  hiddenBefore: context.settings.directoryOverdue === 'hidden' ? findOverdueBefore(context) : undefined,
  networkId,
})

/** Finds published providers by any of specialty, ZIP code, name and NPI, with further filters. */
export async function findProviders(context: SignedIn, query: FindProvidersQuery): Promise<Outcome<ProviderList>> {
  const { db } = context
  const { specialty, name = '', npi, zip, page = 0 } = query
  const starts = wordsOf(name)
  if (!specialty && !zip && !npi && starts.length === 0) return refuse(STATUS.badRequest, SEARCH_FOR_SOMETHING)
  const near = zip ? { zip, miles: query.miles ?? MILES_DEFAULT, center: await findCenter(db, zip) } : undefined
  const choice: ProviderChoice = {
    ...visibleTo(context, await findNetwork(context, query.plan)),
    codes: specialty ? codesByName(specialty) : undefined,
    isAccepting: query.accepting ?? false,
    hasTelehealth: query.telehealth ?? false,
    language: query.language,
    starts,
    npi,
    near,
  }
  const [found, counted, asOf] = await readTogether([
    findFound(db, choice, page),
    countFound(db, choice, page),
    findAsOf(db, 'practices'),
  ])
  const practices = await findPractices(
    db,
    choice,
    found.map((place) => place.npi),
  )
  const overdueBefore = findOverdueBefore(context)
  const rows = found.flatMap((place) => describeFound(place, practices, overdueBefore))
  return { entity: { rows, ...counted, ...asOf, pageSize: PROVIDERS_PAGE_SIZE, sortedBy: sortOf(near) } }
}

function sortOf(near: Near | undefined): ProviderList['sortedBy'] {
  if (!near) return 'NAME'
  return near.center ? 'DISTANCE' : 'ZIP_AREA'
}

function describeFound(place: FoundPlace, practices: readonly PracticeRow[], overdueBefore: Date): FoundProvider[] {
  const own = practices.filter(({ npi }) => npi === place.npi)
  const here = own.filter(({ locationId }) => locationId === place.locationId)
  return here
    .slice(0, 1)
    .map((row) => ({
      npi: row.npi,
      name: row.name,
      ...describePractice(here, overdueBefore),
      place: describePlace(row),
      miles: place.miles?.toFixed(1) ?? '',
      otherPlaces: new Set(own.map(({ locationId }) => locationId)).size - 1,
    }))
}

/** The network of the chosen plan, by default of the member's own. A plan that is unknown has no network. */
async function findNetwork(context: SignedIn, planId: string | undefined): Promise<string | undefined> {
  if (planId === ANY_PLAN) return undefined
  const { plans, own } = await findPlanChoice(context)
  if (planId === undefined) return own?.networkId
  return plans.find((plan) => plan.planId === planId)?.networkId ?? ''
}

/** The member's record names a plan, and the directory's plan of that name has a network. */
async function findPlanChoice(context: SignedIn): Promise<{ plans: ListedPlan[]; own: ListedPlan | undefined }> {
  const { db } = context
  const [plans, name] = await readTogether([findPlans(db), findPlanName(db, context.session.accountId)])
  return { plans, own: plans.find((plan) => plan.name.toLowerCase() === name?.toLowerCase()) }
}

/** Typeahead by name: matches word prefixes in any order. */
export async function findProviderNames(
  context: Context,
  { search = '' }: SearchQuery,
): Promise<Outcome<ProviderName[]>> {
  const starts = wordsOf(search)
  if (starts.length === 0) return { entity: [] }
  const names = await findVisibleNames(context.db, visibleTo(context), { starts, limit: TYPEAHEAD_OPTIONS_MAX })
  return { entity: names }
}

/** Specialties of the published directory, sorted by name, and the plans. */
export async function findSearchOptions(context: SignedIn): Promise<Outcome<SearchOptions>> {
  const { plans, own } = await findPlanChoice(context)
  const specialties = await findPublishedSpecialties(context.db)
  return {
    entity: {
      specialties: [...new Set(specialties.flatMap(namesOf))].sort(),
      plans: plans.map(({ planId, name }) => ({ planId, name })),
      ownPlanId: own?.planId ?? '',
    },
  }
}

/** A provider with all locations, in every network. */
export async function openListedProvider(context: Context, { npi }: { npi: string }): Promise<Outcome<ProviderPage>> {
  const rows = await findPractices(context.db, visibleTo(context), [npi])
  const [first] = rows
  if (!first) return refuse(STATUS.notFound, PROVIDER_NOT_LISTED)
  return { entity: { npi, name: first.name, places: describePlaces(rows, findOverdueBefore(context)) } }
}

function wordsOf(text: string): string[] {
  return [...new Set(toSearchName(text).split(' '))].filter(Boolean)
}
