import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { afterEach, expect, test, vi } from 'vitest'
import { png, pngChunk } from '../../../../../test/png.ts'
import { decodePng } from './decode-png.ts'

afterEach(() => vi.restoreAllMocks())

test('pixels that the file does not have are never taken from memory', () => {
  // Memory that another picture was in; zeros are valid pixels.
  vi.spyOn(Buffer, 'allocUnsafe').mockImplementation((size) => Buffer.alloc(size))
  for (const missing of [1, 101, 10_090]) {
    const file = png({ width: 100, height: 100, pixels: Buffer.alloc(101 * 100 - missing) })
    expect(() => decodePng(file), `${missing} bytes`).toThrow()
  }
})

test('a second header does not change the size that was checked, and pixels behind the end do not count', () => {
  vi.spyOn(Buffer, 'allocUnsafe').mockImplementation((size) => Buffer.alloc(size))
  const rows = deflateSync(Buffer.alloc(2 * 3))
  const twice = chunks(header(2, 2, 8, 0), header(200, 200, 8, 0), pngChunk('IDAT', rows))
  expect(() => decodePng(twice)).toThrow('two headers')
  const packed = deflateSync(Buffer.alloc(101 * 100))
  const [start, rest] = [packed.subarray(0, 12), packed.subarray(12)]
  const behind = Buffer.concat([chunks(header(100, 100, 8, 0), pngChunk('IDAT', start)), pngChunk('IDAT', rest)])
  expect(() => decodePng(behind)).toThrow()
})

test.each([
  ['gray', 0, 1],
  ['gray', 0, 8],
  ['gray', 0, 16],
  ['color', 2, 8],
  ['color', 2, 16],
  ['gray and transparent', 4, 8],
  ['color and transparent', 6, 16],
] as const)('draws a picture of every form: %s, color type %i, %i bits', (_name, colorType, bitDepth) => {
  const data = Buffer.alloc(30 * 20 * 4, 0xff)
  const made = new PNG({ width: 30, height: 20 })
  made.data = data
  const file = bitDepth === 1 ? oneBit(30, 20) : PNG.sync.write(made, { colorType, bitDepth })
  const { width, height, data: drawn } = decodePng(file)
  expect([width, height, drawn[0]]).toEqual([30, 20, 255])
})

test('draws a picture with a palette, whose pixels are in several chunks', () => {
  const packed = deflateSync(Buffer.alloc(20 * 31))
  const file = chunks(
    header(30, 20, 8, 3),
    pngChunk('PLTE', Buffer.from([200, 100, 50])),
    pngChunk('IDAT', packed.subarray(0, 5)),
    pngChunk('IDAT', packed.subarray(5)),
  )
  expect([...decodePng(file).data.subarray(0, 4)]).toEqual([200, 100, 50, 255])
})

test('draws an interlaced picture, and unpacks none without a limit', () => {
  // Rows of the seven passes over 8 by 8 pixels: a filter byte and the pixels.
  const passes = [
    [1, 1],
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 4],
    [4, 4],
    [4, 8],
  ] as const
  const rows = passes.reduce((sum, [count, pixels]) => sum + count * (1 + pixels), 0)
  const interlaced = (bytes: number) =>
    chunks(header(8, 8, 8, 0, 1), pngChunk('IDAT', deflateSync(Buffer.alloc(bytes))))
  expect(decodePng(interlaced(rows)).width).toBe(8)
  expect(() => decodePng(interlaced(rows - 20))).toThrow()
  expect(() => decodePng(interlaced(64 * 1024 * 1024))).toThrow(/larger/)
})

function header(width: number, height: number, depth: number, colorType: number, interlace = 0): Buffer {
  const fields = Buffer.from([0, 0, 0, width, 0, 0, 0, height, depth, colorType, 0, 0, interlace])
  return pngChunk('IHDR', fields)
}

const chunks = (...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts, pngChunk('IEND', Buffer.alloc(0))])

/** White. */
function oneBit(width: number, height: number): Buffer {
  const row = Buffer.from([0, ...Buffer.alloc(Math.ceil(width / 8), 0xff)])
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  return chunks(header(width, height, 1, 0), pngChunk('IDAT', deflateSync(rows)))
}
