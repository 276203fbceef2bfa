import { describe, expect, test } from 'vitest'
import { readDegrees, readLanguages, readState, readTaxonomies, readZip } from './values.ts'

describe('values of the provider directory', () => {
  test.each([
    ['ma', 'MA'],
    [' PR ', 'PR'],
    ['Massachusetts', undefined],
    ['XX', undefined],
  ])('reads the state %s as %s', (text, state) => {
    expect(readState(text)).toBe(state)
  })

  test.each([
    ['01970', '01970'],
    ['019701234', '01970-1234'],
    ['01970-1234', '01970-1234'],
    ['01970-', undefined],
    ['1970', undefined],
  ])('reads the zip %s as %s', (text, zip) => {
    expect(readZip(text)).toBe(zip)
  })

  test.each([
    ['207q00000x; 207R00000X;207Q00000X', '207Q00000X;207R00000X'],
    ['Cardiology', undefined],
    [';', undefined],
  ])('reads the taxonomy codes %s as %s', (text, codes) => {
    expect(readTaxonomies(text)).toBe(codes)
  })

  test.each([
    ['es; EN;pt-br', ['en', 'es', 'pt-BR']],
    ['en|en', ['en']],
    ['haw', ['haw']],
    ['', []],
    ['Spanish', undefined],
    ['xx', undefined],
    ['en;e', undefined],
    ['en-a', undefined],
  ])('reads the languages %s as %s', (text, codes) => {
    expect(readLanguages(text)).toEqual(codes)
  })

  test.each([
    ['42.51234567', 90, '42.512346'],
    ['-71', 180, '-71'],
    ['90.1', 90, undefined],
    ['1e2', 180, undefined],
    ['42,5', 90, undefined],
  ] as const)('reads %s within %s degrees as %s', (text, most, degrees) => {
    expect(readDegrees(text, most)).toBe(degrees)
  })
})
