import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../settings/settings.ts'
import type { WrittenSeal } from './seals.ts'

/**
 * Writes the newest seal outside the database: to the log and, if configured, to the end of a file. An intruder who
 * cuts off the end of the trail would have to change these copies too.
 */
export function createAnchor(settings: Settings, log: FastifyBaseLogger): (seal: WrittenSeal) => Promise<void> {
  return async (seal) => {
    log.info({ seq: seal.seq, lastId: seal.lastId, hash: seal.hash.toString('hex') }, 'audit sealed')
    if (!settings.auditAnchorFile) return
    try {
      await appendLine(settings.auditAnchorFile, writeLine(seal))
    } catch (error) {
      // The seal itself is stored. The next line in the file covers this one as well.
      log.error({ err: error }, 'the audit anchor file cannot be written')
    }
  }
}

export const NO_ANCHOR =
  'No audit seal is written outside the database, so a truncated audit trail cannot be detected. Set PORTICO_AUDIT_ANCHOR_FILE, or LOG_LEVEL to info.'

/** Warns at startup if seals go neither to the log nor to a file. A demo has no trail to prove. */
export function checkAnchor({ auditAnchorFile, demo }: Settings, log: FastifyBaseLogger): string | undefined {
  const isLogged = ['trace', 'debug', 'info'].includes(log.level)
  return demo || isLogged || auditAnchorFile ? undefined : NO_ANCHOR
}

async function appendLine(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.write(line)
    await file.sync()
  } finally {
    await file.close()
  }
}

const writeLine = ({ at, seq, lastId, hash, signature }: WrittenSeal): string =>
  `${at.toISOString()} ${seq} ${lastId} ${hash.toString('hex')} ${signature.toString('hex')}\n`

export type Anchor = Omit<WrittenSeal, 'at'>
const LINE = /^\S+ (\d+) (\d+) ([0-9a-f]{64}) ([0-9a-f]{64})$/

/** Lines of the file in batches. An unreadable line, such as a half-written one, is undefined. */
export type AnchorLines = AsyncGenerator<(Anchor | undefined)[]>

const AT_ONCE = 1_000

/** Opens the file up to its current end. Later lines belong to seals that this verification does not read. */
export async function openAnchorFile(path: string): Promise<AnchorLines> {
  const { size } = await stat(path)
  return readLines(path, size)
}

async function* readLines(path: string, size: number): AnchorLines {
  if (size === 0) return
  let batch: (Anchor | undefined)[] = []
  for await (const line of createInterface(createReadStream(path, { end: size - 1 }))) {
    batch.push(readLine(line))
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  yield batch
}

function readLine(line: string): Anchor | undefined {
  const [, seq, lastId, hash, signature] = LINE.exec(line) ?? []
  if (!seq || !lastId || !hash || !signature) return undefined
  return { seq, lastId, hash: Buffer.from(hash, 'hex'), signature: Buffer.from(signature, 'hex') }
}
