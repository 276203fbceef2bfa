import type { PublishedRow } from '../../store/publishing/published-row.ts'
import { fhirId } from './fhir-id.ts'
import { degrees } from './guide.ts'
import { cleanText, codingOf, createResource, listOf, npiIdentifier, type Resource, sortedSet } from './resource.ts'

export const practitionerId = (npi: string): string => fhirId(npi)

/** A person of the directory, from all of their published rows. Undefined without a family name. */
export function mapPractitioner(rows: readonly PublishedRow[]): Resource | undefined {
  const [row] = rows
  const family = row && cleanText(row.lastName)
  if (!family) return undefined
  const credential = cleanText(row.credential)
  return createResource('Practitioner', practitionerId(row.npi), {
    identifier: [npiIdentifier(row.npi)],
    active: true,
    name: [
      { text: cleanText(row.name), family, given: listOf([cleanText(row.firstName)]), suffix: listOf([credential]) },
    ],
    qualification: credential ? [{ code: describeDegree(credential) }] : undefined,
    communication: listOf(
      sortedSet(rows.flatMap(({ languages }) => languages)).map((code) => ({
        coding: [{ system: 'urn:ietf:bcp:47', code }],
      })),
    ),
  })
}

function describeDegree(credential: string) {
  const letters = credential.replace(/[^A-Za-z]/g, '').toUpperCase()
  const code = Object.keys(degrees.codes).find((known) => known.toUpperCase() === letters)
  return { coding: code ? [codingOf(degrees, code)] : undefined, text: credential }
}
