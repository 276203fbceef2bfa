import { MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE, MAX_PNG_PIXELS } from './pixels.ts'

/** Why a picture is refused. */
export type PictureProblem = 'heic' | 'type' | 'large' | 'damaged'
export type PictureHeader = { kind: 'JPEG' | 'PNG'; orientation: number }

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Brands of HEIC, HEIF and AVIF files. */
const HEIC_BRANDS = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'hevm',
  'hevs',
  'mif1',
  'mif2',
  'msf1',
  'avif',
  'avis',
])

/** Recognizes a picture by its first bytes, whatever its name, and bounds its size before it is decoded. */
export function readHeader(file: Buffer): PictureHeader | PictureProblem {
  if (isHeic(file)) return 'heic'
  if (file.subarray(0, 8).equals(PNG_SIGNATURE)) return readPngHeader(file)
  return file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff ? readJpegHeader(file) : 'type'
}

function isHeic(file: Buffer): boolean {
  if (file.toString('latin1', 4, 8) !== 'ftyp') return false
  const end = Math.min(file.length, file.readUInt32BE(0), 256)
  for (let at = 8; at + 4 <= end; at += 4) if (HEIC_BRANDS.has(file.toString('latin1', at, at + 4))) return true
  return false
}

function readPngHeader(file: Buffer): PictureHeader | PictureProblem {
  if (file.length < 33 || file.toString('latin1', 12, 16) !== 'IHDR') return 'damaged'
  return judgeSize(file.readUInt32BE(16), file.readUInt32BE(20), MAX_PNG_PIXELS) ?? { kind: 'PNG', orientation: 1 }
}

function readJpegHeader(file: Buffer): PictureHeader | PictureProblem {
  let orientation = 1
  for (let at = 2; at + 4 <= file.length; ) {
    const marker = file[at] === 0xff ? (file[at + 1] ?? 0) : 0
    if (marker === 0xff) at += 1
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda)) return 'damaged'
    else {
      const end = at + 2 + file.readUInt16BE(at + 2)
      const segment = file.subarray(at + 4, end)
      if (marker === 0xe1) orientation = readOrientation(segment) ?? orientation
      if (marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
        if (segment.length < 6) return 'damaged'
        const problem = judgeSize(segment.readUInt16BE(3), segment.readUInt16BE(1), MAX_PICTURE_PIXELS)
        return problem ?? { kind: 'JPEG', orientation }
      }
      at = end
    }
  }
  return 'damaged'
}

function judgeSize(width: number, height: number, maxPixels: number): PictureProblem | undefined {
  if (width === 0 || height === 0) return 'damaged'
  return width > MAX_PICTURE_SIDE || height > MAX_PICTURE_SIDE || width * height > maxPixels ? 'large' : undefined
}

const ORIENTATION = 0x0112

/** The orientation in the EXIF data of a JPEG: 1 to 8. */
function readOrientation(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined
  const tiff = segment.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const number = (at: number, bytes: 2 | 4): number => {
    if (at + bytes > tiff.length) return 0
    return isLittle ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes)
  }
  const directory = number(4, 4)
  for (let index = 0; index < number(directory, 2); index += 1) {
    const entry = directory + 2 + index * 12
    if (number(entry, 2) !== ORIENTATION) continue
    const value = number(entry + 8, 2)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}
