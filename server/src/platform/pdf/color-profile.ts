/** Numbers of ICC profiles are 16.16 fixed point. */
const fixed = (value: number): number => Math.round(value * 65_536)

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value, index * 4)
  return bytes
}

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1')
const typed = (type: string, ...parts: Buffer[]): Buffer => Buffer.concat([ascii(type), words(0), ...parts])
const xyz = (x: number, y: number, z: number): Buffer => typed('XYZ ', words(fixed(x), fixed(y), fixed(z)))

/** Text in ASCII, and empty in Unicode and in Macintosh script. */
function description(text: string): Buffer {
  const shown = ascii(`${text}\0`)
  return typed('desc', words(shown.length), shown, Buffer.alloc(4 + 4 + 2 + 1 + 67))
}

/** The sRGB curve (IEC 61966-2-1) at 256 points. */
function curve(): Buffer {
  const points = Buffer.alloc(512)
  for (let at = 0; at < 256; at += 1) {
    const value = at / 255
    const linear = value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    points.writeUInt16BE(Math.round(linear * 65_535), at * 2)
  }
  return typed('curv', words(256), points)
}

/** White and primaries of sRGB, adapted to the profile's white D50. */
function tagsOf(): [string[], Buffer][] {
  return [
    [['desc'], description('sRGB IEC61966-2.1')],
    [['cprt'], typed('text', ascii('No copyright, use freely\0'))],
    [['wtpt'], xyz(0.9642, 1, 0.8249)],
    [['rXYZ'], xyz(0.436_07, 0.222_49, 0.013_92)],
    [['gXYZ'], xyz(0.385_15, 0.716_87, 0.097_08)],
    [['bXYZ'], xyz(0.143_07, 0.060_61, 0.714_1)],
    [['rTRC', 'gTRC', 'bTRC'], curve()],
  ]
}

/** Writes an sRGB profile of ICC version 2.1, so that no third-party file has to be shipped. */
function makeProfile(): Buffer {
  const tags = tagsOf()
  const entries: Buffer[] = []
  const bodies: Buffer[] = []
  let offset = 128 + 4 + 12 * tags.flatMap(([names]) => names).length
  for (const [names, data] of tags) {
    for (const name of names) entries.push(ascii(name), words(offset, data.length))
    const body = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
    bodies.push(body)
    offset += body.length
  }
  const header = Buffer.alloc(128)
  header.writeUInt32BE(offset, 0)
  header.writeUInt32BE(0x02100000, 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  for (const [index, value] of [2026, 1, 1].entries()) header.writeUInt16BE(value, 24 + index * 2)
  header.write('acsp', 36, 'latin1')
  xyz(0.9642, 1, 0.8249).copy(header, 68, 8)
  return Buffer.concat([header, words(entries.length / 2), ...entries, ...bodies])
}

export const SRGB_PROFILE = makeProfile()
