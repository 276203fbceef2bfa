import { Unreadable } from '../documents/unpack-stream.ts'
import type { Component, Frame } from './jpeg-scan.ts'
import type { Pixels } from './pixels.ts'

type Drawing = { quantization: readonly (Uint16Array | undefined)[]; isYcc: boolean }

/** Transforms only the low frequencies of each block when the picture may be drawn smaller. */
export function drawFrame(frame: Frame, { quantization, isYcc }: Drawing, longSide: number): Pixels {
  const long = Math.max(frame.width, frame.height)
  const size = [1, 2, 4].find((pixels) => (long * pixels) / 8 >= longSide) ?? 8
  const planes = frame.components.map((component) => {
    const table = quantization[component.quantization]
    if (!table) throw new Unreadable('a table is missing')
    return drawPlane(component, table, size)
  })
  const width = Math.ceil((frame.width * size) / 8)
  const height = Math.ceil((frame.height * size) / 8)
  const data = Buffer.alloc(width * height * 4, 0xff)
  const columns = frame.components.map(({ across }) =>
    Int32Array.from({ length: width }, (_, x) => Math.floor((x * across) / frame.mostAcross)),
  )
  const [first, second = first, third = first] = planes
  const [own, blueColumn = own, redColumn = own] = columns
  if (!first || !second || !third || !own || !blueColumn || !redColumn) throw new Unreadable('no colors')
  for (let y = 0; y < height; y += 1) {
    const [a = 0, b = a, c = a] = frame.components.map(
      ({ down, blocksWide }) => Math.floor((y * down) / frame.mostDown) * blocksWide * size,
    )
    for (let x = 0, at = y * width * 4; x < width; x += 1, at += 4) {
      const one = first[a + (own[x] ?? 0)] ?? 0
      const two = second[b + (blueColumn[x] ?? 0)] ?? 0
      const three = third[c + (redColumn[x] ?? 0)] ?? 0
      if (isYcc && planes.length > 1) {
        data[at] = clamp(one + 1.402 * (three - 128))
        data[at + 1] = clamp(one - 0.344136 * (two - 128) - 0.714136 * (three - 128))
        data[at + 2] = clamp(one + 1.772 * (two - 128))
      } else {
        data[at] = one
        data[at + 1] = two
        data[at + 2] = three
      }
    }
  }
  return { width, height, data }
}

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value + 0.5)

function drawPlane(component: Component, table: Uint16Array, size: number): Uint8ClampedArray {
  const { coefficients, blocksWide, blocksHigh } = component
  const stride = blocksWide * size
  const plane = new Uint8ClampedArray(stride * blocksHigh * size)
  const waves = makeWaves(size)
  const half = new Float64Array(size * size)
  for (let block = 0; block < blocksWide * blocksHigh; block += 1) {
    const from = block * 64
    const to = Math.floor(block / blocksWide) * size * stride + (block % blocksWide) * size
    if (isFlat(coefficients, from)) {
      const value = 128 + ((coefficients[from] ?? 0) * (table[0] ?? 0)) / 8
      for (let y = 0; y < size; y += 1) plane.fill(value, to + y * stride, to + y * stride + size)
      continue
    }
    // Across, then down.
    for (let v = 0; v < size; v += 1)
      for (let x = 0; x < size; x += 1) {
        let sum = 0
        for (let u = 0; u < size; u += 1)
          sum += (coefficients[from + v * 8 + u] ?? 0) * (table[v * 8 + u] ?? 0) * (waves[x * size + u] ?? 0)
        half[v * size + x] = sum
      }
    for (let y = 0; y < size; y += 1)
      for (let x = 0; x < size; x += 1) {
        let sum = 128
        for (let v = 0; v < size; v += 1) sum += (half[v * size + x] ?? 0) * (waves[y * size + v] ?? 0)
        plane[to + y * stride + x] = sum
      }
  }
  return plane
}

function isFlat(coefficients: Int16Array, from: number): boolean {
  for (let index = 1; index < 64; index += 1) if (coefficients[from + index] !== 0) return false
  return true
}

/** The cosines of the transform, by place and frequency. */
function makeWaves(size: number): Float64Array {
  return Float64Array.from({ length: size * size }, (_, index) => {
    const [place, frequency] = [Math.floor(index / size), index % size]
    const scale = frequency === 0 ? Math.SQRT1_2 : 1
    return (scale / 2) * Math.cos(((2 * place + 1) * frequency * Math.PI) / (2 * size))
  })
}
