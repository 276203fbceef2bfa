import { expect, test } from 'vitest'
import { cleanLine, findUnprintable } from './printable.ts'

test.each([
  'Renée O’Brien – “Größe”',
  'Łukaszewska',
  'Nguyễn Thị Ánh',
  'Ştefan Žižek',
  'Владимир Щукин',
  'Αθηνά Ὀδυσσεύς',
  "J. O'Neil, M.D. & Co. (№ 4)",
])('prints %j as typed', (name) => {
  expect(findUnprintable(name)).toBe('')
  expect(cleanLine(name)).toBe(name)
})

test.each([
  ['山田太郎 Clinic', '山田太郎'],
  ['مركز', 'مركز'],
  ['Clinic 🏥🏥', '🏥'],
  ['\u0378', '\u0378'],
])('finds in %j what cannot be printed', (text, missing) => {
  expect(findUnprintable(text)).toBe(missing)
})

test.each([
  ['a\u0000b\r\n\tc', 'ab c'],
  ['\u202Eevil\u202C \uD800', 'evil'],
  ['  many   spaces ', 'many spaces'],
  ['e\u0301', 'é'],
])('cleans %j to %j', (text, line) => {
  expect(cleanLine(text)).toBe(line)
  expect(findUnprintable(text)).toBe('')
})
