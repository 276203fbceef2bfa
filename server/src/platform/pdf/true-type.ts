/** A TrueType font: what a PDF needs to measure, draw and embed its glyphs. */
export type TrueTypeFont = {
  unitsPerEm: number
  ascent: number
  descent: number
  capHeight: number
  box: [number, number, number, number]
  italicAngle: number
  /** 0 if the font has no glyph for the code point. */
  glyphOf(codePoint: number): number
  /** In font units. */
  advanceOf(glyph: number): number
  /** A font program with these glyphs only. Their ids stay the same. */
  subset(glyphs: Iterable<number>): Buffer
}

type Tables = Map<string, Buffer>

export function readTrueType(file: Buffer): TrueTypeFont {
  const tables = readTables(file)
  const [head, hhea, os2] = [tableOf(tables, 'head'), tableOf(tables, 'hhea'), tableOf(tables, 'OS/2')]
  const glyphs = readCharacters(tableOf(tables, 'cmap'))
  const hmtx = tableOf(tables, 'hmtx')
  const metrics = hhea.readUInt16BE(34)
  return {
    unitsPerEm: head.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    capHeight: os2.readInt16BE(88),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    italicAngle: tableOf(tables, 'post').readInt32BE(4) / 65_536,
    glyphOf: (codePoint) => glyphs.get(codePoint) ?? 0,
    // Glyphs after the last metric share its advance.
    advanceOf: (glyph) => hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4),
    subset: (wanted) => subsetOf(tables, wanted),
  }
}

function readTables(file: Buffer): Tables {
  const tables: Tables = new Map()
  for (let index = 0; index < file.readUInt16BE(4); index += 1) {
    const at = 12 + index * 16
    const start = file.readUInt32BE(at + 8)
    tables.set(file.toString('latin1', at, at + 4), file.subarray(start, start + file.readUInt32BE(at + 12)))
  }
  return tables
}

function tableOf(tables: Tables, name: string): Buffer {
  const table = tables.get(name)
  if (!table) throw new Error(`The font has no table ${name}`)
  return table
}

/** Reads the map from code points to glyphs (format 12, which covers all of Unicode). */
function readCharacters(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>()
  const starts = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8))
  const start = starts.find((at) => cmap.readUInt16BE(at) === 12)
  if (start === undefined) throw new Error('The font has no character map of format 12')
  for (let group = 0; group < cmap.readUInt32BE(start + 12); group += 1) {
    const at = start + 16 + group * 12
    const [first, last, glyph] = [cmap.readUInt32BE(at), cmap.readUInt32BE(at + 4), cmap.readUInt32BE(at + 8)]
    for (let code = first; code <= last; code += 1) glyphs.set(code, glyph + code - first)
  }
  return glyphs
}

/** The tables that a PDF viewer needs. Names and character maps are in the PDF itself. */
const KEPT = ['cvt ', 'fpgm', 'head', 'hhea', 'hmtx', 'maxp', 'prep'] as const

function subsetOf(tables: Tables, wanted: Iterable<number>): Buffer {
  const glyf = tableOf(tables, 'glyf')
  const offsets = readOffsets(tables)
  const outlineOf = (glyph: number) => glyf.subarray(offsets[glyph], offsets[glyph + 1])
  const kept = new Set([0, ...wanted])
  // A set visits what is added during the loop: components of components are found too.
  for (const glyph of kept) for (const part of componentsOf(outlineOf(glyph))) kept.add(part)
  const outlines: Buffer[] = []
  const loca = Buffer.alloc(offsets.length * 4)
  let end = 0
  for (let glyph = 0; glyph < offsets.length - 1; glyph += 1) {
    if (kept.has(glyph)) {
      const outline = padded(outlineOf(glyph))
      outlines.push(outline)
      end += outline.length
    }
    loca.writeUInt32BE(end, (glyph + 1) * 4)
  }
  const head = Buffer.from(tableOf(tables, 'head'))
  head.writeInt16BE(1, 50)
  const parts = KEPT.flatMap((name): [string, Buffer][] => {
    const table = tables.get(name)
    return table ? [[name, table]] : []
  })
  const hmtx = keptMetrics(tables, kept)
  return writeTables(
    new Map([...parts, ['head', head], ['hmtx', hmtx], ['glyf', Buffer.concat(outlines)], ['loca', loca]]),
  )
}

/** Start of each outline, and the end of the last. */
function readOffsets(tables: Tables): number[] {
  const loca = tableOf(tables, 'loca')
  const isLong = tableOf(tables, 'head').readInt16BE(50) === 1
  const count = tableOf(tables, 'maxp').readUInt16BE(4) + 1
  return Array.from({ length: count }, (_, at) => (isLong ? loca.readUInt32BE(at * 4) : loca.readUInt16BE(at * 2) * 2))
}

/** Zeroes the metrics of unused glyphs, which then compress to almost nothing. */
function keptMetrics(tables: Tables, kept: Set<number>): Buffer {
  const all = tableOf(tables, 'hmtx')
  const metrics = tableOf(tables, 'hhea').readUInt16BE(34)
  const hmtx = Buffer.alloc(all.length)
  for (const glyph of [...kept, metrics - 1]) {
    const [at, size] = glyph < metrics ? [glyph * 4, 4] : [metrics * 2 + glyph * 2, 2]
    all.copy(hmtx, at, at, at + size)
  }
  return hmtx
}

const WORDS = 0x0001
const SCALED = 0x0008
const MORE = 0x0020
const SCALED_XY = 0x0040
const MATRIX = 0x0080

/** The glyphs that a composite glyph, such as a letter with an accent, consists of. */
function componentsOf(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return []
  const parts: number[] = []
  let at = 10
  let flags: number
  do {
    flags = outline.readUInt16BE(at)
    parts.push(outline.readUInt16BE(at + 2))
    const scale = flags & SCALED ? 2 : flags & SCALED_XY ? 4 : flags & MATRIX ? 8 : 0
    at += 4 + (flags & WORDS ? 4 : 2) + scale
  } while (flags & MORE)
  return parts
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

function writeTables(tables: Tables): Buffer {
  const names = [...tables.keys()].toSorted()
  const power = Math.floor(Math.log2(names.length))
  const directory = Buffer.alloc(12 + names.length * 16)
  directory.writeUInt32BE(0x00010000, 0)
  for (const [index, value] of [names.length, 16 * 2 ** power, power, 16 * (names.length - 2 ** power)].entries())
    directory.writeUInt16BE(value, 4 + index * 2)
  const bodies: Buffer[] = []
  let offset = directory.length
  for (const [index, name] of names.entries()) {
    const table = tableOf(tables, name)
    const at = 12 + index * 16
    const body = padded(table)
    directory.write(name, at, 'latin1')
    for (const [word, value] of [checksumOf(body), offset, table.length].entries())
      directory.writeUInt32BE(value, at + 4 + word * 4)
    bodies.push(body)
    offset += body.length
  }
  return Buffer.concat([directory, ...bodies])
}

function checksumOf(body: Buffer): number {
  let sum = 0
  for (let at = 0; at < body.length; at += 4) sum = (sum + body.readUInt32BE(at)) >>> 0
  return sum
}
