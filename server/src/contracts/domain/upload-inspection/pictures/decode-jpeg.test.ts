import fc from 'fast-check'
import jpeg from 'jpeg-js'
import { expect, test } from 'vitest'
import { photo } from '../../../../../test/photos.ts'
import { SMALL_JPEGS } from '../../../../../test/small-jpegs.ts'
import { Unreadable } from '../documents/unpack-stream.ts'
import { decodeJpeg } from './decode-jpeg.ts'
import type { Pixels } from './pixels.ts'

const SEED = 20260302
const WHOLE = 100_000

/** jpeg-js rounds its cosines, so its colors differ a little. */
const decodeByLibrary = (file: Buffer): Pixels => jpeg.decode(file, { useTArray: false })

function meanDifference(one: Pixels, other: Pixels): number {
  expect([one.width, one.height]).toEqual([other.width, other.height])
  return one.data.reduce((sum, value, at) => sum + Math.abs(value - (other.data[at] ?? 0)), 0) / one.data.length
}

test.each(SMALL_JPEGS)('decodes a %s JPEG as jpeg-js does', (_, file) => {
  expect(meanDifference(decodeJpeg(file, WHOLE), decodeByLibrary(file))).toBeLessThan(1)
})

test('decodes pictures of any size and content as jpeg-js does', () => {
  const picture = fc.record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
    quality: fc.integer({ min: 5, max: 100 }),
    seed: fc.integer({ min: 1, max: 255 }),
  })
  fc.assert(
    fc.property(picture, ({ width, height, quality, seed }) => {
      const data = Buffer.from(Array.from({ length: width * height * 4 }, (_, at) => (at * seed) % 256))
      const file = jpeg.encode({ width, height, data }, quality).data
      expect(meanDifference(decodeJpeg(file, WHOLE), decodeByLibrary(file))).toBeLessThan(1)
    }),
    { seed: SEED, numRuns: 60 },
  )
})

test.each([
  [1600, 1600],
  [800, 800],
  [801, 1600],
  [100, 200],
])('decodes a picture of 1600 pixels for %i at %i, with the same content', (asked, side) => {
  const decoded = decodeJpeg(photo({ width: 1600, height: 1600 }), asked)
  expect([decoded.width, decoded.height]).toEqual([side, side])
  const whole = decodeJpeg(photo({ width: side, height: side }), WHOLE)
  expect(meanDifference(decoded, whole)).toBeLessThan(2)
})

test.each(SMALL_JPEGS)(
  'refuses a %s JPEG that is truncated anywhere, and decodes a damaged one or refuses it',
  (_, file) => {
    for (let length = 2; length < file.length - 1; length += 7)
      expect(() => decodeJpeg(file.subarray(0, length), WHOLE), String(length)).toThrow(Unreadable)
    fc.assert(
      fc.property(fc.nat(file.length - 3), fc.nat(255), (at, byte) => {
        const damaged = Buffer.from(file)
        damaged[at + 2] = byte
        try {
          expect(decodeJpeg(damaged, 100).data.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(Unreadable)
        }
      }),
      { seed: SEED, numRuns: 100 },
    )
  },
)
