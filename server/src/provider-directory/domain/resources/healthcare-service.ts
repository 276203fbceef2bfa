import type { PublishedRow } from '../../store/publishing/published-row.ts'
import { describeAccepting } from './accepting-patients.ts'
import { fhirId } from './fhir-id.ts'
import { allSpecialties, guide } from './guide.ts'
import { locationId } from './location.ts'
import { groupOrganizationId, providerOrganizationId } from './organization.ts'
import {
  conceptOf,
  conceptsOf,
  createResource,
  listOf,
  type Resource,
  referTo,
  sortedSet,
  specialtiesOf,
} from './resource.ts'

const { codeSystems, extensions } = guide

export const healthcareServiceId = (row: Pick<PublishedRow, 'npi' | 'locationId' | 'groupId'>): string =>
  fhirId(row.npi, row.locationId, row.groupId)

/** What a provider offers at a location for a group, over all networks. The rows differ only in their network. */
export function mapHealthcareService(rows: readonly PublishedRow[]): Resource | undefined {
  const [row] = rows
  if (!row) return undefined
  return createResource('HealthcareService', healthcareServiceId(row), {
    extension: listOf([describeAccepting(acceptingOf(rows)), ...deliveryMethodsOf(rows).map(describeDelivery)]),
    active: true,
    providedBy: providerOf(row),
    category: [conceptOf(codeSystems.serviceCategory, 'prov')],
    specialty: conceptsOf(allSpecialties, sortedSet(rows.flatMap(specialtiesOf))),
    location: [referTo('Location', locationId(row.locationId))],
  })
}

function providerOf(row: PublishedRow) {
  if (row.isOrganization) return referTo('Organization', providerOrganizationId(row.npi))
  return row.groupId && row.groupIsPublished ? referTo('Organization', groupOrganizationId(row.groupId)) : undefined
}

/** Known if all networks agree: a service is for all of them. PractitionerRole says it for each. */
const acceptingOf = (rows: readonly PublishedRow[]) => {
  const [first, ...others] = new Set(rows.map(({ acceptingNewPatients }) => acceptingNewPatients))
  return others.length === 0 ? (first ?? null) : null
}

/** A row is at a location, so it is physical; whether it is virtual too, only `telehealth` says. */
function deliveryMethodsOf(rows: readonly PublishedRow[]): ('physical' | 'virtual')[] {
  const said = rows.filter(({ telehealth }) => telehealth !== null)
  if (said.length === 0) return []
  return said.some(({ telehealth }) => telehealth) ? ['physical', 'virtual'] : ['physical']
}

const describeDelivery = (method: 'physical' | 'virtual') => ({
  url: extensions.deliveryMethod,
  extension: [{ url: 'type', valueCodeableConcept: conceptOf(codeSystems.deliveryMethod, method) }],
})
