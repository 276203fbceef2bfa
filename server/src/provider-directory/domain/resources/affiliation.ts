import type { PublishedGroup, PublishedRow } from '../../store/publishing/published-row.ts'
import { fhirId } from './fhir-id.ts'
import { allSpecialties, guide } from './guide.ts'
import { healthcareServiceId } from './healthcare-service.ts'
import { locationId } from './location.ts'
import { networkId } from './network.ts'
import { groupOrganizationId, organizationId, providerOrganizationId } from './organization.ts'
import {
  conceptOf,
  conceptsOf,
  createResource,
  listOf,
  periodUntil,
  type Resource,
  referTo,
  sortedSet,
  specialtiesOf,
} from './resource.ts'

const roles = guide.codeSystems.affiliationRole

const networksOf = (id: string | null) => (id ? [referTo('Organization', networkId(id))] : undefined)

const locationsOf = (places: readonly { locationId: string }[]) =>
  listOf(sortedSet(places.map((place) => place.locationId)).map((id) => referTo('Location', locationId(id))))

/** A group in a network: where it practices there, and for which organization. */
export const mapGroupAffiliation = (
  { groupId, orgId }: Pick<PublishedGroup, 'groupId' | 'orgId'>,
  network: string | null,
  places: PublishedGroup['places'],
): Resource =>
  createResource('OrganizationAffiliation', fhirId('group', groupId, network), {
    active: true,
    organization: orgId ? referTo('Organization', organizationId(orgId)) : undefined,
    participatingOrganization: referTo('Organization', groupOrganizationId(groupId)),
    network: networksOf(network),
    code: [conceptOf(roles, 'group')],
    location: locationsOf(places),
  })

/** A provider that is an organization, in a group and a network. The rows differ only in their location. */
export function mapProviderAffiliation(rows: readonly PublishedRow[]): Resource | undefined {
  const [row] = rows
  if (!row) return undefined
  const { npi, groupId, networkId: network } = row
  return createResource('OrganizationAffiliation', fhirId('npi', npi, groupId, network), {
    active: true,
    period: periodOf(rows),
    organization: groupId && row.groupIsPublished ? referTo('Organization', groupOrganizationId(groupId)) : undefined,
    participatingOrganization: referTo('Organization', providerOrganizationId(npi)),
    network: networksOf(row.networkIsPublished ? network : null),
    code: groupId ? [conceptOf(roles, 'bt')] : undefined,
    specialty: conceptsOf(allSpecialties, sortedSet(rows.flatMap(specialtiesOf))),
    location: locationsOf(rows),
    healthcareService: listOf(sortedSet(rows.map(healthcareServiceId)).map((id) => referTo('HealthcareService', id))),
  })
}

/** Known if the provider leaves every location: until the last of them. */
function periodOf(rows: readonly PublishedRow[]) {
  const ends = rows.map(({ endsOn }) => endsOn ?? '').sort()
  const last = ends.at(-1)
  return ends[0] && last ? periodUntil(last) : undefined
}
