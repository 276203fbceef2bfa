import type { Readable } from 'node:stream'

/**
 * The header of a backup file and of each table. The rows follow their table's header as COPY writes them. A file
 * without the end marker was cut off.
 */
export type BackupRecord =
  | {
      is: 'opening'
      format: 1
      release: string
      madeAt: string
      keyFingerprint: string
      migrations: string[]
      sequences: { name: string; value: string }[]
    }
  | { is: 'table'; name: string; columns: string[] }
  | { is: 'table end'; rows: number; sha256: string }
  | { is: 'end'; tables: number }

export type Opening = Extract<BackupRecord, { is: 'opening' }>

/** Not a backup, or an incomplete one. */
export class BackupError extends Error {}

const WORD = 0x57
const ROWS = 0x52
const HEAD = 5

export const writeBackupRecord = (word: BackupRecord): Buffer => frame(WORD, Buffer.from(JSON.stringify(word)))
export const writeRows = (rows: Buffer): Buffer => frame(ROWS, rows)

/** One letter, the length of the content, and the content. */
function frame(letter: number, content: Buffer): Buffer {
  const head = Buffer.alloc(HEAD)
  head[0] = letter
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

export async function* readFrames(file: Readable): AsyncGenerator<BackupRecord | Buffer> {
  let buffered: Buffer = Buffer.alloc(0)
  for await (const chunk of file) {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    for (let end = endOfFrame(buffered); end !== undefined; end = endOfFrame(buffered)) {
      const content = buffered.subarray(HEAD, end)
      if (buffered[0] === ROWS) yield content
      else if (buffered[0] === WORD) yield JSON.parse(content.toString('utf8'))
      else throw new BackupError('it is damaged')
      buffered = buffered.subarray(end)
    }
  }
  if (buffered.length > 0) throw new BackupError('its end is missing')
}

function endOfFrame(buffered: Buffer): number | undefined {
  if (buffered.length < HEAD) return undefined
  const end = HEAD + buffered.readUInt32BE(1)
  return buffered.length < end ? undefined : end
}
