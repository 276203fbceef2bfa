import { planDayOf } from '@portico/core/forms/calendar-day'
import { standardBrand } from '#platform/brands/brands.ts'
import type { InTransaction } from '#platform/context.ts'
import type { PublishedGroup, PublishedRow } from '../../store/publishing/published-row.ts'
import {
  findPublishedGroups,
  findPublishedLocations,
  findPublishedOrganizations,
  findPublishedPlans,
  findPublishedRows,
} from '../../store/publishing/published-rows.ts'
import { mapGroupAffiliation, mapProviderAffiliation } from '../resources/affiliation.ts'
import { mapHealthcareService } from '../resources/healthcare-service.ts'
import { mapEndpoint, mapInsurancePlan } from '../resources/insurance-plan.ts'
import { mapLocation } from '../resources/location.ts'
import { mapNetwork } from '../resources/network.ts'
import { mapGroup, mapParentOrganization, mapPayer, mapProviderOrganization } from '../resources/organization.ts'
import { mapPractitioner } from '../resources/practitioner.ts'
import { mapPractitionerRole } from '../resources/practitioner-role.ts'
import { type Resource, sortedSet } from '../resources/resource.ts'

/** A resource, its source, and the networks whose Bundle contains it. */
export type Mapped = { sourceId: string; networks: string[]; resource: Resource }

type Parts = { sourceId: string; networks: string[]; resource: Resource | undefined }

const present = (parts: readonly Parts[]): Mapped[] =>
  parts.flatMap(({ resource, ...rest }) => (resource ? [{ ...rest, resource }] : []))

const todayOf = ({ now }: InTransaction): string => planDayOf(now)

const networksOf = (rows: readonly PublishedRow[]): string[] =>
  sortedSet(rows.map((row) => (row.networkIsPublished ? row.networkId : null)))

export async function mapProviders(context: InTransaction, npis: readonly string[]): Promise<Mapped[]> {
  const rows = await findPublishedRows(context.db, todayOf(context), npis)
  const byNpi = Map.groupBy(rows, ({ npi }) => npi)
  return [...byNpi].flatMap(([npi, own]) => present(mapProvider(own)).map((part) => ({ ...part, sourceId: npi })))
}

function mapProvider(rows: readonly PublishedRow[]): Parts[] {
  const [row] = rows
  if (!row) return []
  const provider = row.isOrganization ? mapProviderOrganization(rows) : mapPractitioner(rows)
  const services = partsOf(rows, ({ locationId, groupId }) => [locationId, groupId], mapHealthcareService)
  const roles = row.isOrganization
    ? partsOf(rows, ({ groupId, networkId }) => [groupId, networkId], mapProviderAffiliation)
    : partsOf(
        rows,
        ({ locationId, groupId, networkId }) => [locationId, groupId, networkId],
        ([only]) => only && mapPractitionerRole(only),
      )
  return [{ sourceId: row.npi, networks: networksOf(rows), resource: provider }, ...services, ...roles]
}

/** One resource for all rows with the same key. */
function partsOf(
  rows: readonly PublishedRow[],
  keyOf: (row: PublishedRow) => unknown[],
  map: (rows: PublishedRow[]) => Resource | undefined,
): Parts[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(keyOf(row)))
  return [...groups.values()].map((same) => ({
    sourceId: same[0]?.npi ?? '',
    networks: networksOf(same),
    resource: map(same),
  }))
}

export async function mapLocations(context: InTransaction, ids: readonly string[]): Promise<Mapped[]> {
  const locations = await findPublishedLocations(context.db, todayOf(context), ids)
  return present(
    locations.map((location) => ({
      sourceId: location.locationId,
      networks: location.networkIds,
      resource: mapLocation(location),
    })),
  )
}

export async function mapGroups(context: InTransaction, ids: readonly string[]): Promise<Mapped[]> {
  const groups = await findPublishedGroups(context.db, todayOf(context), ids)
  return groups.flatMap((group) => {
    const organization = mapGroup(group)
    if (!organization) return []
    const sourceId = group.groupId
    return [{ sourceId, networks: networksOfPlaces(group.places), resource: organization }, ...affiliationsOf(group)]
  })
}

const networksOfPlaces = (places: PublishedGroup['places']): string[] =>
  sortedSet(places.map(({ networkId }) => networkId))

function affiliationsOf(group: PublishedGroup): Mapped[] {
  const byNetwork = Map.groupBy(group.places, ({ networkId }) => networkId)
  return [...byNetwork].map(([network, places]) => ({
    sourceId: group.groupId,
    networks: network === null ? [] : [network],
    resource: mapGroupAffiliation(group, network, places),
  }))
}

export async function mapOrganizations(context: InTransaction, ids: readonly string[]): Promise<Mapped[]> {
  const organizations = await findPublishedOrganizations(context.db, todayOf(context), ids)
  return present(
    organizations.map((organization) => ({
      sourceId: organization.orgId,
      networks: networksOfPlaces(organization.places),
      resource: mapParentOrganization(organization),
    })),
  )
}

/** The plan has one source, so that plans and networks that left are deleted. */
export const PLAN_SOURCE = 'plan'

/** The health plan, its networks, products and interface. */
export async function mapPlans({ db, settings }: InTransaction): Promise<Mapped[]> {
  const plans = await findPublishedPlans(db)
  const named = Map.groupBy(plans, ({ networkId }) => networkId)
  const all = sortedSet(named.keys())
  const endpoint = mapEndpoint(settings.publicUrls[standardBrand.id] ?? '')
  const own = [mapPayer(standardBrand), endpoint].map((resource) => ({ networks: all, resource }))
  const networks = all.map((id) => {
    const name = named.get(id)?.find(({ networkName }) => networkName)?.networkName ?? null
    return { networks: [id], resource: mapNetwork(id, name) }
  })
  const products = plans.map((plan) => ({ networks: [plan.networkId], resource: mapInsurancePlan(plan) }))
  return present([...own, ...networks, ...products].map((part) => ({ sourceId: PLAN_SOURCE, ...part })))
}
