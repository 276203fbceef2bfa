import type { Resource } from '../resources/resource.ts'
import { type Parameter, searchGuide } from './search-guide.ts'
import { escapeBar, exactText, foldText } from './stored-form.ts'

export type SearchValue = { parameter: string; value: string }

type Node = { [name: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A path of the guide's expressions: names, and `extension.where(url='…')`. */
const STEP = /([A-Za-z]+)(?:\.where\(url='([^']+)'\))?/y

type Step = { name: string; url: string | undefined }

function readPath(path: string): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < path.length; at = STEP.lastIndex + 1) {
    STEP.lastIndex = at
    const [, name, url] = STEP.exec(path) ?? []
    if (!name) throw new Error(`The expression ${path} cannot be read.`)
    steps.push({ name, url })
  }
  return steps
}

/** The paths of an expression below its type: `Organization.name | Organization.alias`. */
const readExpression = (type: string, expression: string): Step[][] =>
  expression.split(' | ').map((path) => {
    const steps = readPath(path)
    return steps[0]?.name === type ? steps.slice(1) : steps
  })

const pathsOf = new Map<string, Step[][]>()

/** The same few expressions are read for each resource. */
function knownPaths(type: string, expression: string): Step[][] {
  const key = `${type} ${expression}`
  const known = pathsOf.get(key) ?? readExpression(type, expression)
  pathsOf.set(key, known)
  return known
}

const childrenOf = (value: unknown, { name, url }: Step): unknown[] =>
  isNode(value) ? [value[name]].flat().filter((child) => url === undefined || (isNode(child) && child.url === url)) : []

const findAll = (resource: Resource, paths: Step[][]): unknown[] =>
  paths
    .flatMap((steps) =>
      steps.reduce<unknown[]>((found, step) => found.flatMap((value) => childrenOf(value, step)), [resource]),
    )
    .filter((value) => value !== undefined)

/** The searchable parts of a HumanName or an Address. */
const TEXT_PARTS = [
  'text',
  'family',
  'given',
  'prefix',
  'suffix',
  'line',
  'city',
  'district',
  'state',
  'postalCode',
  'country',
]

const stringsIn = (values: unknown[]): string[] => values.flat().filter((value) => typeof value === 'string')

const textsOf = (value: unknown): string[] => stringsIn(isNode(value) ? TEXT_PARTS.map((part) => value[part]) : [value])

/** Every ending of a text: `:contains` is a prefix of one of them. */
function endingsOf(text: string): string[] {
  const endings: string[] = []
  // Splits no surrogate pair.
  for (let from = 0; from < text.length; from += (text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1)
    endings.push(text.slice(from).trimStart())
  return endings
}

const rowsOf = (parameter: string, values: string[]): SearchValue[] =>
  values.filter(Boolean).map((value) => ({ parameter, value }))

function extractTexts(name: string, { modifiers = [] }: Parameter, found: unknown[]): SearchValue[] {
  const texts = found.flatMap(textsOf)
  const folded = texts.map(foldText)
  return [
    ...rowsOf(name, folded),
    ...rowsOf(`${name}:exact`, modifiers.includes('exact') ? texts.map(exactText) : []),
    ...rowsOf(`${name}:contains`, modifiers.includes('contains') ? folded.flatMap(endingsOf) : []),
  ]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const nodesOf = (value: unknown): Node[] => [value].flat().filter(isNode)

/** A CodeableConcept has codings; an Identifier is a token itself. */
const codingsOf = (value: Node): Node[] => ('coding' in value ? nodesOf(value.coding) : [value])

const codeOf = (token: Node): string => escapeBar(textOf(token.code ?? token.value))
const systemOf = (token: Node): string => escapeBar(textOf(token.system))

/** `code|system` for all but `system|`, which is `|system`. */
function extractTokens(name: string, { modifiers = [] }: Parameter, found: unknown[]): SearchValue[] {
  const concepts = found.flatMap(nodesOf)
  const tokens = concepts.flatMap(codingsOf).filter(codeOf)
  const texts = concepts.flatMap((concept) => [concept, ...codingsOf(concept), ...nodesOf(concept.type)])
  return [
    ...rowsOf(
      name,
      tokens.map((token) => `${codeOf(token)}|${systemOf(token)}`),
    ),
    ...rowsOf(
      name,
      tokens.filter(systemOf).map((token) => `|${systemOf(token)}`),
    ),
    ...rowsOf(
      `${name}:text`,
      modifiers.includes('text') ? texts.flatMap(({ text, display }) => [text, display].map(textOf).map(foldText)) : [],
    ),
    ...rowsOf(`${name}:ofType`, modifiers.includes('ofType') ? concepts.flatMap(extractOfType) : []),
  ]
}

/** `system|code|value` of an identifier's types. */
const extractOfType = (identifier: Node): string[] =>
  nodesOf(identifier.type)
    .flatMap(codingsOf)
    .map((type) => [systemOf(type), codeOf(type), escapeBar(textOf(identifier.value))].join('|'))

/** A Reference, or an extension that holds one. */
const referencesOf = (value: unknown): string[] =>
  nodesOf(value).map((node) => textOf(nodesOf(node.valueReference ?? node)[0]?.reference))

const extract: Record<Parameter['type'], (name: string, parameter: Parameter, found: unknown[]) => SearchValue[]> = {
  string: extractTexts,
  token: extractTokens,
  reference: (name, _, found) => rowsOf(name, found.flatMap(referencesOf)),
  // The guide's only date is _lastUpdated, a column.
  date: () => [],
}

/** The values of a resource for each of the guide's search parameters. */
export function extractValues(resource: Resource): SearchValue[] {
  const { parameters } = searchGuide[resource.resourceType]
  const all = Object.entries(parameters).flatMap(([name, parameter]) =>
    parameter.expression
      ? extract[parameter.type](
          name,
          parameter,
          findAll(resource, knownPaths(resource.resourceType, parameter.expression)),
        )
      : [],
  )
  return [...new Map(all.map((row) => [`${row.parameter}\n${row.value}`, row])).values()]
}
