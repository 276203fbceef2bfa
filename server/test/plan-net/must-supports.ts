import { readPackage } from './read-package.ts'

/** An element that a profile of the guide marks as must-support: `Location.telecom.value`. */
export type MustSupport = { profile: string; element: string }

type Element = {
  id: string
  path: string
  mustSupport?: boolean
  type?: { profile?: string[] }[]
  [pattern: string]: unknown
}
type Profile = { url: string; snapshot: { element: Element[] } }

const profiles = new Map<string, Profile>()

function readProfiles(): Map<string, Profile> {
  if (profiles.size === 0)
    for (const [name, text] of readPackage())
      if (name.startsWith('package/StructureDefinition-')) {
        const profile: Profile = JSON.parse(text)
        profiles.set(profile.url, profile)
      }
  return profiles
}

type Statement = { rest: { resource: { supportedProfile: string[] }[] }[] }

/** The profiles that the guide's CapabilityStatement lists for a server. */
function readSupportedProfiles(): string[] {
  const statement: Statement = JSON.parse(readPackage().get('package/CapabilityStatement-plan-net.json') ?? '')
  return statement.rest.flatMap(({ resource }) => resource.flatMap(({ supportedProfile }) => supportedProfile))
}

const shortOf = (url: string): string => url.split('/').at(-1) ?? ''
const elementsOf = (url: string): Element[] => readProfiles().get(url)?.snapshot.element ?? []

/** Every must-support of the guide, with those within its extensions. */
export function readMustSupports(): MustSupport[] {
  const all = readSupportedProfiles().flatMap((url) =>
    elementsOf(url)
      .filter(({ mustSupport }) => mustSupport)
      .flatMap((element) => [element.id, ...partsOf(element)])
      .map((element) => ({ profile: shortOf(url), element })),
  )
  return [...new Map(all.map((one) => [describeMustSupport(one), one])).values()]
}

/** Must-supports within the extension that the element is. */
const partsOf = ({ id, type }: Element): string[] =>
  (type ?? [])
    .flatMap(({ profile = [] }) => profile.flatMap(elementsOf))
    .filter(({ mustSupport }) => mustSupport)
    .map((part) => part.id.replace(/^Extension/, id))

type Node = { [name: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

type Slice = { url: string | undefined; pattern: Node | undefined }

/** How to know a slice: an extension by its address, any other by the pattern of the profile. */
function findSlice(profile: string, id: string): Slice {
  const element = [...readProfiles().values()]
    .filter(({ url }) => shortOf(url) === profile)
    .flatMap(({ snapshot }) => snapshot.element)
    .find((one) => one.id === id)
  const pattern = Object.entries(element ?? {}).find(([name]) => name.startsWith('pattern'))?.[1]
  return { url: element?.type?.[0]?.profile?.[0], pattern: isNode(pattern) ? pattern : undefined }
}

const isSlice = (value: unknown, { url, pattern }: Slice, name: string): boolean =>
  isNode(value) &&
  (pattern ? Object.entries(pattern).every(([key, expected]) => value[key] === expected) : value.url === (url ?? name))

/** True if the resource has the element. */
export function hasElement(resource: unknown, { profile, element }: MustSupport): boolean {
  const [type = '', ...steps] = element.split('.')
  let id = type
  let found: unknown[] = [resource]
  for (const step of steps) {
    id = `${id}.${step}`
    const [name = '', slice] = step.split(':')
    const children = found.flatMap((value) => childrenOf(value, name))
    found = slice === undefined ? children : children.filter((value) => isSlice(value, findSlice(profile, id), slice))
  }
  return found.length > 0
}

function childrenOf(value: unknown, name: string): unknown[] {
  if (!isNode(value)) return []
  if (!name.endsWith('[x]')) return value[name] === undefined ? [] : [value[name]].flat()
  return Object.entries(value).flatMap(([key, child]) => (key.startsWith(name.slice(0, -3)) ? [child].flat() : []))
}

type WithProfile = { meta?: { profile?: string[] } }

/** The must-supports that no resource of their profile has. */
export const findMissing = (mustSupports: readonly MustSupport[], resources: readonly WithProfile[]): MustSupport[] =>
  mustSupports.filter(
    (one) =>
      !resources.some(
        (resource) => shortOf(resource.meta?.profile?.[0] ?? '') === one.profile && hasElement(resource, one),
      ),
  )

export const describeMustSupport = ({ profile, element }: MustSupport): string => `${profile}: ${element}`
