import type { ValueRange, ValueTest } from '../../store/search/search-condition.ts'
import type { ResourceType } from '../resources/guide.ts'
import { refuseValue } from './fhir-failure.ts'
import { isSearchType, type Parameter } from './search-guide.ts'
import { beginningWith, equalTo, escapeBar, exactText, foldText, LONGEST_TEXT } from './stored-form.ts'

/** Alternatives in one value. */
const MOST_ALTERNATIVES = 100

/** A parameter as a request names it. */
export type Named = { name: string; parameter: Parameter; modifier: string | undefined; base: string }

/** Splits at a separator that no backslash escapes. The parts keep their escapes. */
export const splitEscaped = (text: string, separator: ',' | '|'): string[] => {
  const parts = ['']
  for (const [piece] of text.matchAll(/\\.|[^\\]|\\$/gsu)) {
    if (piece === separator) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts
}

const removeEscapes = (text: string): string => text.replace(/\\([\\,|$])/g, '$1')

/** The alternatives of a value, without empty ones. */
export function readAlternatives(value: string): string[] {
  const parts = splitEscaped(value, ',').filter(Boolean)
  if (parts.length > MOST_ALTERNATIVES) throw refuseValue(`A value can have at most ${MOST_ALTERNATIVES} alternatives.`)
  return parts
}

/** What a value of a string, token or reference parameter means in stored values. */
export function readTest(named: Named, value: string): ValueTest {
  const { name, parameter, modifier } = named
  const ranges = readAlternatives(value).flatMap((part) => rangesOf(named, part))
  const isForm = modifier !== undefined && parameter.modifiers?.includes(modifier)
  return { parameter: isForm ? `${name}:${modifier}` : name, ranges: mergeRanges(ranges) }
}

function rangesOf({ parameter, modifier, base }: Named, part: string): ValueRange[] {
  if (parameter.type === 'reference') return readReference(removeEscapes(part), parameter, { modifier, base })
  if (parameter.type === 'token' && modifier === 'ofType') return readOfType(part)
  if (parameter.type === 'token' && modifier !== 'text') return readToken(part)
  const text = removeEscapes(part)
  if (text.length > LONGEST_TEXT) throw refuseValue(`A text can have at most ${LONGEST_TEXT} characters.`)
  if (modifier === 'exact') return [equalTo(exactText(text))]
  const folded = foldText(text)
  return folded ? [beginningWith(folded)] : []
}

const readBars = (part: string): string[] => splitEscaped(part, '|').map(removeEscapes).map(escapeBar)

function readToken(part: string): ValueRange[] {
  const [first = '', second, ...more] = readBars(part)
  if (more.length > 0 || (second !== undefined && !first && !second))
    throw refuseValue('A token must be code, system|code, |code or system|.')
  if (second === undefined) return [beginningWith(`${first}|`)]
  return [equalTo(second ? `${second}|${first}` : `|${first}`)]
}

function readOfType(part: string): ValueRange[] {
  const parts = readBars(part)
  if (parts.length !== 3 || parts.includes('')) throw refuseValue('A value for :ofType must be system|code|value.')
  return [equalTo(parts.join('|'))]
}

const ID = /^[A-Za-z0-9\-.]{1,64}$/

type Addressed = { modifier: string | undefined; base: string }

/** `id`, `Type/id`, or the address of a resource here. */
function readReference(text: string, { targets = [] }: Parameter, { modifier, base }: Addressed): ValueRange[] {
  const relative = text.startsWith(`${base}/`) ? text.slice(base.length + 1) : text
  if (/^https?:\/\//.test(relative)) return []
  const [type = '', id, ...more] = relative.includes('/') ? relative.split('/') : [modifier ?? targets[0], relative]
  if (!isSearchType(type) || !id || !ID.test(id) || more.length > 0)
    throw refuseValue('A reference must be an id, Type/id, or the address of a resource of this server.')
  return isTarget(type, targets, modifier) ? [equalTo(`${type}/${id}`)] : []
}

const isTarget = (type: ResourceType, targets: ResourceType[], modifier: string | undefined): boolean =>
  targets.includes(type) && (modifier === undefined || modifier === type)

/** Sorts ranges by their bytes, as the database does, and joins those that overlap. */
export function mergeRanges(ranges: readonly ValueRange[]): ValueRange[] {
  const merged: ValueRange[] = []
  for (const range of ranges.toSorted((a, b) => compareBytes(a.from, b.from))) {
    const last = merged.at(-1)
    if (!last || compareBytes(range.from, last.to) > 0) merged.push({ ...range })
    else if (compareBytes(range.to, last.to) > 0) last.to = range.to
  }
  return merged
}

const compareBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))
