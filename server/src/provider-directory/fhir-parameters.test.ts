import { evalFhirPath } from '@medplum/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { insertDirectoryWithExamples } from '../../test/plan-net/directory-with-examples.ts'
import { openFhirClient } from '../../test/plan-net/fhir-client.ts'
import { readSearchOfPackage } from '../../test/plan-net/search-of-package.ts'
import { searchGuide } from './domain/search/search-guide.ts'

/** Walks the guide's search parameters. What a search should find is computed by a FHIRPath library. */

const types = readSearchOfPackage()

let site: TestApp
let client: ReturnType<typeof openFhirClient>
let stored: Stored[]

type Stored = { type: string; id: string; resource: Record<string, unknown> }

beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated', settings: { limits: { fhirPerMinutePerAddress: 100_000 } } })
  client = openFhirClient(site)
  const staff = await insertTestAccount(site.db, { username: 'staff', kind: 'internal' })
  await insertDirectoryWithExamples(systemContext(site.deps), staff.id)
  const rows = await site.db.selectFrom('published_resource').select(['type', 'id', 'resource']).execute()
  stored = rows.map((row) => ({ ...row, resource: JSON.parse(JSON.stringify(row.resource)) }))
})
afterAll(() => site.close())

test('search.json says what the package says', () => {
  expect(searchGuide).toEqual(JSON.parse(JSON.stringify(types)))
})

/** A value to search for, and the modifier if any. */
type Probe = { value: string; modifier?: string }
type Node = Record<string, unknown>

const escapeValue = (text: string) => text.replace(/[\\,|$]/g, '\\$&')
const asList = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat())
const asNodes = (value: unknown) => asList(value).filter((one): one is Node => typeof one === 'object' && one !== null)
const asTexts = (value: unknown) => asList(value).filter((one) => typeof one === 'string')

const PARTS = ['text', 'family', 'given', 'prefix', 'suffix', 'line', 'city', 'state', 'postalCode', 'country']
const textsIn = (value: unknown) =>
  typeof value === 'string' ? [value] : asNodes(value).flatMap((node) => PARTS.flatMap((part) => asTexts(node[part])))

const tokensIn = (value: unknown): Node[] =>
  asNodes(value)
    .flatMap((node) => ('coding' in node ? asNodes(node.coding) : [node]))
    .filter(({ code, value: number }) => code !== undefined || number !== undefined)

const referencesIn = (value: unknown) =>
  asNodes(value).flatMap((node) => asTexts(asNodes(node.valueReference ?? node)[0]?.reference))

const probesOf: Record<string, (value: unknown) => Probe[]> = {
  string: (value) =>
    textsIn(value).flatMap((text) => [
      { value: escapeValue(text) },
      { value: escapeValue(text.slice(0, 4).toUpperCase()) },
      { value: escapeValue(text), modifier: 'exact' },
      { value: escapeValue(text.slice(3, 8)), modifier: 'contains' },
    ]),
  token: (value) => [
    ...tokensIn(value).flatMap(({ system, code, value: number }) => {
      const [own, name] = [escapeValue(String(code ?? number)), escapeValue(String(system ?? ''))]
      return [{ value: own }, { value: `${name}|${own}` }, ...(name ? [{ value: `${name}|` }] : [])]
    }),
    ...tokensIn(value).flatMap(({ display }) =>
      asTexts(display).map((text) => ({ value: escapeValue(text.slice(0, 6)), modifier: 'text' })),
    ),
  ],
  reference: (value) =>
    referencesIn(value).flatMap((text) => [
      { value: text },
      { value: text.split('/')[1] ?? '' },
      { value: `http://localhost/fhir/${text}` },
    ]),
}

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}’']/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const plain = (text: string) => text.replace(/\\([\\,|$])/g, '$1')

function isStringMatch(value: unknown, probe: Probe): boolean {
  const wanted = plain(probe.value)
  if (probe.modifier === 'exact') return textsIn(value).includes(wanted)
  const folded = fold(wanted)
  if (!folded) return false
  return textsIn(value).some((text) =>
    probe.modifier === 'contains' ? fold(text).includes(folded) : fold(text).startsWith(folded),
  )
}

function isTokenMatch(value: unknown, { value: text, modifier }: Probe): boolean {
  if (modifier === 'text')
    return [...tokensIn(value), ...asNodes(value)].some(({ display, text: own }) =>
      [...asTexts(display), ...asTexts(own)].some((name) => fold(name).startsWith(fold(plain(text)))),
    )
  const bar = /(?<!\\)\|/.exec(text)?.index
  const code = plain(bar === undefined ? text : text.slice(bar + 1))
  const system = bar === undefined ? undefined : plain(text.slice(0, bar))
  return tokensIn(value).some(
    (token) =>
      (system === undefined || String(token.system ?? '') === system) &&
      (code === '' || String(token.code ?? token.value) === code),
  )
}

const isMatch: Record<string, (value: unknown, probe: Probe) => boolean> = {
  string: isStringMatch,
  token: isTokenMatch,
  reference: (value, probe) =>
    referencesIn(value).some(
      (text) => text === probe.value || probe.value.endsWith(text) || text.endsWith(`/${probe.value}`),
    ),
}

const keyOf = ({ type, id }: Pick<Stored, 'type' | 'id'>) => `${type}/${id}`

const parameters = Object.entries(types).flatMap(([type, { parameters: own }]) =>
  Object.entries(own).flatMap(([name, parameter]) =>
    parameter.expression === undefined
      ? []
      : [{ ...parameter, kind: parameter.type, type, name, expression: parameter.expression }],
  ),
)

describe('each parameter of the guide finds what it should, and nothing else', () => {
  test.each(parameters)('$type?$name', async ({ type, name, kind, expression, modifiers = [] }) => {
    const own = stored.filter((row) => row.type === type)
    // The library reads names relative to the resource; the guide's prefix is its type.
    const values = new Map(own.map((row) => [keyOf(row), evalFhirPath(expression, row.resource) as unknown[]]))
    const probes = [...values.values()].flat().flatMap((value) => probesOf[kind]?.(value) ?? [])
    const possible = probes.filter(
      ({ value, modifier }) => fold(value) && (modifier === undefined || modifiers.includes(modifier)),
    )
    const distinct = [...new Map(possible.map((probe) => [JSON.stringify(probe), probe])).values()]
    expect(distinct.length).toBeGreaterThan(0)
    for (const probe of distinct.slice(0, 24)) {
      const query = `${name}${probe.modifier ? `:${probe.modifier}` : ''}=${encodeURIComponent(probe.value)}`
      const expected = own
        .filter((row) => values.get(keyOf(row))?.some((value) => isMatch[kind]?.(value, probe)))
        .map(keyOf)
      expect((await client.searchAll(`/${type}?${query}&_count=7`)).sort(), query).toEqual(expected.sort())
    }
    const none = kind === 'reference' ? 'none' : 'zzz-none'
    expect(await client.searchAll(`/${type}?${name}=${none}`)).toEqual([])
  })
})

const chains = parameters.flatMap(({ type, name, chain = [], targets = [] }) =>
  chain.map((tested) => ({ type, name, tested, target: targets[0] ?? '' })),
)

describe('each chain of the guide, forward and reverse', () => {
  test.each(chains)('$type?$name.$tested', async ({ type, name, tested, target }) => {
    const own = parameters.find((parameter) => parameter.type === target && parameter.name === tested)
    const reference = parameters.find((parameter) => parameter.type === type && parameter.name === name)
    if (!own || !reference) throw new Error('The chain names no parameter of its target.')
    const targets = stored.filter((row) => row.type === target)
    const [probe] = targets
      .flatMap((row) => evalFhirPath(own.expression, row.resource) as unknown[])
      .flatMap((value) => probesOf[own.kind]?.(value) ?? [])
    if (!probe) throw new Error('No resource has a value.')
    const found = targets.filter((row) =>
      (evalFhirPath(own.expression, row.resource) as unknown[]).some((value) => isMatch[own.kind]?.(value, probe)),
    )
    const sources = stored.filter((row) => row.type === type)
    const refersTo = (row: Stored, to: string) =>
      (evalFhirPath(reference.expression, row.resource) as unknown[]).flatMap(referencesIn).includes(to)
    const expected = sources.filter((row) => found.some((each) => refersTo(row, keyOf(each)))).map(keyOf)
    const value = encodeURIComponent(probe.value)
    expect((await client.searchAll(`/${type}?${name}.${tested}=${value}`)).sort()).toEqual(expected.sort())
    expect((await client.searchAll(`/${type}?${name}:${target}.${tested}=${value}`)).sort()).toEqual(expected.sort())

    const [first] = sources.filter((row) => targets.some((each) => refersTo(row, keyOf(each))))
    if (!first) return
    const referred = targets.filter((each) => refersTo(first, keyOf(each))).map(keyOf)
    const [to = ''] = referred
    const reverse = `/${target}?_has:${type}:${name}:${name}=${encodeURIComponent(to)}`
    expect(await client.searchAll(reverse)).toContain(to)
    expect(await client.searchAll(`/${target}?_has:${type}:${name}:${name}=none`)).toEqual([])
  })
})
