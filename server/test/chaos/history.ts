import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Unknown } from './network-browser.ts'

/** `unknown`: the call was sent, but its result is not known. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown'
export type Step = 'register' | 'signIn' | 'ask' | 'approve' | 'contract' | 'validate' | 'suspend'
export type Entry = { office: string; step: Step; outcome: Outcome; tries: number; said: string; at: string }

const PAUSE_MS = 250

/** Records steps in order of completion; with `file`, also on disk. */
export class History {
  readonly entries: Entry[] = []
  /** Counts of calls without a reply or with a 5xx reply, by error message. */
  readonly troubles = new Map<string, number>()
  readonly #file: string | undefined
  readonly #patienceMs: number

  constructor({ file, patienceMs = 60_000 }: { file?: string; patienceMs?: number } = {}) {
    this.#file = file
    this.#patienceMs = patienceMs
  }

  /** Repeats an unanswered call unchanged until it gets a reply or `patienceMs` is over. */
  async attempt(office: string, step: Step, call: () => Promise<string>): Promise<boolean> {
    const giveUpAt = Date.now() + this.#patienceMs
    for (let tries = 1; ; tries++) {
      try {
        const said = await call()
        // A refusal after an unanswered try may be caused by that try.
        const outcome = said === '' ? 'acknowledged' : tries === 1 ? 'refused' : 'unknown'
        return this.#keep({ office, step, outcome, tries, said })
      } catch (error) {
        if (!(error instanceof Unknown)) throw error
        this.troubles.set(error.message, (this.troubles.get(error.message) ?? 0) + 1)
        if (Date.now() > giveUpAt) return this.#keep({ office, step, outcome: 'unknown', tries, said: error.message })
      }
      await sleep(PAUSE_MS)
    }
  }

  /** Repeats a read until it gets a reply. */
  async look<Result>(call: () => Promise<Result>): Promise<Result> {
    const giveUpAt = Date.now() + this.#patienceMs
    for (;;) {
      try {
        return await call()
      } catch (error) {
        if (Date.now() > giveUpAt) throw error
      }
      await sleep(PAUSE_MS)
    }
  }

  /** The last outcome of an office's step; undefined if the step was not reached. */
  outcomeOf(office: string, step: Step): Outcome | undefined {
    return this.entries.findLast((entry) => entry.office === office && entry.step === step)?.outcome
  }

  #keep(ended: Omit<Entry, 'at'>): boolean {
    const entry = { ...ended, at: new Date().toISOString() }
    this.entries.push(entry)
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(entry)}\n`)
    return entry.outcome === 'acknowledged'
  }
}
