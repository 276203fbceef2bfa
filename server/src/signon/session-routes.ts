import { ACCOUNT_CALLS } from '@portico/core/access/calls'
import { COMMON_CALLS } from '@portico/core/constants'
import {
  DoneSchema,
  EndSessionBodySchema,
  MeSchema,
  SessionListSchema,
  TagManagerSchema,
  TrackingSchema,
} from '@portico/core/signon/shapes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { legacyRecordAudit } from '../platform/audit.ts'
import { callPath } from '../platform/call-path.ts'
import type { Deps } from '../platform/deps.ts'
import { envelopeOf } from '../platform/outcome.ts'
import type { AccountKind } from '../platform/schema.ts'
import { sessionOf } from '../platform/session.ts'
import { endCurrentSession } from './agent-routes.ts'
import type { SignonPorts } from './domain/ports.ts'
import { describeMe, listSessions, trackUser } from './domain/who-am-i.ts'
import { endSessionByPublicId } from './store/sessions.ts'

/** Whoever is signed in, also while a request still waits. */
const anyUser = { access: { pending: true } } as const
const done = { response: { 200: envelopeOf(DoneSchema) } }
const ok = { status: 200 as const, entity: true }

/** Nothing is read of what these calls are sent, so it may as well be missing. */
const NothingSchema = Type.Object({})
const withoutContent = {
  config: anyUser,
  preValidation: async (request: FastifyRequest) => {
    request.body ??= {}
  },
}

const kindCalls: [call: string, kind: AccountKind][] = [
  [COMMON_CALLS.isProviderUser, 'provider'],
  [COMMON_CALLS.isMemberUser, 'member'],
  [COMMON_CALLS.isInternalUser, 'internal'],
]

/** The common and shell calls (behaviour 11.10). */
export function registerSessionCalls(calls: FastifyInstance, deps: Deps, ports: SignonPorts): void {
  for (const [call, kind] of kindCalls) {
    calls.get(callPath(call), { config: anyUser, schema: done }, async (request) => ({
      status: 200,
      entity: sessionOf(request).kind === kind,
    }))
  }
  // That the call was made renews the session; there is nothing more to do.
  calls.get(
    callPath(COMMON_CALLS.keepAliveProvider),
    { config: { access: { kinds: ['provider', 'internal'], pending: true } }, schema: done },
    async () => ok,
  )
  calls.get(
    callPath(COMMON_CALLS.keepAliveMember),
    { config: { access: { kinds: ['member'] } }, schema: done },
    async () => ok,
  )
  calls.get(
    callPath(COMMON_CALLS.getGTM),
    { config: anyUser, schema: { response: { 200: envelopeOf(TagManagerSchema) } } },
    async () => {
      const { gtmId } = deps.settings
      return { status: 200, entity: { enabled: gtmId !== undefined, containerId: gtmId ?? '' } }
    },
  )
  calls.post(
    callPath(COMMON_CALLS.trackUser),
    { ...withoutContent, schema: { body: NothingSchema, response: { 200: envelopeOf(TrackingSchema) } } },
    async (request) => ({ status: 200, entity: await trackUser(deps, sessionOf(request)) }),
  )
  calls.get(
    callPath(ACCOUNT_CALLS.me),
    { config: anyUser, schema: { response: { 200: envelopeOf(MeSchema) } } },
    async (request) => ({ status: 200, entity: await describeMe(deps, sessionOf(request)) }),
  )
  registerSessionList(calls, deps, ports)
}

function registerSessionList(calls: FastifyInstance, deps: Deps, ports: SignonPorts): void {
  const shape = { body: NothingSchema, ...done }
  calls.post(callPath(ACCOUNT_CALLS.logout), { ...withoutContent, schema: shape }, async (request, reply) => {
    await endCurrentSession(deps, ports, request, reply)
    return ok
  })
  calls.get(
    callPath(ACCOUNT_CALLS.sessions),
    { config: anyUser, schema: { response: { 200: envelopeOf(SessionListSchema) } } },
    async (request) => ({ status: 200, entity: await listSessions(deps, sessionOf(request)) }),
  )
  calls.post<{ Body: { sessionId: string } }>(
    callPath(ACCOUNT_CALLS.endSession),
    { config: anyUser, schema: { body: EndSessionBodySchema, ...done } },
    async (request) => {
      const { accountId, kind } = sessionOf(request)
      const now = deps.clock.now()
      const entity = await deps.db.transaction().execute(async (trx) => {
        const ended = await endSessionByPublicId(trx, accountId, request.body.sessionId, now)
        const action = 'session.revoked'
        const who = { actorKind: kind, actorAccountId: accountId, subjectAccountId: accountId, address: request.ip }
        if (ended) await legacyRecordAudit(trx, { at: now, action, ...who })
        return ended
      })
      return { status: 200, entity }
    },
  )
}
