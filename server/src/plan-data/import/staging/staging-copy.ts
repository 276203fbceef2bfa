import { once } from 'node:events'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import type { ImportSizes } from './import-sizes.ts'

const COPY_BUFFER = 1 << 18

/** The size of a part of the file, and the work done between two parts. */
type Parts = Pick<ImportSizes, 'part' | 'firstPart'> & { meanwhile: () => Promise<void> }

/**
 * Streams rows into the staging table. A connection does one thing at a time, so work on staged rows runs between two
 * parts of the file, while the reader continues with the next.
 */
export class StagingCopy extends Writable {
  readonly #client: pg.Client
  readonly #target: string
  readonly #parts: Parts | undefined
  #copy: CopyStreamQuery | undefined
  #passed = 0
  #isFirst = true
  /** While the database runs other statements. */
  #pause: Promise<unknown> | undefined
  #buffered: Buffer[] = []
  #bufferedBytes = 0

  constructor(client: pg.Client, target: string, parts?: Parts) {
    super({ highWaterMark: COPY_BUFFER })
    this.#client = client
    this.#target = target
    this.#parts = parts
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#take(chunk).then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#end().then(() => done(), done)
  }

  /** Discards rows in transit, so that the connection can be used again. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const copy = this.#copy
    if (!copy) {
      done(error)
      return
    }
    copy.once('close', () => done(error))
    copy.destroy(error ?? undefined)
  }

  async #take(chunk: Buffer): Promise<void> {
    const parts = this.#parts
    if (!parts) return this.#pass(chunk)
    if (this.#pause) {
      this.#buffered.push(chunk)
      this.#bufferedBytes += chunk.length
      if (this.#bufferedBytes >= parts.part) await this.#pause
      return
    }
    await this.#pass(chunk)
    if (this.#passed >= (this.#isFirst ? parts.firstPart : parts.part))
      this.#pause = this.#doMeanwhile(parts).catch((error) => this.destroy(error))
  }

  async #doMeanwhile({ meanwhile }: Parts): Promise<void> {
    await this.#endPart()
    await meanwhile()
    for (let chunk = this.#buffered.shift(); chunk; chunk = this.#buffered.shift()) await this.#pass(chunk)
    this.#bufferedBytes = 0
    this.#pause = undefined
  }

  async #pass(chunk: Buffer): Promise<void> {
    this.#copy ??= this.#open()
    if (!this.#copy.write(chunk)) await once(this.#copy, 'drain')
    this.#passed += chunk.length
  }

  #open(): CopyStreamQuery {
    const copy = this.#client.query(copyFrom(`copy ${this.#target} from stdin`, { highWaterMark: COPY_BUFFER }))
    copy.on('error', (error) => {
      // The database already ended the COPY: there is nothing to abort.
      this.#copy = undefined
      this.destroy(error)
    })
    return copy
  }

  async #end(): Promise<void> {
    await this.#pause
    await this.#endPart()
  }

  async #endPart(): Promise<void> {
    const copy = this.#copy
    if (!copy) return
    copy.end()
    await finished(copy)
    this.#copy = undefined
    this.#passed = 0
    this.#isFirst = false
  }
}
