import type { SignInFailure } from '@portico/core/sign-on-hub/sign-in-failures'
import type { Context } from '#platform/context.ts'
import { upsertFailure } from '../store/applications.ts'

const MINUTE_MS = 60_000

/** Counts a failed sign-in, with its reason and nothing from the request. */
export async function recordFailure(
  { db, now, metrics }: Pick<Context, 'db' | 'now' | 'metrics'>,
  { clientId, brand, reason }: { clientId: string; brand: string; reason: SignInFailure },
): Promise<void> {
  metrics.applicationSignIns.inc({ outcome: reason })
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
  await upsertFailure(db, { clientId, brand, reason, minute })
}
