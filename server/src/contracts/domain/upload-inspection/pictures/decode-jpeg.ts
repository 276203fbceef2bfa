import { Unreadable } from '../documents/unpack-stream.ts'
import { drawFrame } from './draw-frame.ts'
import { buildTable, type HuffmanTable } from './huffman.ts'
import { type Component, type Frame, readScan, type Scan, ZIGZAG } from './jpeg-scan.ts'
import { MAX_PICTURE_PIXELS, type Pixels } from './pixels.ts'

type State = {
  quantization: (Uint16Array | undefined)[]
  dc: (HuffmanTable | undefined)[]
  ac: (HuffmanTable | undefined)[]
  frame?: Frame
  hasScan: boolean
  restartEvery: number
  /** False if the three components are red, green and blue. */
  isYcc: boolean
}

/**
 * Decodes a baseline or progressive JPEG, at a half, a quarter or an eighth of its size if that keeps `longSide`
 * pixels. A phone's picture of 12 million pixels takes jpeg-js three quarters of an inspection's CPU time; decoding
 * only the pixels that the page shows takes a fifth. Throws Unreadable for a picture that does not end.
 */
export function decodeJpeg(file: Uint8Array, longSide: number): Pixels {
  const data = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const state: State = { quantization: [], dc: [], ac: [], hasScan: false, restartEvery: 0, isYcc: true }
  let at = 2
  while (!(data[at] === 0xff && data[at + 1] === 0xd9)) {
    if (at + 4 > data.length) throw new Unreadable('the picture ends early')
    const marker = data[at] === 0xff ? (data[at + 1] ?? 0) : 0
    if (marker === 0 || marker === 0xff || isBare(marker)) {
      at += marker === 0xff || marker === 0 ? 1 : 2
      continue
    }
    const end = at + 2 + data.readUInt16BE(at + 2)
    if (end > data.length || end < at + 4) throw new Unreadable('a segment ends early')
    readSegment(state, marker, data.subarray(at + 4, end))
    at = marker === 0xda ? startScan(state, data.subarray(at + 4, end), data, end) : end
  }
  if (!state.frame || !state.hasScan) throw new Unreadable('no picture')
  return drawFrame(state.frame, state, longSide)
}

const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
/** Frames that phones and scanners do not write: lossless, hierarchical, arithmetic. */
const isForeign = (marker: number): boolean => marker >= 0xc3 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xcc

function readSegment(state: State, marker: number, segment: Buffer): void {
  if (isForeign(marker)) throw new Unreadable('a rare kind of JPEG')
  if (marker === 0xdb) readQuantization(state, segment)
  if (marker === 0xc4) readCodes(state, segment)
  if (marker === 0xdd && segment.length >= 2) state.restartEvery = segment.readUInt16BE(0)
  if (marker === 0xee && segment.toString('latin1', 0, 5) === 'Adobe') state.isYcc = segment[11] !== 0
  if (marker < 0xc0 || marker > 0xc2) return
  if (state.frame) throw new Unreadable('two pictures')
  state.frame = readFrame(segment, marker === 0xc2)
  state.isYcc &&= String.fromCharCode(...state.frame.components.map(({ id }) => id)) !== 'RGB'
}

function readQuantization(state: State, segment: Buffer): void {
  for (let at = 0; at < segment.length; ) {
    const [wide, id] = [(segment[at] ?? 0) >> 4, (segment[at] ?? 0) & 15]
    const bytes = wide ? 2 : 1
    if (id > 3 || at + 1 + 64 * bytes > segment.length) throw new Unreadable('a wrong table')
    const table = new Uint16Array(64)
    for (const [index, place] of ZIGZAG.entries()) table[place] = segment.readUIntBE(at + 1 + index * bytes, bytes)
    state.quantization[id] = table
    at += 1 + 64 * bytes
  }
}

function readCodes(state: State, segment: Buffer): void {
  for (let at = 0; at < segment.length; ) {
    const [kind, id] = [(segment[at] ?? 0) >> 4, (segment[at] ?? 0) & 15]
    const lengths = segment.subarray(at + 1, at + 17)
    const count = lengths.reduce((sum, one) => sum + one, 0)
    if (id > 3 || lengths.length < 16 || count > 256) throw new Unreadable('a wrong code table')
    const tables = kind === 0 ? state.dc : state.ac
    tables[id] = buildTable(lengths, segment.subarray(at + 17, at + 17 + count))
    at += 17 + count
  }
}

function readFrame(segment: Buffer, isProgressive: boolean): Frame {
  if (segment.length < 6 || segment[0] !== 8) throw new Unreadable('not 8 bits a color')
  const [height, width, count] = [segment.readUInt16BE(1), segment.readUInt16BE(3), segment[5] ?? 0]
  if ((count !== 1 && count !== 3) || segment.length < 6 + 3 * count) throw new Unreadable('unusual colors')
  if (width * height === 0 || width * height > MAX_PICTURE_PIXELS) throw new Unreadable('too many pixels')
  const parts = Array.from({ length: count }, (_, index) => segment.subarray(6 + 3 * index, 9 + 3 * index))
  const factors = parts.map(([id = 0, sampling = 0, quantization = 0]) => {
    const [across, down] = count === 1 ? [1, 1] : [sampling >> 4, sampling & 15]
    if (across < 1 || across > 4 || down < 1 || down > 4) throw new Unreadable('a wrong sampling')
    return { id, across, down, quantization }
  })
  const mostAcross = Math.max(...factors.map(({ across }) => across))
  const mostDown = Math.max(...factors.map(({ down }) => down))
  const components = factors.map((factor): Component => {
    const blocksWide = Math.ceil(width / 8 / mostAcross) * factor.across
    const blocksHigh = Math.ceil(height / 8 / mostDown) * factor.down
    return { ...factor, blocksWide, blocksHigh, coefficients: new Int16Array(blocksWide * blocksHigh * 64) }
  })
  return { width, height, isProgressive, mostAcross, mostDown, components }
}

function startScan(state: State, segment: Buffer, data: Buffer, at: number): number {
  const { frame } = state
  const count = segment[0] ?? 0
  if (!frame || count < 1 || count > 4 || segment.length < 4 + 2 * count) throw new Unreadable('a wrong scan')
  const parts = Array.from({ length: count }, (_, index) => {
    const [id, tables = 0] = segment.subarray(1 + 2 * index, 3 + 2 * index)
    const component = frame.components.find((one) => one.id === id)
    if (!component) throw new Unreadable('a scan of an unknown color')
    return { component, dc: state.dc[tables >> 4], ac: state.ac[tables & 15] }
  })
  const [first = 0, last = 0, bits = 0] = segment.subarray(1 + 2 * count)
  const scan: Scan = frame.isProgressive
    ? { parts, first, last, low: bits & 15, isRefining: bits >> 4 > 0, restartEvery: state.restartEvery }
    : { parts, first: 0, last: 63, low: 0, isRefining: false, restartEvery: state.restartEvery }
  if (scan.last > 63 || scan.first > scan.last || scan.low > 13) throw new Unreadable('a wrong scan')
  state.hasScan = true
  return readScan(frame, scan, data, at)
}
