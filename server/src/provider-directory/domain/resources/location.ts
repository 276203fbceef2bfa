import type { PublishedLocation } from '../../store/publishing/published-row.ts'
import { fhirId } from './fhir-id.ts'
import { guide } from './guide.ts'
import { readOpeningHours } from './opening-hours.ts'
import { groupOrganizationId } from './organization.ts'
import {
  addressOf,
  cleanText,
  conceptOf,
  contactOf,
  createResource,
  identifierOf,
  listOf,
  type Resource,
  referTo,
} from './resource.ts'

const { codeSystems, extensions } = guide

export const locationId = (id: string): string => fhirId(id)

/** Undefined without a name, which the profile asks for. */
export function mapLocation(location: PublishedLocation): Resource | undefined {
  const name = cleanText(location.name)
  if (!name) return undefined
  const hours = cleanText(location.hours)
  const opening = hours ? readOpeningHours(hours) : undefined
  return createResource('Location', locationId(location.locationId), {
    extension: listOf(describeAccessibility(location.accessibility)),
    identifier: listOf([identifierOf(location.locationId)]),
    status: 'active',
    name,
    // Hours that are not understood are published as the office wrote them.
    description: hours && !opening ? `Hours: ${hours}` : undefined,
    telecom: listOf([contactOf('phone', location.phone), contactOf('fax', location.fax)]),
    address: addressOf(location.address),
    position: positionOf(location),
    managingOrganization: location.onlyGroupId
      ? referTo('Organization', groupOrganizationId(location.onlyGroupId))
      : undefined,
    hoursOfOperation: opening,
  })
}

function positionOf({ latitude, longitude }: PublishedLocation) {
  if (latitude === null || longitude === null) return undefined
  return { longitude: Number(longitude), latitude: Number(latitude) }
}

/** One extension for each text between semicolons: a code of the guide, or text. */
function describeAccessibility(accessibility: string | null) {
  const { codes } = codeSystems.accessibility
  const texts = (accessibility ?? '').split(';').map(cleanText)
  return texts.map((text) => {
    if (!text) return undefined
    const code = Object.keys(codes).find((known) => [known, codes[known]].includes(text.toLowerCase()))
    return {
      url: extensions.accessibility,
      valueCodeableConcept: code ? conceptOf(codeSystems.accessibility, code) : { text },
    }
  })
}
