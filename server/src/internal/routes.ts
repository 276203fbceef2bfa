import { INTERNAL_CALLS } from '@portico/core/internal/calls'
import * as api from '@portico/core/internal/shapes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callPath } from '../platform/call-path.ts'
import { type SignedIn, systemContext } from '../platform/context.ts'
import type { Deps } from '../platform/deps.ts'
import { answer, envelopeOf, refuse } from '../platform/outcome.ts'
import { sessionOf } from '../platform/session.ts'
import { listAudit, proveAudit } from './domain/audit-trail.ts'
import { describeHome } from './domain/home.ts'
import { describeProvider, listProviders, unlockProvider } from './domain/providers.ts'
import type { InternalPorts } from './ports.ts'
import { findMail, findMailBody } from './store/mail.ts'

const staff = { access: { kinds: ['internal' as const] } }
const signedIn = (deps: Deps, request: FastifyRequest): SignedIn => {
  const session = sessionOf(request)
  const actor = { kind: session.kind, accountId: session.accountId }
  return { ...systemContext(deps), actor, address: request.ip, session }
}
const staffOf = (request: FastifyRequest) => ({ accountId: sessionOf(request).accountId, address: request.ip })

export const NO_BODIES = 'The text of a message cannot be read here.'

/** Everything plan staff look at beside contracts. People and requests are the access area's. */
export function internalRoutes(calls: FastifyInstance, deps: Deps, ports: InternalPorts): void {
  calls.get<{ Querystring: { days?: string } }>(
    callPath(INTERNAL_CALLS.home),
    {
      config: staff,
      schema: { querystring: api.HomeQuerySchema, response: { 200: envelopeOf(api.HomeSchema) } },
    },
    async (request, reply) =>
      answer(reply, {
        entity: await describeHome(deps, ports, signedIn(deps, request), Number(request.query.days ?? 30)),
      }),
  )
  providerRoutes(calls, deps, ports)
  auditRoutes(calls, deps)
  mailRoutes(calls, deps)
}

function providerRoutes(calls: FastifyInstance, deps: Deps, ports: InternalPorts): void {
  calls.get<{ Querystring: { search?: string } }>(
    callPath(INTERNAL_CALLS.providers),
    {
      config: staff,
      schema: { querystring: api.ProvidersQuerySchema, response: { 200: envelopeOf(api.ProviderListSchema) } },
    },
    async (request, reply) => answer(reply, { entity: await listProviders(deps, ports, request.query.search ?? '') }),
  )
  calls.get<{ Querystring: { npi: string } }>(
    callPath(INTERNAL_CALLS.provider),
    {
      config: staff,
      schema: { querystring: api.ProviderQuerySchema, response: { 200: envelopeOf(api.ProviderSchema) } },
    },
    async (request, reply) => answer(reply, await describeProvider(deps, ports, request.query.npi)),
  )
  calls.post<{ Body: { npi: string } }>(
    callPath(INTERNAL_CALLS.unlockProvider),
    { config: staff, schema: { body: api.UnlockBodySchema, response: { 200: envelopeOf(api.UnlockedSchema) } } },
    async (request, reply) => answer(reply, await unlockProvider(deps, request.body.npi, staffOf(request))),
  )
}

function auditRoutes(calls: FastifyInstance, deps: Deps): void {
  calls.get<{ Querystring: api.AuditQuery }>(
    callPath(INTERNAL_CALLS.audit),
    {
      config: staff,
      schema: { querystring: api.AuditQuerySchema, response: { 200: envelopeOf(api.AuditListSchema) } },
    },
    async (request, reply) => answer(reply, { entity: await listAudit(deps, request.query) }),
  )
  calls.get(
    callPath(INTERNAL_CALLS.verifyAudit),
    { config: staff, schema: { response: { 200: envelopeOf(api.AuditProofSchema) } } },
    async (_request, reply) => answer(reply, { entity: await proveAudit(deps) }),
  )
}

function mailRoutes(calls: FastifyInstance, deps: Deps): void {
  calls.get<{ Querystring: api.MailQuery }>(
    callPath(INTERNAL_CALLS.mail),
    {
      config: staff,
      schema: { querystring: api.MailQuerySchema, response: { 200: envelopeOf(api.MailListSchema) } },
    },
    async (request, reply) =>
      answer(reply, { entity: { ...(await findMail(deps.db, request.query)), bodies: deps.settings.demo } }),
  )
  // A message may hold a link that opens an account: outside the demo nobody reads it here.
  calls.get<{ Querystring: { id: string } }>(
    callPath(INTERNAL_CALLS.mailBody),
    {
      config: staff,
      schema: { querystring: api.MailBodyQuerySchema, response: { 200: envelopeOf(api.MailBodySchema) } },
    },
    async (request, reply) => {
      const mail = deps.settings.demo ? await findMailBody(deps.db, request.query.id) : undefined
      return answer(reply, mail ? { entity: mail } : refuse(404, NO_BODIES))
    },
  )
}
