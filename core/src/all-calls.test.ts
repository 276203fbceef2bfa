import { expect, test } from 'vitest'
import { ALL_CALLS } from './all-calls.ts'

const repeated = (names: string[]) => names.filter((name, index) => names.indexOf(name) !== index)

test('every call has its own URL and its own name', () => {
  expect(ALL_CALLS.length).toBeGreaterThan(100)
  expect(repeated(ALL_CALLS.map(({ call }) => `${call.method} ${call.path}`))).toEqual([])
  expect(repeated(ALL_CALLS.map(({ name }) => name))).toEqual([])
})

test('the URL of a call matches its declared access', () => {
  for (const { name, call } of ALL_CALLS) {
    expect(call.path, name).toMatch(/^\/rest\/(sec|nonsec)\/[A-Za-z]+(\/[A-Za-z]+)?$/)
    expect(call.path.startsWith('/rest/nonsec/'), name).toBe(call.access === 'public')
  }
})

test('each call has a one-sentence description and only statuses of an envelope', () => {
  for (const { name, call } of ALL_CALLS) {
    expect(call.described.says, name).toMatch(/^[A-Z].*\.$/)
    for (const status of call.described.statuses ?? [])
      expect([400, 403, 404, 405, 406, 407, 498], name).toContain(status)
  }
})
