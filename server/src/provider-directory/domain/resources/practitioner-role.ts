import type { PublishedRow } from '../../store/publishing/published-row.ts'
import { describeAccepting, networkOf } from './accepting-patients.ts'
import { fhirId } from './fhir-id.ts'
import { findRole, guide, individualSpecialties } from './guide.ts'
import { healthcareServiceId } from './healthcare-service.ts'
import { locationId } from './location.ts'
import { groupOrganizationId } from './organization.ts'
import { practitionerId } from './practitioner.ts'
import {
  conceptsOf,
  createResource,
  listOf,
  periodUntil,
  type Resource,
  referTo,
  sortedSet,
  specialtiesOf,
} from './resource.ts'

const { codeSystems, extensions } = guide

/** A person at a location, in a group and a network: one row of `practice`. */
export function mapPractitionerRole(row: PublishedRow): Resource {
  const specialties = specialtiesOf(row)
  const roles = sortedSet(specialties.map(findRole))
  return createResource('PractitionerRole', fhirId(row.npi, row.locationId, row.groupId, row.networkId), {
    extension: listOf([describeAccepting(row.acceptingNewPatients, networkOf(row)), describeNetwork(row)]),
    active: true,
    period: row.endsOn ? periodUntil(row.endsOn) : undefined,
    practitioner: referTo('Practitioner', practitionerId(row.npi)),
    organization:
      row.groupId && row.groupIsPublished ? referTo('Organization', groupOrganizationId(row.groupId)) : undefined,
    code: conceptsOf(codeSystems.providerRole, roles),
    specialty: conceptsOf(individualSpecialties, specialties),
    location: [referTo('Location', locationId(row.locationId))],
    healthcareService: [referTo('HealthcareService', healthcareServiceId(row))],
  })
}

function describeNetwork(row: PublishedRow) {
  const network = networkOf(row)
  return network && { url: extensions.network, valueReference: network }
}
