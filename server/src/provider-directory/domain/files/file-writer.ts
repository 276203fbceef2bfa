import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** What a file of the set is: part of its name, and of its entry in the manifest. */
export type FileKind = {
  stem: string
  type: string
  format: 'application/fhir+ndjson' | 'application/fhir+json' | 'application/json'
  network?: string
  layout?: string
}

export type WrittenFile = { kind: FileKind; path: string; count: number; bytes: number; sha256: string }

/** Characters that are collected before they are compressed. */
const CHUNK = 64 * 1024
const HASH_IN_NAME = 32
const EXTENSIONS = { 'application/fhir+ndjson': 'ndjson', 'application/fhir+json': 'json', 'application/json': 'json' }

/** The name follows the content, so a crawler never gets one set's manifest with another set's file. */
export const nameOfFile = ({ kind, sha256 }: WrittenFile): string =>
  `${kind.stem}-${sha256.slice(0, HASH_IN_NAME)}.${EXTENSIONS[kind.format]}.gz`

/** Compresses one file into the folder and hashes it. The same text gives the same bytes: gzip stores no time. */
export class FileWriter {
  /** Resources or items in the file. */
  count = 0
  readonly #kind: FileKind
  readonly #path: string
  readonly #gzip = createGzip()
  readonly #hash = createHash('sha256')
  readonly #done: Promise<void>
  #bytes = 0
  #text = ''

  constructor(folder: string, kind: FileKind) {
    this.#kind = kind
    this.#path = join(folder, kind.stem)
    const hashed = async function* (this: FileWriter, source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        this.#hash.update(chunk)
        this.#bytes += chunk.length
        yield chunk
      }
    }
    this.#done = pipeline(this.#gzip, hashed.bind(this), createWriteStream(this.#path, { flags: 'wx', flush: true }))
    // Reported by finish and by the next write.
    this.#done.catch(() => {})
  }

  async write(text: string): Promise<void> {
    this.#text += text
    if (this.#text.length >= CHUNK) await this.#compress()
  }

  async finish(): Promise<WrittenFile> {
    await this.#compress()
    this.#gzip.end()
    await this.#done
    const { count } = this
    return { kind: this.#kind, path: this.#path, count, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  async abandon(): Promise<void> {
    this.#gzip.destroy()
    await this.#done.catch(() => {})
  }

  async #compress(): Promise<void> {
    const text = this.#text
    this.#text = ''
    if (text && !this.#gzip.write(text)) await Promise.race([once(this.#gzip, 'drain'), this.#done])
  }
}

/** The open files of a set by their stem. */
export class FileWriters {
  readonly #folder: string
  readonly #writers = new Map<string, FileWriter>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Opens the file on first use, with this text. */
  async open(kind: FileKind, start = ''): Promise<FileWriter> {
    const known = this.#writers.get(kind.stem)
    if (known) return known
    const writer = new FileWriter(this.#folder, kind)
    this.#writers.set(kind.stem, writer)
    await writer.write(start)
    return writer
  }

  async finish(kind: FileKind): Promise<WrittenFile | undefined> {
    const writer = this.#writers.get(kind.stem)
    this.#writers.delete(kind.stem)
    return writer?.finish()
  }

  async abandon(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.abandon()))
  }
}
