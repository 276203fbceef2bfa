import { ALL_CALLS } from '@portico/core/all-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALLOWED_GROWTH } from './allowed-growth.ts'
import { describeGrowth, findGrowing, findRepeated, findUnused, type Growth, isAllowedBy } from './growth.ts'
import type { Measured } from './measure.ts'
import { MEASURED } from './measured-calls.ts'
import { type OpenPlan, openPlan } from './open-plan.ts'
import { explain } from './plan.ts'
import { UNMEASURED } from './unmeasured-calls.ts'

/** Grows the number of providers tenfold. */
const small = { from: 0, to: 500 }
const added = { from: 500, to: 5000 }

let plan: OpenPlan
let measured: Measured[]
let growing: Growth[]
let repeated: Growth[]
const seeded: Measured[] = []

/** A sequential scan, to prove that the check detects it. */
const whole = { text: 'select first_name from account where phone = $1 order by created_at limit 5', values: ['none'] }

async function explainSeeded(): Promise<void> {
  const cost = await explain(plan.owner, whole)
  if (cost) seeded.push({ call: 'seeded', text: whole.text, said: 1, ...cost })
}

beforeAll(async () => {
  plan = await openPlan('migrated')
  const before = await plan.grow(small)
  await explainSeeded()
  measured = await plan.grow(added)
  await explainSeeded()
  growing = findGrowing(before, measured)
  repeated = findRepeated(before, measured)
}, 600_000)
afterAll(() => plan?.close())

test('no statement of any call costs more as the country grows, except the allowed ones', () => {
  expect(
    growing.filter((growth) => !ALLOWED_GROWTH.some((allowed) => isAllowedBy(growth, allowed))).map(describeGrowth),
  ).toEqual([])
})

test('no call executes a statement more often in a larger country', () => {
  expect(repeated.map(describeGrowth)).toEqual([])
})

test('findRepeated detects a statement in a growing loop, but not the batches of an export', () => {
  const cost = { rows: 1, pages: 1, limited: 0, returned: 1, milliseconds: 1, steps: 'Result' }
  const once = { call: 'seeded', text: 'select 1', said: 1, ...cost }
  const part = { ...once, text: 'select 1000', said: 20, returned: 1000 }
  expect(findRepeated([once], [{ ...once, said: 20 }])).toHaveLength(1)
  expect(findRepeated([], [{ ...once, said: 20 }])).toHaveLength(1)
  expect(findRepeated([once], [{ ...once, said: 3 }])).toHaveLength(0)
  expect(findRepeated([once, part], [{ ...once, said: 20 }, part])).toHaveLength(0)
})

test('every entry of ALLOWED_GROWTH is still needed', () => {
  const here = ALLOWED_GROWTH.filter(({ inLargePlans }) => !inLargePlans)
  expect(findUnused(here, growing)).toEqual([])
})

test('findGrowing detects a statement that reads a whole table', () => {
  const [before, after] = seeded
  if (!before || !after) throw new Error('It was explained twice.')
  expect(findGrowing([before], [after])).toHaveLength(1)
  expect(findGrowing([after], [after])).toHaveLength(0)
})

test('every call was made and ran a statement, except exactly those listed in UNMEASURED', () => {
  const unmeasured = new Set(UNMEASURED.flatMap(({ calls }) => calls))
  const read = new Set(measured.map(({ call }) => call))
  const heard = new Set(MEASURED.filter(({ name }) => read.has(name)).map(({ call }) => call))
  expect(ALL_CALLS.filter(({ call }) => !unmeasured.has(call) && !heard.has(call)).map(({ name }) => name)).toEqual([])
  expect(ALL_CALLS.filter(({ call }) => unmeasured.has(call) && heard.has(call)).map(({ name }) => name)).toEqual([])
})
