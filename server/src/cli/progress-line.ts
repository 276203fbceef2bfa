/** One line about an import under way, rewritten in a terminal and printed now and then where the output is a file. */
export class ProgressLine {
  readonly #out: NodeJS.WriteStream
  readonly #startedAt: number
  readonly #interval: number
  #shownAt = 0

  constructor(out: NodeJS.WriteStream, now = performance.now()) {
    this.#out = out
    this.#startedAt = now
    this.#interval = out.isTTY ? 200 : 10_000
  }

  show(progress: ProgressFigures, now = performance.now()): void {
    if (progress.phase === 'reading' && now - this.#shownAt < this.#interval) return
    this.#shownAt = now
    const line = describeProgress(progress, (now - this.#startedAt) / 1000)
    this.#out.write(this.#out.isTTY ? `\r\u001b[2K${line}` : `${line}\n`)
  }

  end(): void {
    if (this.#out.isTTY && this.#shownAt) this.#out.write('\n')
  }
}

export type ProgressFigures = { phase: 'reading' | 'merging'; rows: number; bytesRead: number; bytesTotal: number }

/** What is done, how fast, and how long the rest of the file will take at that pace. */
export function describeProgress({ phase, rows, bytesRead, bytesTotal }: ProgressFigures, seconds: number): string {
  const count = rows.toLocaleString('en-US')
  if (phase === 'merging') return `${count} rows read; bringing them into the directory…`
  const rate = Math.round(rows / Math.max(seconds, 0.001)).toLocaleString('en-US')
  const share = bytesTotal ? Math.min(bytesRead / bytesTotal, 1) : 1
  const remaining = share > 0 ? (seconds * (1 - share)) / share : 0
  return `${count} rows, ${rate} a second, ${Math.floor(share * 100)} %, about ${describeDuration(remaining)} of reading left`
}

export function describeDuration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
