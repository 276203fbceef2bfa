export const CHUNK = 1 << 18

/** Fills the buffer from its start and returns the number of bytes; 0 at the end. */
export type ReadBytes = (target: Buffer) => Promise<number>

/** A file whose header was read, with the bytes of the rows that came with it. */
export type OpenedFile = {
  names: string[]
  window: Window
  firstLine: number
  read: ReadBytes
  bytesRead: () => number
}

/** A reusable buffer of unprocessed bytes. */
export class Window {
  #memory = Buffer.alloc(CHUNK)
  #length = 0

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#length)
  }

  /** False if nothing more arrived. */
  async fill(read: ReadBytes): Promise<boolean> {
    // A record that fills most of the buffer needs a larger one.
    if (this.#length > this.#memory.length / 2) this.#memory = Buffer.concat([this.#memory], this.#memory.length * 2)
    const length = await read(this.#memory.subarray(this.#length))
    this.#length += length
    return length > 0
  }

  /** Drops everything before the position. */
  drop(length: number): void {
    this.#memory.copyWithin(0, length, this.#length)
    this.#length -= length
  }
}
