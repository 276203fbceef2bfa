import { expect, test } from 'vitest'
import { isLongForm } from '../long-form.ts'
import { readPackage } from './read-package.ts'
import { findInvalid, findingOf, findProblem, isQualified, TOLERATED, type Validated } from './validate.ts'

const PROFILE = 'http://hl7.org/fhir/us/davinci-pdex-plan-net/StructureDefinition/plannet-'
const examples: Validated[] = [...readPackage()]
  .filter(([name]) => name.startsWith('package/example/'))
  .map(([, text]) => JSON.parse(text))
const profileOf = ({ meta }: Validated) => meta?.profile?.[0]
/** One example of each profile; in the long form all. */
const validated = isLongForm
  ? examples
  : [...Map.groupBy(examples, profileOf).values()].flatMap(([first]) => first ?? [])
const roles = validated.filter(({ resourceType }) => resourceType === 'PractitionerRole')

test('the validator accepts the examples of the guide, but for one finding of all roles', () => {
  expect(examples).toHaveLength(49)
  expect(roles.map(findingOf)).toEqual(roles.map(() => TOLERATED))
  expect(validated.flatMap((example) => findProblem(example) ?? [])).toEqual([])
})

type Facts = { [name: string]: unknown }
const practitioner = (facts: Facts): Validated =>
  JSON.parse(
    JSON.stringify({
      ...{ resourceType: 'Practitioner', id: 'p', active: true, name: [{ text: 'Ada Smith', family: 'Smith' }] },
      identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1234567893' }],
      meta: { lastUpdated: '2026-06-01T12:00:00.000Z', profile: [`${PROFILE}Practitioner`] },
      ...facts,
    }),
  )

test.each<[string, Facts]>([
  ['without a name', { name: undefined }],
  ['with an empty family name', { name: [{ family: '' }] }],
  ['with a text of blanks', { name: [{ text: ' ', family: 'Smith' }] }],
  ['with an element that FHIR does not have', { npi: '1234567893' }],
  ['with a wrong type', { active: 'yes' }],
  ['with an empty list', { identifier: [] }],
  ['with an id that FHIR does not allow', { id: 'a/b' }],
  ['without a time', { meta: { profile: [`${PROFILE}Practitioner`] } }],
  ['of another profile', { meta: { lastUpdated: '2026-06-01T12:00:00.000Z', profile: [`${PROFILE}Person`] } }],
])('a resource %s is found, also behind others of its form', (_, facts) => {
  const good = [practitioner({}), practitioner({ id: 'q', name: [{ text: 'Ben', family: 'Bo' }] })]
  expect(findInvalid(good)).toEqual([])
  expect(findInvalid([...good, practitioner(facts), ...good])).not.toEqual([])
})

test('a qualification of a role needs one code and one status', () => {
  const url = 'http://hl7.org/fhir/us/davinci-pdex-plan-net/StructureDefinition/qualification'
  const qualified = (...parts: string[]) => ({ extension: [{ url, extension: parts.map((part) => ({ url: part })) }] })
  expect([isQualified({}), isQualified(qualified('code', 'status'))]).toEqual([true, true])
  for (const parts of [[], ['code'], ['status'], ['code', 'code', 'status'], ['code', 'status', 'status']])
    expect(isQualified(qualified(...parts)), parts.join()).toBe(false)
  const [role] = roles
  const bare: Validated = JSON.parse(JSON.stringify({ ...role, ...qualified('code') }))
  expect(findProblem(bare)).toBeDefined()
})
