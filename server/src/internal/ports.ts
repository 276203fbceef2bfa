import type { WaitingRequest } from '@portico/core/access/shapes'
import type { Db } from '../platform/access-ports.ts'
import type { Limits } from '../platform/settings.ts'

/** What the console is handed by app.ts: requests are the access area's, limits the registration's, search the directory's. */
export type InternalPorts = {
  /** The requests only plan staff can decide. */
  listStaffRequests(db: Db, staff: { accountId: string; now: Date; address: string }): Promise<WaitingRequest[]>
  searchProviders(db: Db, text: string, limit: number): Promise<{ npi: string }[]>
  step1Limits(limits: Limits, now: Date): AttemptLimit[]
  quizLimits(limits: Limits, now: Date): AttemptLimit[]
}

export type AttemptLimit = { by: 'npi' | 'address'; max: number; since: Date }
