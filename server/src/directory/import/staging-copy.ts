import { once } from 'node:events'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'

const COPY_BUFFER = 1 << 18
/** So much goes to the database before it does something else for a while: some ten thousand rows. */
const PART = 6 << 20

type Meanwhile = () => Promise<void>

/**
 * The rows on their way to where they are staged. A connection does one thing after the other: where something can be
 * done for the rows that came, it is done between two parts of the file, while the reader goes on with the next.
 */
export class StagingCopy extends Writable {
  readonly #client: pg.Client
  readonly #target: string
  readonly #meanwhile: Meanwhile | undefined
  #copy: CopyStreamQuery | undefined
  #bytes = 0

  constructor(client: pg.Client, target: string, meanwhile?: Meanwhile) {
    super({ highWaterMark: meanwhile ? PART : COPY_BUFFER })
    this.#client = client
    this.#target = target
    this.#meanwhile = meanwhile
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#pass(chunk).then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#end().then(() => done(), done)
  }

  /** Rows that were on their way are not staged, and the connection can be used again. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const copy = this.#copy
    if (!copy) {
      done(error)
      return
    }
    copy.once('close', () => done(error))
    copy.destroy(error ?? undefined)
  }

  async #pass(chunk: Buffer): Promise<void> {
    this.#copy ??= this.#open()
    if (!this.#copy.write(chunk)) await once(this.#copy, 'drain')
    this.#bytes += chunk.length
    if (!this.#meanwhile || this.#bytes < PART) return
    await this.#end()
    await this.#meanwhile()
  }

  #open(): CopyStreamQuery {
    const copy = this.#client.query(copyFrom(`copy ${this.#target} from stdin`, { highWaterMark: COPY_BUFFER }))
    copy.on('error', (error) => {
      // The database has ended it: there is nothing left to break off.
      this.#copy = undefined
      this.destroy(error)
    })
    return copy
  }

  async #end(): Promise<void> {
    const copy = this.#copy
    if (!copy) return
    copy.end()
    await finished(copy)
    this.#copy = undefined
    this.#bytes = 0
  }
}
