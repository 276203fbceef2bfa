import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { ImportError } from './import-error.ts'

/** The list of rejected rows. Created with the first one; never repeats a row's content. */
export class RejectsFile {
  count = 0
  readonly #path: string
  #stream: WriteStream | undefined
  #failure: Error | undefined

  constructor(path: string) {
    this.#path = path
  }

  add(line: number, reason: string): void {
    this.count++
    if (!this.#stream) {
      this.#stream = createWriteStream(this.#path, { mode: 0o600 })
      this.#stream.on('error', ({ code }: NodeJS.ErrnoException) => {
        this.#failure = new ImportError(`The list of rejected rows ${this.#path} cannot be written (${code}).`)
      })
      this.#stream.write('line,reason\n')
    }
    this.#stream.write(`${line},"${reason.replaceAll('"', '""')}"\n`)
  }

  /** Waits until the list is written, so that a file of only bad rows does not pile up in memory. Fails if it cannot be. */
  async drain(): Promise<void> {
    if (this.#stream?.pending && !this.#failure) await once(this.#stream, 'open').catch(() => {})
    if (this.#failure) throw this.#failure
    if (this.#stream?.writableNeedDrain) await once(this.#stream, 'drain')
  }

  async close(): Promise<void> {
    if (!this.#stream) return
    await new Promise<void>((resolve) => this.#stream?.end(resolve))
    if (this.#failure) throw this.#failure
  }
}
