import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { layOnWhite, type Pixels } from './pixels.ts'

export function decodePng(file: Buffer): Pixels {
  requireAllPixels(file)
  const { width, height, data } = PNG.sync.read(file)
  layOnWhite({ width, height, data })
  return { width, height, data }
}

/** Samples of a pixel by color type: gray, color, palette, gray and color with transparency. */
const SAMPLES = [1, 0, 3, 1, 2, 0, 4]

/**
 * pngjs takes pixels that the file does not have from memory that other data was in, and unpacks an interlaced picture
 * without a limit. So the unpacked length is checked first.
 */
function requireAllPixels(file: Buffer): void {
  const [depth = 0, colorType = 0, , , interlace] = file.subarray(24, 29)
  const rowBytes = 1 + Math.ceil((file.readUInt32BE(16) * (SAMPLES[colorType] ?? 0) * depth) / 8)
  const bytes = rowBytes * file.readUInt32BE(20)
  // Interlacing adds the starts of rows.
  const unpacked = inflateSync(readPacked(file), { maxOutputLength: interlace ? 4 * bytes : bytes })
  if (!interlace && unpacked.length < bytes) throw new Error('The picture lacks pixels.')
}

/** The packed pixels, which can be split over several chunks. A second header would change the size that was checked. */
function readPacked(file: Buffer): Buffer {
  const chunks = [...listChunks(file)]
  if (chunks.filter(({ type }) => type === 'IHDR').length !== 1) throw new Error('The picture has two headers.')
  return Buffer.concat(chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])))
}

/** Up to the end that the file names, like the decoder. */
function* listChunks(file: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') return
    yield { type, data: file.subarray(at + 8, at + 8 + length) }
    at += 12 + length
  }
}
