import { crc32, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BYTES_MAX = 64 * 1024
const SIDE_MAX = 512
/** Everything else, such as comments, profiles and animations, is left out. */
const KEPT = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']
/** Channels by color type. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const DEPTHS = [1, 2, 4, 8, 16]

export const BAD_LOGO = 'The logo must be a PNG picture of at most 64 kB and 512 × 512 pixels.'

type Chunk = { type: string; data: Buffer; whole: Buffer }

/** A PNG picture with only the chunks that are needed to draw it; undefined if it is not one or is too large. */
export function readPng(file: Buffer): Buffer | undefined {
  if (file.length > BYTES_MAX || !file.subarray(0, 8).equals(SIGNATURE)) return undefined
  const chunks = readChunks(file)
  const [first] = chunks ?? []
  if (!chunks || first?.type !== 'IHDR' || chunks.at(-1)?.type !== 'IEND') return undefined
  if (chunks.filter(({ type }) => type === 'IHDR' || type === 'IEND').length !== 2) return undefined
  const pixels = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  if (!holdsPixels(first.data, Buffer.concat(pixels))) return undefined
  return Buffer.concat([SIGNATURE, ...chunks.filter(({ type }) => KEPT.includes(type)).map(({ whole }) => whole)])
}

/** Undefined if a length, a name or a checksum is wrong. */
function readChunks(file: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = []
  let at = SIGNATURE.length
  while (at < file.length) {
    if (at + 12 > file.length) return undefined
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length) return undefined
    const type = file.toString('latin1', at + 4, at + 8)
    if (!/^[A-Za-z]{4}$/.test(type) || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4))
      return undefined
    chunks.push({ type, data: file.subarray(at + 8, end - 4), whole: file.subarray(at, end) })
    at = end
  }
  return chunks
}

/** Inflates at most as much as a picture of this size has. */
function holdsPixels(header: Buffer, packed: Buffer): boolean {
  if (header.length !== 13) return false
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, color = 0, compression, filter, interlace] = header.subarray(8)
  const channels = CHANNELS[color]
  if (width < 1 || height < 1 || width > SIDE_MAX || height > SIDE_MAX) return false
  if (!channels || !DEPTHS.includes(depth) || compression !== 0 || filter !== 0 || interlace !== 0) return false
  const size = height * (1 + Math.ceil((width * channels * depth) / 8))
  try {
    return inflateSync(packed, { maxOutputLength: size }).length === size
  } catch {
    return false
  }
}
