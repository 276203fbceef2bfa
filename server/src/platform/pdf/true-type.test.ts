import { expect, test } from 'vitest'
import { findFont } from './embedded-font.ts'
import { readTrueType } from './true-type.ts'

const font = findFont('regular')
const glyph = (letter: string) => font.glyphOf(letter.codePointAt(0) ?? 0)

/** A subset has no character map, so tests read its tables. */
function outlinesOf(file: Buffer): (id: number) => Buffer {
  const tables = new Map<string, Buffer>()
  for (let at = 12; at < 12 + file.readUInt16BE(4) * 16; at += 16) {
    const [start, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]
    tables.set(file.toString('latin1', at, at + 4), file.subarray(start, start + length))
  }
  const [loca = Buffer.alloc(0), glyf = Buffer.alloc(0)] = [tables.get('loca'), tables.get('glyf')]
  return (id) => glyf.subarray(loca.readUInt32BE(id * 4), loca.readUInt32BE(id * 4 + 4))
}

test('reads the metrics of a font', () => {
  expect(font).toMatchObject({ unitsPerEm: 1000, ascent: 1069, descent: -293, capHeight: 714, italicAngle: 0 })
  expect(findFont('italic').italicAngle).toBeCloseTo(-12, 0)
  expect(font.advanceOf(glyph('W'))).toBeGreaterThan(font.advanceOf(glyph('i')) * 3)
  expect(font.glyphOf(0x4e00)).toBe(0)
  expect(font.advanceOf(60_000)).toBeGreaterThanOrEqual(0)
})

test('keeps the wanted glyphs and the parts they are made of, and drops the others', () => {
  const outline = outlinesOf(font.subset([glyph('é'), glyph('A')]))
  for (const letter of 'éeA') expect(outline(glyph(letter)).length).toBeGreaterThan(0)
  for (const letter of 'Bz') expect(outline(glyph(letter))).toHaveLength(0)
  expect(outline(0).length).toBeGreaterThan(0)
})

test('a subset is a small part of the font', () => {
  expect(font.subset([...'Łukaszewska'].map(glyph)).length).toBeLessThan(50_000)
})

test('rejects a file without the tables of a font', () => {
  expect(() => readTrueType(Buffer.alloc(12))).toThrow('The font has no table')
})
