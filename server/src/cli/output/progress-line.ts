import { writeCount } from '@portico/core/forms/amounts'
import type { ImportProgress } from '../../plan-data/import/import-file.ts'

/**
 * Progress of an import: one rewritten line in a terminal, a line every few seconds in a file, one JSON object per line
 * for programs.
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

const PROGRESS_INTERVAL_MS = 5_000

/** Reports progress every few seconds; nothing for short work. */
export function createPeriodicProgress(
  out: Pick<NodeJS.WriteStream, 'write'>,
  { json, clock = () => performance.now() }: { json: boolean; clock?: () => number },
): (done: Record<string, string | number>, sentence: string) => void {
  const startedAt = clock()
  let reportedAt = startedAt
  return (done, sentence) => {
    const now = clock()
    if (now - reportedAt < PROGRESS_INTERVAL_MS) return
    reportedAt = now
    const seconds = Math.round((now - startedAt) / 1000)
    out.write(json ? `${JSON.stringify({ ...done, seconds })}\n` : `${sentence}, ${describeDuration(seconds)} so far\n`)
  }
}

/** The progress callback of `verifyAudit`. */
export function reportVerification(json: boolean): (step: string, rows: number) => void {
  const tell = createPeriodicProgress(process.stderr, { json })
  return (step, rows) => tell({ step, rows }, `audit trail: ${writeCount(rows)} rows ${step}`)
}

/** The reading rate and the estimated time for the rest of the file. */
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

/** Rows, rate and remaining reading time; after the last row, the current step. */
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
