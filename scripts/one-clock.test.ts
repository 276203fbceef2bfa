import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const CLOCK = 'web/src/kit/clock.ts'
const READS_THE_MACHINE =
  /\bDate\.now\b|\bnew Date(?:\(\s*\)|(?![\w(]))|(?<!new )\bDate\(\s*\)|\bperformance\.(?:now|timeOrigin)\b|\bsetInterval\(|\bTemporal\.Now\b/

const readsTheMachine = (code: string) => READS_THE_MACHINE.test(code)

test.each([
  ['Date.now', 'const age = Date.now() - since'],
  ['a function that is passed on', 'useState(Date.now)'],
  ['a Date without an argument', 'planDayOf(new Date())'],
  ['a Date without parentheses', 'planDayOf(new Date)'],
  ['Date as a function', 'const text = Date()'],
  ['performance.now', 'const since = performance.now()'],
  ['the time of the document', 'const since = performance.timeOrigin'],
  ['an interval', 'setInterval(tick, 1000)'],
])('finds %s', (_, code) => {
  expect(readsTheMachine(code)).toBe(true)
})

test('accepts a Date of a given time', () => {
  expect(readsTheMachine('const day = planDayOf(new Date(now()))\nconst { Date } = given')).toBe(false)
})

test('pages and component tests read the time from the page’s clock only', () => {
  const files = globSync(['web/src/**/*.{ts,tsx}', 'web/test/**/*.{ts,tsx}', 'core/src/**/*.ts'], { cwd: root })
  expect(files).toContain(CLOCK)
  const found = files.filter((file) => file !== CLOCK && readsTheMachine(readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual([])
})
