import { completeNpi } from '@portico/core/directory/npi'
import { expect, test } from 'vitest'
import { KnownRows } from './known-rows.ts'
import { hashRow, writeHash } from './row-hash.ts'

test('rows that differ in anything have different hashes, and so have files of different versions', () => {
  const rows = [
    ['a', 'b'],
    ['b', 'a'],
    ['ab'],
    ['a', 'b', ''],
    ['a', 'b', null],
    ['a', ''],
    ['', 'a'],
    [null, 'a'],
    ['A', 'b'],
  ]
  const hashes = rows.flatMap((row) => [0, 1].map((seed) => writeHash(hashRow(row, seed))))
  expect(new Set(hashes).size).toBe(rows.length * 2)
  expect(hashRow(['a', null], 1)).toEqual(hashRow(['a', null], 1))
})

test('both halves tell a hundred thousand rows apart as chance would have it', () => {
  const hashes = Array.from({ length: 100_000 }, (_, index) => hashRow(['1', null, `ROW ${index}`, ''], 1))
  expect(new Set(hashes.map(({ high }) => high)).size).toBeGreaterThan(99_990)
  expect(new Set(hashes.map(({ low }) => low)).size).toBeGreaterThan(99_990)
  for (const { high, low } of hashes.slice(0, 1000)) {
    const stored = BigInt(writeHash({ high, low }))
    expect([Number((stored >> 32n) & 4294967295n), Number(stored & 4294967295n)]).toEqual([high, low])
  }
})

test('each of many rows is found by its NPI, near and far from each other', () => {
  const numbers = [
    100_000_000, 100_000_031, 100_000_032, 100_000_255, 100_000_256, 199_999_999, 200_000_000, 299_999_999,
  ]
  const all = [...numbers, ...Array.from({ length: 5000 }, (_, index) => 150_000_000 + index * 7)].sort((a, b) => a - b)
  const known = new KnownRows(all.length)
  for (const number of all) known.append(completeNpi(String(number)), { high: number, low: number + 1 })
  for (const number of all) {
    expect(known.isKnown(completeNpi(String(number)), { high: number, low: number + 1 })).toBe(true)
    expect(known.isKnown(completeNpi(String(number)), { high: number, low: number })).toBe(false)
    expect(known.isKnown(completeNpi(String(number)), { high: number + 1, low: number + 1 })).toBe(false)
  }
  expect(known.isKnown(completeNpi('100000001'), { high: 100_000_000, low: 100_000_001 })).toBe(false)
})
