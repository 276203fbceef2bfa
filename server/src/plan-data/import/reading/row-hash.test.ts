import { completeNpi } from '@portico/core/plan-data/npi'
import { expect, test } from 'vitest'
import { findPosition, KnownRows, NpiSet, readPosition } from './known-rows.ts'
import { hashBytes, type RowHash, writeHash } from './row-hash.ts'

const viewOf = (text: string) => {
  const bytes = new TextEncoder().encode(text)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

function hashText(text: string, seed = 1): RowHash {
  const bytes = viewOf(text)
  return hashBytes(bytes, 0, bytes.byteLength, seed)
}

test('gives different hashes to lines that differ, and to equal lines under different seeds', () => {
  const line = '"1100000011","1","","WHITLOCK","ELEANOR"'
  const others = Array.from(line, (_, at) => [
    `${line.slice(0, at)}x${line.slice(at + 1)}`,
    `${line.slice(0, at)}${line.slice(at + 1)}`,
    `${line.slice(0, at)} ${line.slice(at)}`,
    `${line.slice(0, at)}À${line.slice(at + 1)}`,
  ]).flat()
  const lines = new Set([line, ...others])
  const hashes = [...lines].flatMap((text) => [0, 1].map((seed) => writeHash(hashText(text, seed))))
  expect(new Set(hashes).size).toBe(lines.size * 2)
})

test('gives a line the same hash wherever it is', () => {
  const line = '"1100000011","1"'
  for (const before of ['', 'a', '\n\n', 'before\n']) {
    const bytes = viewOf(`${before}${line}\nbehind`)
    expect(hashBytes(bytes, before.length, before.length + line.length, 1)).toEqual(hashText(line))
  }
})

test('does not cancel out changes at the same positions of two words', () => {
  const hashes = new Set<string>()
  const letters = ['A', 'a', 'P', '0', 'À', '@', '!']
  for (const first of letters)
    for (const second of letters)
      for (const third of letters)
        hashes.add(writeHash(hashText(`1100000,xxx${first}yyy${second}xxx${third}yyyyyyyyyyyy`)))
  expect(hashes.size).toBe(letters.length ** 3)
})

test('distributes both halves of a hundred thousand hashes like random numbers', () => {
  const hashes = Array.from({ length: 100_000 }, (_, index) => hashText(`"1100000011","1","ROW ${index}",""`))
  expect(new Set(hashes.map(({ high }) => high)).size).toBeGreaterThan(99_990)
  expect(new Set(hashes.map(({ low }) => low)).size).toBeGreaterThan(99_990)
  for (const { high, low } of hashes.slice(0, 1000)) {
    const stored = BigInt(writeHash({ high, low }))
    expect([Number((stored >> 32n) & 4294967295n), Number(stored & 4294967295n)]).toEqual([high, low])
  }
})

const numbers = [100_000_000, 100_000_031, 100_000_032, 100_000_255, 199_999_999, 200_000_000, 299_999_999]
const positionOf = (number: number) => findPosition(completeNpi(String(number)))

test('finds each of many rows by its NPI, adjacent or far apart, in any order', () => {
  const all = [...Array.from({ length: 5000 }, (_, index) => 150_000_000 + index * 7), ...numbers]
  const known = new KnownRows(all.length)
  for (const number of all) known.add(positionOf(number), { high: number, low: number + 1 })
  for (const number of all) {
    expect(known.isKnown(positionOf(number), { high: number, low: number + 1 })).toBe(true)
    expect(known.isKnown(positionOf(number), { high: number, low: number })).toBe(false)
    expect(known.isKnown(positionOf(number), { high: number + 1, low: number + 1 })).toBe(false)
  }
  expect(known.isKnown(positionOf(100_000_001), { high: 100_000_001, low: 100_000_002 })).toBe(false)
})

test('does not know all rows beyond the expected number, and confuses none', () => {
  const known = new KnownRows(100)
  for (let index = 1; index <= 1000; index++) known.add(index, { high: index, low: 0 })
  const found = Array.from({ length: 1000 }, (_, index) => known.isKnown(index + 1, { high: index + 1, low: 0 }))
  expect(found.filter(Boolean).length).toBeGreaterThan(100)
  expect(found.at(-1)).toBe(false)
  expect(known.isKnown(5000, { high: 0, low: 0 })).toBe(false)
})

test('reads an NPI at its position', () => {
  for (const number of numbers) {
    const npi = completeNpi(String(number))
    expect(readPosition(viewOf(`"${npi}",`), 1)).toBe(findPosition(npi))
  }
  for (const text of ['110000001', '11000000a1', '3100000011', '0100000011', '"100000011', ''])
    expect(readPosition(viewOf(text), 0)).toBeLessThan(0)
  const seen = new NpiSet()
  for (const number of numbers) {
    expect(seen.has(positionOf(number))).toBe(false)
    seen.add(positionOf(number))
    expect(seen.has(positionOf(number))).toBe(true)
  }
})
