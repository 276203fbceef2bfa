import { DAY_MS, planDayOf } from '@portico/core/forms/calendar-day'
import type { InTransaction } from '#platform/context.ts'
import type { PublishedLocation, PublishedPlan, PublishedRow } from '../../store/publishing/published-row.ts'
import { findPublishedLocations, findPublishedPlans, findPublishedRows } from '../../store/publishing/published-rows.ts'
import { findGroupNames, findProvidersAfter } from '../../store/publishing/snapshot.ts'
import { allSpecialties } from '../resources/guide.ts'
import { cleanText, sortedSet, specialtiesOf } from '../resources/resource.ts'
import type { Json } from './template.ts'

/** The published data that templates read: docs/directory-layouts.md lists its fields. */
export type PlainPlan = { id: string; networkId: string; value: { [name: string]: Json } }
export type PlainPractice = { networkId: string | null; value: { [name: string]: Json } }
export type PlainProvider = { npi: string; value: { [name: string]: Json }; practices: PlainPractice[] }

const BATCH = 250

export async function findPlainPlans({ db }: InTransaction): Promise<PlainPlan[]> {
  const plans = await findPublishedPlans(db)
  return plans.map((plan) => ({ id: plan.planId, networkId: plan.networkId, value: describePlan(plan) }))
}

const describePlan = ({ planId, name, product, networkId, networkName }: PublishedPlan) => ({
  id: cleanText(planId),
  name: cleanText(name),
  product: cleanText(product),
  network: { id: cleanText(networkId), name: cleanText(networkName) ?? cleanText(networkId) },
})

/** Every published provider in the order of their numbers, with all practices. */
export async function* listPlainProviders(context: InTransaction): AsyncGenerator<PlainProvider> {
  const plans = Map.groupBy(await findPlainPlans(context), ({ networkId }) => networkId)
  let after: string | undefined = ''
  while (after !== undefined) {
    const found: { npi: string; lastUpdated: Date }[] = await findProvidersAfter(context.db, { after, limit: BATCH })
    yield* await describeProviders(context, found, plans)
    after = found.at(-1)?.npi
  }
}

type Plans = Map<string, PlainPlan[]>

async function describeProviders(
  { db, now }: InTransaction,
  found: readonly { npi: string; lastUpdated: Date }[],
  plans: Plans,
): Promise<PlainProvider[]> {
  const today = planDayOf(now)
  const rows = await findPublishedRows(
    db,
    today,
    found.map(({ npi }) => npi),
  )
  const ids = sortedSet(rows.map(({ locationId }) => locationId))
  const locations = new Map((await findPublishedLocations(db, today, ids)).map((row) => [row.locationId, row]))
  const groups = await findGroupNames(db, sortedSet(rows.map(({ groupId }) => groupId)))
  const byNpi = Map.groupBy(rows, ({ npi }) => npi)
  return found.flatMap(({ npi, lastUpdated }) => {
    const own = byNpi.get(npi) ?? []
    const practices = own.map((row) => ({
      networkId: row.networkIsPublished ? row.networkId : null,
      value: describePractice(row, { location: locations.get(row.locationId), groups, plans }),
    }))
    return own[0] ? [{ npi, practices, value: describeProvider(own[0], own, lastUpdated) }] : []
  })
}

function describeProvider(row: PublishedRow, rows: readonly PublishedRow[], lastUpdated: Date) {
  const person = row.isOrganization
    ? {}
    : {
        firstName: cleanText(row.firstName),
        lastName: cleanText(row.lastName),
        credential: cleanText(row.credential),
        languages: sortedSet(rows.flatMap(({ languages }) => languages)),
      }
  return {
    npi: row.npi,
    kind: row.isOrganization ? 'ORGANIZATION' : 'INDIVIDUAL',
    name: cleanText(row.name),
    ...person,
    specialties: describeSpecialties(rows),
    lastUpdated: lastUpdated.toISOString(),
    updatedOn: planDayOf(lastUpdated),
  }
}

const describeSpecialties = (rows: readonly PublishedRow[]) =>
  sortedSet(rows.flatMap(specialtiesOf))
    .filter((code) => Object.hasOwn(allSpecialties.codes, code))
    .map((code) => ({ code, name: allSpecialties.codes[code] }))

type Around = { location: PublishedLocation | undefined; groups: Map<string, string>; plans: Plans }

function describePractice(row: PublishedRow, { location, groups, plans }: Around): { [name: string]: Json } {
  const { groupId, networkId } = row
  const network = networkId !== null && row.networkIsPublished ? plans.get(networkId) : undefined
  return {
    location: location && describeLocation(location),
    group:
      groupId !== null && row.groupIsPublished
        ? { id: cleanText(groupId), name: cleanText(groups.get(groupId) ?? null) }
        : undefined,
    network: network?.[0]?.value.network,
    plans: network?.map(({ value }) => value) ?? [],
    specialties: describeSpecialties([row]),
    acceptingNewPatients: row.acceptingNewPatients ?? undefined,
    telehealth: row.telehealth ?? undefined,
    lastDay: row.endsOn ? dayBefore(row.endsOn) : undefined,
  }
}

const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)

function describeLocation({ address, ...location }: PublishedLocation): { [name: string]: Json } {
  const isPlaced = location.latitude !== null && location.longitude !== null
  return {
    id: cleanText(location.locationId),
    name: cleanText(location.name),
    line1: cleanText(address.address1),
    line2: cleanText(address.address2),
    city: cleanText(address.city),
    state: cleanText(address.state),
    zip: cleanText(address.zip),
    phone: cleanText(location.phone),
    fax: cleanText(location.fax),
    hours: cleanText(location.hours),
    accessibility: cleanText(location.accessibility),
    latitude: isPlaced ? Number(location.latitude) : undefined,
    longitude: isPlaced ? Number(location.longitude) : undefined,
  }
}
