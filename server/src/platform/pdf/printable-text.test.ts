import { findUnprintable } from '@portico/core/printable'
import { expect, test } from 'vitest'
import { findFont } from './embedded-font.ts'
import { printable, printableOrBlank } from './printable-text.ts'

test.each([
  ['Łukaszewska Gökçe Žižek', 'Łukaszewska Gökçe Žižek'],
  ['Владимир Щукин', 'Владимир Щукин'],
  ['Αθηνά', 'Αθηνά'],
  ['山田太郎 Clinic', '? Clinic'],
])('writes %j as %j', (given, written) => {
  expect(printable(given)).toBe(written)
})

test('cuts text that is too long', () => {
  expect(printable('x'.repeat(500))).toHaveLength(300)
})

test('leaves a contract value blank rather than showing part of it', () => {
  expect(printableOrBlank('山田太郎 Clinic')).toBe('')
  expect(printableOrBlank('Łukaszewska')).toBe('Łukaszewska')
})

test.each(['regular', 'bold', 'italic'] as const)(
  'the %s font has every character that counts as printable',
  (style) => {
    const font = findFont(style)
    const all = Array.from({ length: 0x3000 - 0x20 }, (_, at) => String.fromCodePoint(at + 0x20))
    const shown = all.filter(
      (letter) => letter.normalize('NFC') === letter && letter.trim() && !findUnprintable(letter),
    )
    expect(shown.length).toBeGreaterThan(1500)
    // Invisible characters are removed before printing.
    const printed = shown.filter((letter) => printable(letter) !== '')
    expect(printed.filter((letter) => font.glyphOf(letter.codePointAt(0) ?? 0) === 0)).toEqual([])
  },
)
