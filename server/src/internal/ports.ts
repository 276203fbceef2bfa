import type { Db } from '../platform/context.ts'
import type { Limits } from '../platform/settings.ts'

/** What the console is handed by app.ts: limits the registration's, search the directory's. */
export type InternalPorts = {
  searchProviders(db: Db, text: string, limit: number): Promise<{ npi: string }[]>
  step1Limits(limits: Limits, now: Date): AttemptLimit[]
  quizLimits(limits: Limits, now: Date): AttemptLimit[]
}

export type AttemptLimit = { by: 'npi' | 'address'; max: number; since: Date }
