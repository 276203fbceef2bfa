import { readFileSync } from 'node:fs'

/** Plan-Net's version, profiles and codes are data: server/plan-net/README.md. */
const folder = new URL('../../../../plan-net/', import.meta.url)

const readData = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

/** A code system's address and the display of each code. */
export type CodeSystem = { system: string; codes: Record<string, string> }

export type ResourceType =
  | 'Endpoint'
  | 'HealthcareService'
  | 'InsurancePlan'
  | 'Location'
  | 'Organization'
  | 'OrganizationAffiliation'
  | 'Practitioner'
  | 'PractitionerRole'

type Guide = {
  package: string
  version: string
  fhirVersion: string
  canonical: string
  profiles: Record<ResourceType | 'Network', string>
  extensions: Record<'acceptingPatients' | 'accessibility' | 'deliveryMethod' | 'network', string>
  codeSystems: Record<
    | 'acceptingPatients'
    | 'accessibility'
    | 'affiliationRole'
    | 'deliveryMethod'
    | 'organizationType'
    | 'payloadType'
    | 'productType'
    | 'providerRole'
    | 'serviceCategory',
    CodeSystem
  >
}

export const guide: Guide = readData('guide.json')

type Specialties = { system: string; individual: Record<string, string>; organization: Record<string, string> }

const specialties: Specialties = readData('specialties.json')

/** Specialties of persons and groups, and those of organizations too. The profiles allow no other code. */
export const individualSpecialties: CodeSystem = { system: specialties.system, codes: specialties.individual }
export const allSpecialties: CodeSystem = {
  system: specialties.system,
  codes: { ...specialties.individual, ...specialties.organization },
}
export const isFacility = (taxonomy: string): boolean => taxonomy in specialties.organization

type ProviderRoles = { byTaxonomyPrefix: Record<string, string>; degrees: CodeSystem }

const roles: ProviderRoles = readData('provider-roles.json')

export const degrees = roles.degrees

/** The role of a taxonomy code: of the longest prefix that is listed. */
export function findRole(taxonomy: string): string | undefined {
  for (let length = taxonomy.length; length > 0; length--) {
    const role = roles.byTaxonomyPrefix[taxonomy.slice(0, length)]
    if (role) return role
  }
  return undefined
}
