import { expect, test } from 'vitest'
import { filterCells, filterLine, filterLines } from './filter-lines.ts'

test.each([
  ['Ann\tMarie', 'Ann Marie'],
  ['Ann\r\n\u2028Marie', 'Ann Marie'],
  ['Ann\u0000Marie', 'Ann Marie'],
  ['Ann Marie', 'Ann Marie'],
])('a line of text shows %j as %j', (typed, shown) => {
  expect(filterLine(typed)).toBe(shown)
})

test('text of several lines keeps its line breaks and loses other control characters', () => {
  expect(filterLines('One\ttwo\u0007\nthree\u2028four')).toBe('One two \nthree four'.replace(' \n', ' \n'))
})

test('cells copied from a spreadsheet keep their tabs and line breaks', () => {
  expect(filterCells('One\ttwo\u0007\nthree\u2028four')).toBe('One\ttwo \nthree four')
})
