import { expect, test } from 'vitest'
import { parseCsv } from './csv.ts'

const cellsOf = (text: string) => {
  const parsed = parseCsv(text)
  if ('refusal' in parsed) throw new Error(parsed.refusal.message)
  return parsed.entity.map(({ line, cells }) => [line, ...cells])
}

test('reads doubled quotes, commas and line breaks inside quotes', () => {
  expect(cellsOf('a,"O""Brien, Jr"\n"two\nlines",b')).toEqual([
    [1, 'a', 'O"Brien, Jr'],
    [2, 'two\nlines', 'b'],
  ])
})

test.each(['\n', '\r\n', '\r'])('gives each row the line it starts on when lines end in %j', (end) => {
  const lines = ['first,row', '', '"two', 'lines",x', ' , ', 'last,row']
  expect(cellsOf(lines.join(end)).map(([line]) => line)).toEqual([1, 3, 6])
})

test('removes a byte order mark and accepts rows of any length', () => {
  expect(cellsOf('\uFEFFa,b,c\nx\n1,2,3,4\n')).toEqual([
    [1, 'a', 'b', 'c'],
    [2, 'x'],
    [3, '1', '2', '3', '4'],
  ])
})

test('keeps a quote inside a value', () => {
  expect(cellsOf('Robert "Bob",Li')).toEqual([[1, 'Robert "Bob"', 'Li']])
})

test('separates cells by commas only', () => {
  expect(cellsOf('a;b,c')).toEqual([[1, 'a;b', 'c']])
})

test('refuses a quote that is never closed and names the line of its row', () => {
  const message = 'The row on line 2 opens a quote and never closes it.'
  expect(parseCsv('a,b\nc,"d\ne,f\n')).toMatchObject({ refusal: { status: 407, message } })
})
