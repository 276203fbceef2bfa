import { describe, expect, test } from 'vitest'
import { printable } from './printable-text.ts'

describe('printable text', () => {
  test.each([
    ['Renée O’Brien – “Größe”', 'Renée O’Brien – “Größe”'],
    ['Łukasz Gökçe Žižek Ştefan', 'Lukasz Gökçe Žižek Stefan'],
    ['Владимир Щукин', 'Vladimir Shchukin'],
    ['Αθηνά', 'Athina'],
    ['山田太郎 Clinic', '? Clinic'],
    ['ﬁne', 'fine'],
    ['a\u0000b\r\n\tc', 'ab c'],
    ['\u202Eevil\u202C', 'evil'],
    ['  many   spaces ', 'many spaces'],
  ])('writes %j as %j', (given, written) => {
    expect(printable(given)).toBe(written)
  })

  test('cuts text that is too long', () => {
    expect(printable('x'.repeat(500))).toHaveLength(300)
  })
})
