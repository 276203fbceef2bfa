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
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of file) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (let end = endOfFrame(held); end !== undefined; end = endOfFrame(held)) {
      const content = held.subarray(HEAD, end)
      if (held[0] === ROWS) yield content
      else if (held[0] === WORD) yield JSON.parse(content.toString('utf8'))
      else throw new BackupError('it is damaged')
      held = held.subarray(end)
    }
  }
  if (held.length > 0) throw new BackupError('its end is missing')
}

function endOfFrame(held: Buffer): number | undefined {
  if (held.length < HEAD) return undefined
  const end = HEAD + held.readUInt32BE(1)
  return held.length < end ? undefined : end
}
