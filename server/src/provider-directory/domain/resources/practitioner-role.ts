import type { PublishedRow } from '../../store/publishing/published-row.ts'
import { fhirId } from './fhir-id.ts'
import { findRole, guide, individualSpecialties } from './guide.ts'
import { healthcareServiceId } from './healthcare-service.ts'
import { locationId } from './location.ts'
import { networkId } from './network.ts'
import { groupOrganizationId } from './organization.ts'
import { practitionerId } from './practitioner.ts'
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

const ACCEPTING = { Y: 'newpt', N: 'nopt', EXISTING: 'existptonly', FAMILY: 'existptfam' } as const

/** A person at a location, in a group and a network: one row of `practice`. */
export function mapPractitionerRole(row: PublishedRow): Resource {
  const specialties = specialtiesOf(row)
  const roles = sortedSet(specialties.map(findRole))
  return createResource('PractitionerRole', fhirId(row.npi, row.locationId, row.groupId, row.networkId), {
    extension: listOf([describeAccepting(row), describeNetwork(row)]),
    active: true,
    period: row.endsOn ? { end: dayBefore(row.endsOn) } : undefined,
    practitioner: referTo('Practitioner', practitionerId(row.npi)),
    organization:
      row.groupId && row.groupIsPublished ? referTo('Organization', groupOrganizationId(row.groupId)) : undefined,
    code: conceptsOf(codeSystems.providerRole, roles),
    specialty: conceptsOf(individualSpecialties, specialties),
    location: [referTo('Location', locationId(row.locationId))],
    healthcareService: [referTo('HealthcareService', healthcareServiceId(row))],
  })
}

const networkOf = ({ networkId: id, networkIsPublished }: PublishedRow) =>
  id && networkIsPublished ? referTo('Organization', networkId(id)) : undefined

function describeNetwork(row: PublishedRow) {
  const network = networkOf(row)
  return network && { url: extensions.network, valueReference: network }
}

function describeAccepting(row: PublishedRow) {
  if (!row.acceptingNewPatients) return undefined
  const code = ACCEPTING[row.acceptingNewPatients]
  const network = networkOf(row)
  return {
    url: extensions.acceptingPatients,
    extension: listOf([
      { url: 'acceptingPatients', valueCodeableConcept: conceptOf(codeSystems.acceptingPatients, code) },
      network && { url: 'fromNetwork', valueReference: network },
    ]),
  }
}

/** `ends_on` is the first day without the provider; a period's end is its last day. */
const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
