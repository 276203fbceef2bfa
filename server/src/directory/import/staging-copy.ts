import { once } from 'node:events'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'

const COPY_BUFFER = 1 << 18
/** So much goes to the database before it does something else for a while, and comes meanwhile: some ten thousand rows. */
const PART = 6 << 20
/** The first is smaller: until then it has nothing else to do. */
const FIRST_PART = 1 << 20

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
  #passed = 0
  #part = FIRST_PART
  /** While the database does something else. */
  #pause: Promise<unknown> | undefined
  #held: Buffer[] = []
  #heldBytes = 0

  constructor(client: pg.Client, target: string, meanwhile?: Meanwhile) {
    super({ highWaterMark: COPY_BUFFER })
    this.#client = client
    this.#target = target
    this.#meanwhile = meanwhile
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#take(chunk).then(() => done(), done)
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

  async #take(chunk: Buffer): Promise<void> {
    if (this.#pause) {
      this.#held.push(chunk)
      this.#heldBytes += chunk.length
      if (this.#heldBytes >= PART) await this.#pause
      return
    }
    await this.#pass(chunk)
    if (this.#meanwhile && this.#passed >= this.#part)
      this.#pause = this.#doMeanwhile(this.#meanwhile).catch((error) => this.destroy(error))
  }

  async #doMeanwhile(meanwhile: Meanwhile): Promise<void> {
    await this.#endPart()
    await meanwhile()
    for (let chunk = this.#held.shift(); chunk; chunk = this.#held.shift()) await this.#pass(chunk)
    this.#heldBytes = 0
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
      // The database has ended it: there is nothing left to break off.
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
    this.#part = PART
  }
}
