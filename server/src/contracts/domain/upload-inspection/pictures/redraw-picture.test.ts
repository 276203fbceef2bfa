import { expect, test } from 'vitest'
import { HIDDEN } from '../../../../../test/hostile-pictures.ts'
import { CORNERS, heic, PLACE, photo } from '../../../../../test/photos.ts'
import { png, pngChunk } from '../../../../../test/png.ts'
import { bindPages } from './bind-pages.ts'
import { decodeJpeg } from './decode-jpeg.ts'
import { MAX_PICTURE_SIDE, type Turn } from './pixels.ts'
import { redrawPicture } from './redraw-picture.ts'

function redraw(file: Buffer, turn: Turn = 0) {
  const drawn = redrawPicture(file, turn)
  if ('problem' in drawn) throw new Error(drawn.problem)
  return { file: Buffer.from(drawn.picture), pixels: decodeJpeg(drawn.picture, 100_000) }
}

/** The gray levels in the middle of each quarter, as indexes of CORNERS. */
function cornersOf(file: Buffer, turn: Turn = 0): number[] {
  const { width, height, data } = redraw(file, turn).pixels
  return [0, 1, 2, 3].map((corner) => {
    const x = Math.floor((width * (corner % 2 ? 3 : 1)) / 4)
    const y = Math.floor((height * (corner > 1 ? 3 : 1)) / 4)
    const level = data[(y * width + x) * 4] ?? 0
    return CORNERS.findIndex((gray) => Math.abs(gray - level) < 12)
  })
}

test.each([
  [1, [0, 1, 2, 3]],
  [2, [1, 0, 3, 2]],
  [3, [3, 2, 1, 0]],
  [4, [2, 3, 0, 1]],
  [5, [0, 2, 1, 3]],
  [6, [2, 0, 3, 1]],
  [7, [3, 1, 2, 0]],
  [8, [1, 3, 0, 2]],
])('draws a picture with EXIF orientation %i upright', (orientation, corners) => {
  expect(cornersOf(photo({ orientation }))).toEqual(corners)
  const { pixels } = redraw(photo({ orientation }))
  expect(pixels.width > pixels.height).toBe(orientation > 4)
})

test('turns an upright picture clockwise as the user did', () => {
  expect(cornersOf(photo(), 90)).toEqual([2, 0, 3, 1])
  expect(cornersOf(photo(), 180)).toEqual([3, 2, 1, 0])
  expect(cornersOf(photo(), 270)).toEqual([1, 3, 0, 2])
  expect(cornersOf(photo({ orientation: 8 }), 90)).toEqual([0, 1, 2, 3])
})

test('keeps no EXIF data, place or text behind the picture', () => {
  const sent = Buffer.concat([photo(), ...HIDDEN])
  expect(sent.includes(PLACE)).toBe(true)
  const { file } = redraw(sent)
  for (const text of ['Exif', PLACE, 'script', 'JavaScript', '%PDF']) expect(file.includes(text), text).toBe(false)
})

test('shrinks a large picture to what a page shows, and keeps its proportions', () => {
  const { pixels } = redraw(photo({ width: 3000, height: 4000 }))
  expect(Math.max(pixels.width, pixels.height)).toBeLessThanOrEqual(2200)
  expect(Math.max(pixels.width, pixels.height)).toBeGreaterThanOrEqual(1650)
  expect(pixels.width / pixels.height).toBeCloseTo(3 / 4, 2)
})

test('draws a PNG, its transparent pixels on white', () => {
  const rgba = Buffer.alloc(20 * (1 + 20 * 4))
  const clear = png({ width: 20, height: 20, pixels: rgba })
  expect(redraw(png({ width: 20, height: 20 })).pixels.data[0]).toBeLessThan(5)
  expect(redraw(asTransparent(clear)).pixels.data[0]).toBeGreaterThan(250)
})

/** Color type 6: with transparency. */
function asTransparent(file: Buffer): Buffer {
  const [signature, rest] = [file.subarray(0, 8), file.subarray(33)]
  const header = Buffer.from(file.subarray(16, 29))
  header[9] = 6
  return Buffer.concat([signature, pngChunk('IHDR', header), rest])
}

test.each([
  ['heic', heic()],
  ['heic', heic('mif1')],
  ['heic', heic('avif')],
  ['type', Buffer.alloc(0)],
  ['type', Buffer.from('GIF89a')],
  ['type', Buffer.from('%PDF-1.7\n%%EOF')],
  ['type', Buffer.from([0, 0, 0, 20, ...Buffer.from('ftypisom\0\0\0\0mp42')])],
  ['large', png({ width: MAX_PICTURE_SIDE + 1, height: 1 })],
  ['large', png({ width: 4001, height: 4001, pixels: Buffer.alloc(1) })],
  ['large', withSize(photo(), 10_000, 10_000)],
  ['damaged', withSize(photo(), 0, 10)],
  ['damaged', withSize(photo(), 4000, 4000)],
  ['damaged', png({ width: 100, height: 100, pixels: Buffer.alloc(10) })],
  ['damaged', photo().subarray(0, -20)],
])('refuses a picture as %s', (problem, file) => {
  expect(redrawPicture(file, 0)).toEqual({ problem })
})

function withSize(file: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(file)
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]))
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return changed
}

test('the same pictures make the same PDF, byte by byte', async () => {
  const pictures = [redraw(photo()).file, redraw(photo(), 90).file]
  expect(Buffer.from(await bindPages(pictures)).equals(Buffer.from(await bindPages(pictures)))).toBe(true)
})
