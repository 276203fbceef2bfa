import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Unknown } from './network-browser.ts'

/** What was asked of the portal and what it said: `unknown` where it was asked, and nobody knows what came of it. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown'
export type Step = 'register' | 'signIn' | 'ask' | 'approve' | 'contract' | 'validate' | 'suspend'
export type Entry = { office: string; step: Step; outcome: Outcome; tries: number; said: string; at: string }

const PAUSE_MS = 250

/** Keeps what happened, in the order it ended; with a file also for those who come after. */
export class History {
  readonly entries: Entry[] = []
  /** How often a call went unanswered or was answered by 5xx, by what was seen. */
  readonly troubles = new Map<string, number>()
  readonly #file: string | undefined
  readonly #patienceMs: number

  constructor({ file, patienceMs = 60_000 }: { file?: string; patienceMs?: number } = {}) {
    this.#file = file
    this.#patienceMs = patienceMs
  }

  /** As people do: what was not answered is sent again, as it was, until it is or patience ends. */
  async attempt(office: string, step: Step, call: () => Promise<string>): Promise<boolean> {
    const giveUpAt = Date.now() + this.#patienceMs
    for (let tries = 1; ; tries++) {
      try {
        const said = await call()
        // 'That is done already' after a try without an answer may well be about that try.
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

  /** What is only looked up: it is asked until it is answered. */
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

  /** The last word on a step of an office; a step that was never come to has none. */
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
