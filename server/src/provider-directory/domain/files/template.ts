import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/** A value of JSON. Undefined elements are left out. */
export type Json = string | number | boolean | null | undefined | Json[] | { [name: string]: Json }

/** The data that paths begin with, by name. */
export type Scope = { readonly [name: string]: Json }

/** Computes a value of the layout from the published data. */
export type Compute = (scope: Scope) => Json

export type TemplateFile = {
  /** The file's name, with paths in braces. */
  name: string
  type: string
  /** One file for each plan or provider; without it, one file. */
  per: 'plan' | 'provider' | undefined
  /** What the list in the file consists of. */
  of: 'plan' | 'provider' | undefined
  /** The name of the list beside the values of `head`; without it, the file is the list. */
  list: string | undefined
  head: Compute | undefined
  item: Compute
}

export type Template = { layout: string; files: TemplateFile[] }

/** What is wrong with a template, and where. */
export class TemplateError extends Error {}

/** Reads the templates of layouts. Throws if one cannot be used. */
export const readTemplates = (paths: readonly string[]): Promise<Template[]> => Promise.all(paths.map(readTemplate))

async function readTemplate(path: string): Promise<Template> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new TemplateError(`The template ${path} cannot be read (${error.code}).`)
  })
  try {
    return parseTemplate(text)
  } catch (error) {
    throw new TemplateError(`The template ${basename(path)} cannot be used: ${Object(error).message}`)
  }
}

export function parseTemplate(text: string): Template {
  const given: Json = JSON.parse(text)
  if (!isObject(given)) throw new TemplateError('it is not an object.')
  const { layout, files } = given
  if (typeof layout !== 'string' || !/^[a-z0-9-]{1,40}$/.test(layout))
    throw new TemplateError('layout must be a name of small letters, digits and hyphens.')
  if (!Array.isArray(files) || files.length === 0) throw new TemplateError('files must be a list.')
  return { layout, files: files.map(parseFile) }
}

function parseFile(given: Json, index: number): TemplateFile {
  const place = `files[${index}]`
  if (!isObject(given)) throw new TemplateError(`${place} is not an object.`)
  const { name, type, per, of, list, head, item } = given
  refuseOthers(given, ['name', 'type', 'per', 'of', 'list', 'head', 'item'], place)
  if (typeof name !== 'string' || !name) throw new TemplateError(`${place}.name is missing.`)
  if (typeof type !== 'string' || !type) throw new TemplateError(`${place}.type is missing.`)
  if (list !== undefined && typeof list !== 'string') throw new TemplateError(`${place}.list is not a text.`)
  const isPer = oneOf(per, ['plan', 'provider'], `${place}.per`)
  const isOf = oneOf(of, ['plan', 'provider'], `${place}.of`)
  if (isPer === 'provider' ? isOf !== undefined : isOf === undefined)
    throw new TemplateError(`${place}.of is needed, except for a file per provider.`)
  if (isPer === 'plan' && isOf === 'plan') throw new TemplateError(`${place}.of must be provider in a file per plan.`)
  if (isPer && !name.includes('{')) throw new TemplateError(`${place}.name must contain a path in braces.`)
  if (head !== undefined && list === undefined) throw new TemplateError(`${place}.head needs list.`)
  if (item === undefined) throw new TemplateError(`${place}.item is missing.`)
  const fileScope = isPer ? [isPer] : []
  const names = isOf ? [...fileScope, isOf] : fileScope
  for (const [, path = ''] of name.matchAll(/\{([^}]*)\}/g)) compilePath(path, fileScope, `${place}.name`)
  return {
    ...{ name, type, list, per: isPer, of: isOf },
    head: head === undefined ? undefined : compile(head, fileScope, `${place}.head`),
    item: compile(item, names, `${place}.item`),
  }
}

/** The name of a file, with the values of the paths in braces. */
export const fillName = (name: string, scope: Scope): string =>
  name.replace(/\{([^}]*)\}/g, (_, path: string) => String(valueAt(path.split('.'), scope) ?? ''))

const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function oneOf<Known extends string>(value: Json, known: readonly Known[], place: string): Known | undefined {
  if (value === undefined) return undefined
  const found = known.find((one) => one === value)
  if (!found) throw new TemplateError(`${place} must be one of ${known.join(', ')}.`)
  return found
}

function refuseOthers(given: { [name: string]: Json }, known: readonly string[], place: string): void {
  const other = Object.keys(given).find((name) => !known.includes(name))
  if (other !== undefined) throw new TemplateError(`${place}.${other} is not known.`)
}

/** A text is a path, an object without operators is an object of the layout, and an operator begins with $. */
function compile(given: Json, names: readonly string[], place: string): Compute {
  if (typeof given === 'string') return compilePath(given, names, place)
  if (!isObject(given)) throw new TemplateError(`${place} must be a path, an object or an operator.`)
  const keys = Object.keys(given)
  const operator = keys.find((key) => key.startsWith('$'))
  if (operator !== undefined) return compileOperator(given, names, place)
  const parts = Object.entries(given).map(([key, value]) => ({
    key,
    compute: compile(value, names, `${place}.${key}`),
  }))
  return (scope) => Object.fromEntries(parts.map(({ key, compute }) => [key, compute(scope)]))
}

function compilePath(path: string, names: readonly string[], place: string): Compute {
  const steps = path.split('.')
  const [name = ''] = steps
  if (!names.includes(name))
    throw new TemplateError(`${place}: the path ${path} must begin with ${names.join(' or ')}.`)
  return (scope) => valueAt(steps, scope)
}

function valueAt(steps: readonly string[], scope: Scope): Json {
  let value: Json = { ...scope }
  for (const step of steps) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined
    value = value[step]
  }
  return value
}

type Operands = { [name: string]: Json }
type Part = (given: Json, operand: string) => Compute

function compileOperator(given: Operands, names: readonly string[], place: string): Compute {
  const part: Part = (value, operand) => compile(value, names, `${place}.${operand}`)
  if ('$const' in given) {
    refuseOthers(given, ['$const'], place)
    const { $const: constant } = given
    return () => constant
  }
  if ('$first' in given) return compileFirst(given, part, place)
  if ('$map' in given) return compileMap(given, part, place)
  if ('$join' in given) return compileJoin(given, part, place)
  if ('$each' in given) return compileEach(given, names, place)
  throw new TemplateError(`${place}: ${Object.keys(given).join(', ')} is not an operator.`)
}

const listIn = (given: Json, place: string): Json[] => {
  if (!Array.isArray(given)) throw new TemplateError(`${place} must be a list.`)
  return given
}

function compileFirst(given: Operands, part: Part, place: string): Compute {
  refuseOthers(given, ['$first'], place)
  const parts = listIn(given.$first, `${place}.$first`).map((value, index) => part(value, `$first[${index}]`))
  return (scope) => parts.map((compute) => compute(scope)).find((value) => value !== undefined)
}

function compileMap(given: Operands, part: Part, place: string): Compute {
  refuseOthers(given, ['$map', '$values', '$otherwise'], place)
  const { $map: from, $values: values, $otherwise: otherwise } = given
  if (!isObject(values)) throw new TemplateError(`${place}.$values must be an object.`)
  const compute = part(from, '$map')
  return (scope) => {
    const key = String(compute(scope))
    return Object.hasOwn(values, key) ? values[key] : otherwise
  }
}

function compileJoin(given: Operands, part: Part, place: string): Compute {
  refuseOthers(given, ['$join', '$with'], place)
  const { $join: from, $with: separator = ' ' } = given
  const parts = listIn(from, `${place}.$join`).map((value, index) => part(value, `$join[${index}]`))
  return (scope) => {
    const texts = parts.map((compute) => compute(scope)).filter((value) => value !== undefined && value !== null)
    return texts.length > 0 ? texts.map(String).join(String(separator)) : undefined
  }
}

function compileEach(given: Operands, names: readonly string[], place: string): Compute {
  refuseOthers(given, ['$each', '$as', '$value', '$distinct'], place)
  const { $each: from, $as: name, $value: value, $distinct: isDistinct } = given
  if (typeof name !== 'string' || !/^[a-z][A-Za-z]*$/.test(name))
    throw new TemplateError(`${place}.$as must name an element of the list.`)
  const list = compile(from ?? null, names, `${place}.$each`)
  const compute = compile(value ?? null, [...names, name], `${place}.$value`)
  return (scope) => {
    const elements = list(scope)
    const values = (Array.isArray(elements) ? elements : []).map((element) => compute({ ...scope, [name]: element }))
    const present = values.filter((one) => one !== undefined)
    if (isDistinct !== true) return present
    return [...new Map(present.map((one) => [JSON.stringify(one), one])).values()]
  }
}
