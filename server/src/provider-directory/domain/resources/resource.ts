import { DAY_MS } from '@portico/core/forms/calendar-day'
import { type Address, BLANKS, type PublishedRow } from '../../store/publishing/published-row.ts'
import { type CodeSystem, guide, type ResourceType } from './guide.ts'

/** A value of FHIR's JSON. Undefined elements are left out. */
export type Element = string | number | boolean | undefined | Element[] | { [name: string]: Element }

/** A resource without `meta.lastUpdated`, which is stored when its content changes. */
export type Resource = {
  resourceType: ResourceType
  id: string
  meta: { profile: string[] }
  [element: string]: Element
}

type Content = { [name: string]: Element }

export const createResource = (
  resourceType: ResourceType,
  id: string,
  content: Content,
  profile = guide.profiles[resourceType],
): Resource => ({ resourceType, id, meta: { profile: [profile] }, ...content })

const blanks = new RegExp(`[\\u0000${BLANKS}]+`, 'gu')

/** Plain text without control characters; undefined if nothing is left, because FHIR has no empty strings. */
export const cleanText = (text: string | null): string | undefined => text?.replace(blanks, ' ').trim() || undefined

/** FHIR has no empty arrays: undefined if nothing is left. */
export function listOf<Item extends Element>(items: readonly Item[]): NonNullable<Item>[] | undefined {
  const present = items.filter((item) => item !== undefined && item !== null)
  return present.length ? present : undefined
}

export const sortedSet = (values: Iterable<string | null | undefined>): string[] =>
  [...new Set(values)].filter((value) => typeof value === 'string').sort()

export const referTo = (type: ResourceType, id: string) => ({ reference: `${type}/${id}` })

export function codingOf({ system, codes }: CodeSystem, code: string): Content {
  return { system, code, display: codes[code] }
}

export const conceptOf = (codeSystem: CodeSystem, code: string): Content => ({ coding: [codingOf(codeSystem, code)] })

/** The taxonomy codes of a row. */
export const specialtiesOf = ({ specialty }: Pick<PublishedRow, 'specialty'>): string[] =>
  specialty?.split(';').map((code) => code.trim()) ?? []

/** Codes that are not in the code system are left out: the profiles bind these elements to it. */
export const conceptsOf = (codeSystem: CodeSystem, codes: readonly string[]): Content[] | undefined =>
  listOf(codes.filter((code) => Object.hasOwn(codeSystem.codes, code)).map((code) => conceptOf(codeSystem, code)))

const NPI_SYSTEM = 'http://hl7.org/fhir/sid/us-npi'
const IDENTIFIER_TYPES = 'http://terminology.hl7.org/CodeSystem/v2-0203'

export const npiIdentifier = (npi: string): Content => ({
  type: { coding: [{ system: IDENTIFIER_TYPES, code: 'NPI', display: 'National provider identifier' }] },
  system: NPI_SYSTEM,
  value: npi,
})

/** Undefined without a street, a city and a postal code: a state alone is no address. */
export function addressOf({ address1, address2, city, state, zip }: Address): Content | undefined {
  const address = {
    line: listOf([cleanText(address1), cleanText(address2)]),
    city: cleanText(city),
    state: cleanText(state),
    postalCode: cleanText(zip),
  }
  return cleanText(address1) || address.city || address.postalCode ? address : undefined
}

/** The plan's own id of something. */
export const identifierOf = (id: string): Content | undefined => {
  const value = cleanText(id)
  return value ? { value } : undefined
}

export const contactOf = (system: 'phone' | 'fax', value: string | null): Content | undefined => {
  const text = cleanText(value)
  return text ? { system, value: text, use: 'work' } : undefined
}

/** `endsOn` is the first day without the provider; a period's end is its last day. */
export const periodUntil = (endsOn: string): Content => ({
  end: new Date(Date.parse(`${endsOn}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10),
})
