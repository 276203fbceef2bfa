import type { Kysely } from 'kysely'
import { systemClock } from '#platform/clock.ts'
import { type Context, type SignedIn, systemContext, type Visit } from '#platform/context.ts'
import type { Database } from '#platform/database/schema.ts'
import { createLog } from '#platform/observability/log.ts'
import { createMetrics } from '#platform/observability/metrics.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { events } from '../src/events.ts'

const unused = { clock: systemClock, log: createLog({ level: 'silent' }), metrics: createMetrics(), events }

/** A call context for tests. Without an actor, the server is the actor. */
export const testContext = (
  db: Kysely<Database>,
  settings: Settings,
  circumstances: Partial<Pick<Context, 'now' | 'actor' | 'address'>> = {},
): Context => ({ ...systemContext({ ...unused, settings, db }), ...circumstances })

/** A context of a visitor with a network address. */
export const testVisit = (context: Context): Visit => ({ ...context, address: '192.0.2.1', session: null })

type Caller = Partial<SignedIn['session']> & Pick<SignedIn['session'], 'accountId' | 'kind'>

/** A context of a signed-in user. */
export const testSignedIn = (context: Context, caller: Caller): SignedIn => ({
  ...testVisit(context),
  actor: { kind: caller.kind, accountId: caller.accountId },
  session: {
    idHash: Buffer.alloc(32),
    publicId: '',
    active: true,
    permissions: [],
    proof: { by: 'PASSWORD', at: context.now, usedAt: null },
    factorDue: null,
    staffRole: null,
    byDoor: false,
    ...caller,
  },
})
