import type { Included } from '../../store/search/included.ts'
import type { SearchCondition, Span } from '../../store/search/search-condition.ts'
import type { ResourceType } from '../resources/guide.ts'
import { FhirFailure, refuseValue } from './fhir-failure.ts'
import { intersect, readSpans } from './read-dates.ts'
import { type Named, readAlternatives, readTest } from './read-values.ts'
import { findParameter, isSearchType, searchGuide } from './search-guide.ts'
import { beginningWith } from './stored-form.ts'

export type Sent = [name: string, value: string]

export type Search = {
  type: ResourceType
  conditions: SearchCondition[]
  includes: Included[]
  revIncludes: Included[]
  count: number
  wantsTotal: boolean
  cursor: string | undefined
  /** The parameters that were used, for the links. */
  used: Sent[]
}

export type ReadingOptions = { isStrict: boolean; base: string; now: Date }

const MOST_PARAMETERS = 50
const LONGEST_VALUE = 2_000
const MOST_RESULTS = 100
const DEFAULT_RESULTS = 50

/** Reads the parameters of a search. An unknown one is ignored, unless the client asked for strict handling. */
export function readSearch(type: ResourceType, sent: readonly Sent[], options: ReadingOptions): Search {
  if (sent.length > MOST_PARAMETERS) throw refuseValue(`A search can have at most ${MOST_PARAMETERS} parameters.`)
  const search: Search = {
    ...{ type, conditions: [], includes: [], revIncludes: [], used: [] },
    ...{ count: DEFAULT_RESULTS, wantsTotal: false, cursor: undefined },
  }
  let spans: Span[] | undefined
  for (const [name, value] of sent) {
    checkValue(name, value)
    // FHIR ignores a parameter without a value.
    if (!value) continue
    if (name === '_lastUpdated') {
      const read = readAlternatives(value).flatMap((part) => readSpans(part, options.now))
      spans = spans ? intersect(spans, read) : read
    } else if (!readResult(search, name, value) && !readCondition(search, [name, value], options)) {
      if (options.isStrict) throw new FhirFailure(400, 'not-supported', `Unknown search parameter ${name}.`)
      continue
    }
    if (name !== '_cursor') search.used.push([name, value])
  }
  if (spans) search.conditions.push({ kind: 'updated', spans })
  return search
}

function checkValue(name: string, value: string): void {
  if (value.length > LONGEST_VALUE)
    throw new FhirFailure(400, 'too-long', `A value can have at most ${LONGEST_VALUE} characters.`)
  if (/\0/.test(name + value)) throw refuseValue('A value cannot have the character NUL.')
}

const TOTALS = ['none', 'estimate', 'accurate']

/** True if the parameter is about the result: its size, what it includes, or where it continues. */
function readResult(search: Search, name: string, value: string): boolean {
  if (name === '_count') search.count = readCount(value)
  else if (name === '_cursor') search.cursor = value
  else if (name === '_total') {
    if (!TOTALS.includes(value)) throw refuseValue(`_total must be one of ${TOTALS.join(', ')}.`)
    search.wantsTotal = value !== 'none'
  } else if (/^_(rev)?include:/.test(name)) throw refuseModifier(name)
  else if (name === '_include' || name === '_revinclude') return readInclude(search, name, value)
  // The reply is JSON in any case, and routes refuse other formats.
  else return name === '_format'
  return true
}

function readCount(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw refuseValue('_count must be a whole number.')
  return Math.min(Number(value), MOST_RESULTS)
}

function readInclude(search: Search, name: '_include' | '_revinclude', value: string): boolean {
  const [source = '', parameter = '', target, ...more] = value.split(':')
  const { includes, revIncludes } = searchGuide[search.type]
  const isForward = name === '_include'
  const isListed = (isForward ? includes : revIncludes).includes(`${source}:${parameter}`)
  const targets = isSearchType(source) ? findParameter(source, parameter)?.targets : undefined
  if (!isListed || more.length > 0 || (target && !targets?.some((known) => known === target))) return false
  const list = isForward ? search.includes : search.revIncludes
  list.push({ source, parameter, target })
  return true
}

const refuseModifier = (name: string): FhirFailure =>
  new FhirFailure(400, 'not-supported', `The modifier of ${name} is not supported.`)

/** True if the parameter is one of the guide, of one of its chains, or _has. */
function readCondition(search: Search, [name, value]: Sent, options: ReadingOptions): boolean {
  if (name === '_id') {
    search.conditions.push({ kind: 'ids', ids: readAlternatives(value) })
    return true
  }
  const read = name.startsWith('_has:') ? readReverse : name.includes('.') ? readChain : readOwn
  const condition = read(search.type, [name, value], options)
  if (condition) search.conditions.push(condition)
  return condition !== undefined
}

type Read = (type: ResourceType, sent: Sent, options: ReadingOptions) => SearchCondition | undefined

const readOwn: Read = (type, [text, value], { base }) => {
  const named = nameParameter(type, text, base)
  return named && { kind: 'values', ...readTest(named, value) }
}

/** A parameter with its modifier. Undefined if the type has no such parameter. */
function nameParameter(type: ResourceType, text: string, base: string): Named | undefined {
  const [name = '', modifier, ...more] = text.split(':')
  const parameter = findParameter(type, name)
  if (!parameter) return undefined
  const { modifiers = [], targets = [] } = parameter
  const isKnown = modifier === undefined || [...modifiers, ...targets].includes(modifier)
  if (!isKnown || more.length > 0 || !parameter.expression) throw refuseModifier(text)
  return { name, parameter, modifier, base }
}

/** `location.address-city`, or `location:Location.address-city`. */
const readChain: Read = (type, [text, value], { base }) => {
  const [own = '', rest = '', ...more] = text.split('.')
  const reference = nameParameter(type, own, base)
  const [target] = reference?.parameter.targets ?? []
  const test = target && nameParameter(target, rest, base)
  if (!reference || !target || !test || more.length > 0) return undefined
  if (!reference.parameter.chain?.includes(test.name)) return undefined
  return {
    ...{ kind: 'refersTo', parameter: reference.name, target, test: readTest(test, value) },
    ranges: [beginningWith(`${target}/`)],
  }
}

/** `_has:PractitionerRole:practitioner:specialty`, for references that can be chained. */
const readReverse: Read = (type, [text, value], { base }) => {
  const [, source = '', reference = '', ...tested] = text.split(':')
  if (!isSearchType(source)) return undefined
  const by = findParameter(source, reference)
  const test = nameParameter(source, tested.join(':'), base)
  if (!by?.chain || !by.targets?.includes(type) || !test) return undefined
  return { kind: 'referredBy', source, reference, test: readTest(test, value) }
}
