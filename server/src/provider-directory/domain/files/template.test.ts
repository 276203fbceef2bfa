import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fillName, parseTemplate, readTemplates, TemplateError } from './template.ts'

const provider = {
  npi: '1932172228',
  firstName: 'Ada',
  lastName: 'Smith',
  languages: ['en', 'es'],
  practices: [
    { acceptingNewPatients: 'Y', location: { city: 'Salem', line1: '1 Main Street' } },
    { acceptingNewPatients: 'FAMILY', location: { city: 'Salem' } },
    { location: { city: 'Lynn' } },
  ],
}

const templateOf = (item: unknown, file = {}) =>
  JSON.stringify({ layout: 'test', files: [{ name: 'all', type: 'Test', of: 'provider', item, ...file }] })
const compute = (item: unknown) => parseTemplate(templateOf(item)).files[0]?.item({ provider })

describe('values of a template', () => {
  test.each([
    ['a path', 'provider.npi', '1932172228'],
    ['a path to a list', 'provider.languages', ['en', 'es']],
    ['a missing value', 'provider.fax.number', undefined],
    ['an inherited property', 'provider.constructor', undefined],
    [
      'an object',
      { id: 'provider.npi', name: { last: 'provider.lastName' } },
      { id: '1932172228', name: { last: 'Smith' } },
    ],
    ['a constant', { $const: { years: [2026] } }, { years: [2026] }],
    ['joined texts', { $join: ['provider.firstName', 'provider.middleName', 'provider.lastName'] }, 'Ada Smith'],
    [
      'joined texts with a separator',
      { $join: ['provider.lastName', 'provider.firstName'], $with: ', ' },
      'Smith, Ada',
    ],
    ['nothing to join', { $join: ['provider.middleName'] }, undefined],
    ['the first present value', { $first: ['provider.middleName', 'provider.firstName'] }, 'Ada'],
    ['a default', { $first: ['provider.fax', { $const: null }] }, null],
    ['each element', { $each: 'provider.practices', $as: 'p', $value: 'p.location.line1' }, ['1 Main Street']],
    [
      'distinct values',
      { $each: 'provider.practices', $as: 'p', $value: 'p.location.city', $distinct: true },
      ['Salem', 'Lynn'],
    ],
    ['each element of nothing', { $each: 'provider.plans', $as: 'p', $value: 'p.id' }, []],
    [
      'translated codes',
      {
        $each: 'provider.practices',
        $as: 'p',
        $value: { $map: 'p.acceptingNewPatients', $values: { Y: 'accepting' }, $otherwise: 'unknown' },
      },
      ['accepting', 'unknown', 'unknown'],
    ],
    [
      'translated codes without the others',
      {
        $each: 'provider.practices',
        $as: 'p',
        $value: { $map: 'p.acceptingNewPatients', $values: { Y: 'accepting' } },
      },
      ['accepting'],
    ],
  ])('can be %s', (_, item, value) => {
    expect(compute(item)).toEqual(value)
  })

  test('fill the name of a file', () => {
    expect(fillName('{provider.npi}-{provider.none}', { provider })).toBe('1932172228-')
  })
})

describe('a template is refused', () => {
  test.each([
    [templateOf('npi'), 'files[0].item: the path npi must begin with provider.'],
    [templateOf({ a: { $loop: 1 } }), 'files[0].item.a: $loop is not an operator.'],
    [templateOf({ a: 7 }), 'files[0].item.a must be a path, an object or an operator.'],
    [templateOf({ $map: 'provider.npi' }), 'files[0].item.$values must be an object.'],
    [templateOf({ $join: 'provider.npi' }), 'files[0].item.$join must be a list.'],
    [templateOf({ $each: 'provider.practices', $value: 'p' }), 'files[0].item.$as must name an element of the list.'],
    [templateOf({ $const: 1, extra: 2 }), 'files[0].item.extra is not known.'],
    [templateOf('provider', { per: 'network' }), 'files[0].per must be one of plan, provider.'],
    [templateOf('provider', { of: undefined }), 'files[0].of is needed, except for a file per provider.'],
    [templateOf('provider', { per: 'plan' }), 'files[0].name must contain a path in braces.'],
    [templateOf('provider', { head: {} }), 'files[0].head needs list.'],
    [templateOf('provider', { sort: 'npi' }), 'files[0].sort is not known.'],
    [templateOf(undefined), 'files[0].item is missing.'],
    ['[]', 'it is not an object.'],
    ['{"layout":"../x","files":[]}', 'layout must be a name of small letters, digits and hyphens.'],
    ['{"layout":"x","files":[]}', 'files must be a list.'],
  ])('%s', (text, sentence) => {
    expect(() => parseTemplate(text)).toThrow(new TemplateError(sentence))
  })

  test('with its name, if the file is missing', async () => {
    await expect(readTemplates(['/nowhere/x.json'])).rejects.toThrow(
      'The template /nowhere/x.json cannot be read (ENOENT).',
    )
  })
})

test('the example of the documentation is a template', () => {
  const page = readFileSync(new URL('../../../../../docs/directory-layouts.md', import.meta.url), 'utf8')
  const [, example = ''] = /```json\n(.*?)```/s.exec(page) ?? []
  expect(parseTemplate(example).files[0]?.item({ provider, plan: {} })).toEqual({ npi: '1932172228', states: [] })
})
