import jpeg from 'jpeg-js'
import { decodeJpeg } from './decode-jpeg.ts'
import { decodePng } from './decode-png.ts'
import { type PictureProblem, readHeader } from './picture-header.ts'
import { shrink, type Turn, turnPixels } from './pixels.ts'

/** A letter page at 200 dots per inch: small print stays readable. */
const LONG_SIDE = 2200
/** A picture is decoded smaller if this many pixels are left: 150 dots per inch. */
const ENOUGH = 1650
const QUALITY = 80

export type Redrawn = { picture: Uint8Array } | { problem: PictureProblem }

/**
 * Draws a picture again as a plain JPEG: upright, then turned by the user, without EXIF, location, profiles, comments
 * or anything behind its end.
 */
export function redrawPicture(file: Buffer, turn: Turn): Redrawn {
  const header = readHeader(file)
  if (typeof header === 'string') return { problem: header }
  try {
    const pixels = shrink(header.kind === 'JPEG' ? decodeJpeg(file, ENOUGH) : decodePng(file), LONG_SIDE)
    const { isMirrored, upright } = uprightOf(header.orientation)
    const turned = turnPixels(pixels, isMirrored, (upright + turn) % 360)
    return { picture: jpeg.encode(turned, QUALITY).data }
  } catch {
    return { problem: 'damaged' }
  }
}

/** EXIF orientations as a mirroring and a clockwise turn. */
function uprightOf(orientation: number): { isMirrored: boolean; upright: number } {
  const upright = [0, 0, 180, 180, 270, 90, 90, 270][orientation - 1] ?? 0
  return { isMirrored: [2, 4, 5, 7].includes(orientation), upright }
}
