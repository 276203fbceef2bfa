import { expect, test } from 'vitest'
import { toSearchName } from './search-name.ts'

test.each([
  ['ELEANOR WHITLOCK', 'eleanor whitlock'],
  ["Siobhán O'Brien-Núñez", 'siobhan obrien nunez'],
  ['ST. JUDE, M.D., & SONS (EAST)', 'st jude m d sons east'],
  ['  Two   spaces ', 'two spaces'],
  ['"QUOTED" INC.', 'quoted inc'],
  ['Ångström Øre', 'angstrom øre'],
  ['', ''],
  ['---', ''],
])('toSearchName turns %s into %s', (name, expected) => {
  expect(toSearchName(name)).toBe(expected)
})

test('toSearchName truncates a very long name', () => {
  expect(toSearchName('A'.repeat(5000))).toHaveLength(300)
})
