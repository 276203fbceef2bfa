import { writeCount } from '@portico/core/forms/amounts'
import type { ImportProgress } from '../../directory/import/import-file.ts'

/**
 * What an import under way does: one line rewritten in a terminal, lines now and then where the output is a file, and
 * a JSON object a line where a program reads it.
 */
export class ProgressLine {
  readonly #out: NodeJS.WriteStream
  readonly #json: boolean
  readonly #startedAt: number
  readonly #interval: number
  #shownAt = 0

  constructor(out: NodeJS.WriteStream, { json = false, now = performance.now() } = {}) {
    this.#out = out
    this.#json = json
    this.#startedAt = now
    this.#interval = json ? 1000 : out.isTTY ? 200 : 10_000
  }

  show(progress: ImportProgress, now = performance.now()): void {
    if (progress.phase === 'reading' && now - this.#shownAt < this.#interval) return
    this.#shownAt = now
    const seconds = (now - this.#startedAt) / 1000
    if (this.#json) this.#out.write(`${JSON.stringify(measureProgress(progress, seconds))}\n`)
    else {
      const line = describeProgress(progress, seconds)
      this.#out.write(this.#out.isTTY ? `\r\u001b[2K${line}` : `${line}\n`)
    }
  }

  end(): void {
    if (!this.#json && this.#out.isTTY && this.#shownAt) this.#out.write('\n')
  }
}

const TELL_EVERY_MS = 5_000

/** Work that counts what it did tells it every few seconds, and says nothing when it is done sooner. */
export function tellNowAndThen(
  out: Pick<NodeJS.WriteStream, 'write'>,
  { json, clock = () => performance.now() }: { json: boolean; clock?: () => number },
): (done: Record<string, string | number>, sentence: string) => void {
  const startedAt = clock()
  let toldAt = startedAt
  return (done, sentence) => {
    const now = clock()
    if (now - toldAt < TELL_EVERY_MS) return
    toldAt = now
    const seconds = Math.round((now - startedAt) / 1000)
    out.write(json ? `${JSON.stringify({ ...done, seconds })}\n` : `${sentence}, ${describeDuration(seconds)} so far\n`)
  }
}

/** As `verifyAudit` takes it. */
export function tellProving(json: boolean): (step: string, rows: number) => void {
  const tell = tellNowAndThen(process.stderr, { json })
  return (step, rows) => tell({ step, rows }, `audit trail: ${writeCount(rows)} rows ${step}`)
}

/** How fast the rows are read, and how long the rest of the file will take at that pace. */
export function measureProgress({ bytesRead, bytesTotal, ...progress }: ImportProgress, seconds: number) {
  const share = bytesTotal ? Math.min(bytesRead / bytesTotal, 1) : 1
  return {
    ...progress,
    seconds: Math.round(seconds),
    rowsPerSecond: Math.round(progress.rows / Math.max(seconds, 0.001)),
    percentRead: Math.floor(share * 100),
    secondsOfReadingLeft: share > 0 ? Math.ceil((seconds * (1 - share)) / share) : 0,
  }
}

/** What is done, how fast, and how long reading will take; after the last row, what of the rest is under way. */
export function describeProgress(progress: ImportProgress, seconds: number): string {
  const { rows, rowsPerSecond, percentRead, secondsOfReadingLeft } = measureProgress(progress, seconds)
  const count = writeCount(rows)
  if (progress.phase === 'merging')
    return `${count} rows read, ${describeDuration(seconds)} so far. Now: ${progress.step ?? ''}…`
  const rate = writeCount(rowsPerSecond)
  return `${count} rows, ${rate} a second, ${percentRead} %, about ${describeDuration(secondsOfReadingLeft)} of reading left`
}

export function describeDuration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
