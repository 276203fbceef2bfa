import { expect, test } from 'vitest'
import { ROUTES, readEntry, resolveRoute, stageOf } from './routes.ts'

test.each<[string, string]>([
  ...ROUTES.map((route): [string, string] => [route, route]),
  ['stpe2', 'step2'],
  ['nowhere', 'home'],
  ['', 'home'],
  ['STEP3', 'home'],
])('the route name %s resolves to %s', (name, route) => {
  expect(resolveRoute(name)).toBe(route)
})

test('the entry page reads reqId, activateId and easyReg', () => {
  const read = (query: Record<string, string>) => readEntry({ get: (name) => query[name] ?? null })
  expect(read({ reqId: 'r1', activateId: 'a1', easyReg: 'Y' })).toEqual({
    reqId: 'r1',
    activateId: 'a1',
    easyReg: true,
  })
  expect(read({ easyReg: 'N' })).toEqual({ reqId: '', activateId: '', easyReg: false })
})

test.each([
  ['home', 'Provider'],
  ['regWith', 'Access'],
  ['step2', 'Identity'],
  ['step3', 'Account'],
  ['regConf', 'Done'],
] as const)('%s belongs to the stage %s', (route, stage) => {
  expect(stageOf(route)).toBe(stage)
})
