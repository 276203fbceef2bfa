import { Unreadable } from '../documents/unpack-stream.ts'
import { BitReader, type HuffmanTable } from './huffman.ts'

export type Component = {
  id: number
  /** Sampling factors. */
  across: number
  down: number
  quantization: number
  /** Blocks of 8 by 8 coefficients, filled up to whole units. */
  blocksWide: number
  blocksHigh: number
  coefficients: Int16Array
}

export type Frame = {
  width: number
  height: number
  isProgressive: boolean
  mostAcross: number
  mostDown: number
  components: Component[]
}

export type ScanComponent = { component: Component; dc: HuffmanTable | undefined; ac: HuffmanTable | undefined }

/** `first` to `last`: the coefficients of the scan. `low`: the bits that later scans add. `isRefining`: adds one bit. */
export type Scan = {
  parts: ScanComponent[]
  first: number
  last: number
  low: number
  isRefining: boolean
  /** Units between restart markers; 0 for none. */
  restartEvery: number
}

export const ZIGZAG = Uint8Array.of(
  ...[0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21],
  ...[28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61],
  ...[54, 47, 55, 62, 63],
)

/** Reads one scan of a JPEG into the coefficients of its components. Returns where the next segment starts. */
export function readScan(frame: Frame, scan: Scan, data: Uint8Array, at: number): number {
  const reader = new BlockReader(new BitReader(data, at), scan, frame.isProgressive)
  const [only] = scan.parts
  if (!only) throw new Unreadable('a scan of nothing')
  if (scan.parts.length > 1) readUnits(frame, scan, reader)
  else readBlocks(frame, scan, reader, only)
  return reader.findEnd()
}

/** Several components: units of as many blocks of each as its sampling factors say. */
function readUnits(frame: Frame, scan: Scan, reader: BlockReader): void {
  const wide = Math.ceil(frame.width / 8 / frame.mostAcross)
  const high = Math.ceil(frame.height / 8 / frame.mostDown)
  for (let unit = 0; unit < wide * high; unit += 1) {
    if (unit > 0 && scan.restartEvery > 0 && unit % scan.restartEvery === 0) reader.restart()
    const [column, row] = [unit % wide, Math.floor(unit / wide)]
    for (const [index, part] of scan.parts.entries()) {
      const { across, down, blocksWide } = part.component
      for (let y = 0; y < down; y += 1)
        for (let x = 0; x < across; x += 1)
          reader.read(part, index, ((row * down + y) * blocksWide + column * across + x) * 64)
    }
  }
}

/** One component: its blocks in rows, without those that only fill a unit. */
function readBlocks(frame: Frame, scan: Scan, reader: BlockReader, part: ScanComponent): void {
  const { across, down, blocksWide } = part.component
  const wide = Math.ceil(Math.ceil((frame.width * across) / frame.mostAcross) / 8)
  const high = Math.ceil(Math.ceil((frame.height * down) / frame.mostDown) / 8)
  for (let block = 0; block < wide * high; block += 1) {
    if (block > 0 && scan.restartEvery > 0 && block % scan.restartEvery === 0) reader.restart()
    reader.read(part, 0, (Math.floor(block / wide) * blocksWide + (block % wide)) * 64)
  }
}

class BlockReader {
  readonly #bits: BitReader
  readonly #scan: Scan
  readonly #isProgressive: boolean
  /** The previous first coefficient of each component. */
  #before = [0, 0, 0, 0]
  /** Blocks without further coefficients. */
  #emptyBlocks = 0

  constructor(bits: BitReader, scan: Scan, isProgressive: boolean) {
    this.#bits = bits
    this.#scan = scan
    this.#isProgressive = isProgressive
  }

  restart(): void {
    this.#bits.restart()
    this.#before = [0, 0, 0, 0]
    this.#emptyBlocks = 0
  }

  findEnd(): number {
    return this.#bits.findMarker()
  }

  read({ component, dc, ac }: ScanComponent, index: number, block: number): void {
    const { first, isRefining, low } = this.#scan
    const { coefficients } = component
    if (first === 0 && isRefining) coefficients[block] = (coefficients[block] ?? 0) | (this.#bits.bits(1) << low)
    else if (first === 0) coefficients[block] = this.#readFirst(needed(dc), index) << low
    if (!this.#isProgressive) this.#readAll(needed(ac), coefficients, block)
    else if (first > 0 && isRefining) this.#refine(needed(ac), coefficients, block)
    else if (first > 0) this.#readBand(needed(ac), coefficients, block)
  }

  #readFirst(table: HuffmanTable, index: number): number {
    const size = this.#bits.symbol(table)
    if (size > 16) throw new Unreadable('a wrong coefficient')
    const value = (this.#before[index] ?? 0) + this.#bits.number(size)
    this.#before[index] = value
    return value
  }

  #readAll(table: HuffmanTable, coefficients: Int16Array, block: number): void {
    for (let at = 1; at < 64; at += 1) {
      const symbol = this.#bits.symbol(table)
      const size = symbol & 15
      if (size === 0 && symbol < 0xf0) return
      at += symbol >> 4
      if (at > 63) throw new Unreadable('a wrong coefficient')
      if (size > 0) coefficients[block + (ZIGZAG[at] ?? 0)] = this.#bits.number(size)
    }
  }

  #readBand(table: HuffmanTable, coefficients: Int16Array, block: number): void {
    const { first, last, low } = this.#scan
    if (this.#emptyBlocks > 0) {
      this.#emptyBlocks -= 1
      return
    }
    for (let at = first; at <= last; at += 1) {
      const symbol = this.#bits.symbol(table)
      const [run, size] = [symbol >> 4, symbol & 15]
      if (size === 0 && run < 15) {
        this.#emptyBlocks = (1 << run) - 1 + this.#bits.bits(run)
        return
      }
      at += run
      if (at > 63) throw new Unreadable('a wrong coefficient')
      if (size > 0) coefficients[block + (ZIGZAG[at] ?? 0)] = this.#bits.number(size) * (1 << low)
    }
  }

  /** Adds a bit to the coefficients that are not zero, and new ones of one bit. */
  #refine(table: HuffmanTable, coefficients: Int16Array, block: number): void {
    const { first, last, low } = this.#scan
    let at = first
    while (this.#emptyBlocks === 0 && at <= last) {
      const symbol = this.#bits.symbol(table)
      const [run, size] = [symbol >> 4, symbol & 15]
      if (size === 0 && run < 15) this.#emptyBlocks = (1 << run) + this.#bits.bits(run)
      else {
        const value = size === 0 ? 0 : (this.#bits.bits(1) === 1 ? 1 : -1) * (1 << low)
        at = this.#refineUntil(coefficients, block, at, run)
        if (value !== 0 && at <= last) coefficients[block + (ZIGZAG[at] ?? 0)] = value
        at += 1
      }
    }
    if (this.#emptyBlocks === 0) return
    this.#refineUntil(coefficients, block, at, 64)
    this.#emptyBlocks -= 1
  }

  /** Returns the place of the zero that follows `zeros` others. */
  #refineUntil(coefficients: Int16Array, block: number, from: number, zeros: number): number {
    const bit = 1 << this.#scan.low
    let left = zeros
    let at = from
    for (; at <= this.#scan.last; at += 1) {
      const place = block + (ZIGZAG[at] ?? 0)
      const value = coefficients[place] ?? 0
      if (value === 0 && left === 0) break
      if (value === 0) left -= 1
      else if (this.#bits.bits(1) === 1 && (value & bit) === 0) coefficients[place] = value + Math.sign(value) * bit
    }
    return at
  }
}

function needed(table: HuffmanTable | undefined): HuffmanTable {
  if (!table) throw new Unreadable('a code table is missing')
  return table
}
