import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import {
  ActivePermsQuerySchema,
  AgentIdSchema,
  DefaultPermsQuerySchema,
  NonSaaProfileBodySchema,
  NpiProfileSchema,
  NpiQuerySchema,
  NpiSearchQuerySchema,
  NpiSearchResultSchema,
  PendingRequestsQuerySchema,
  PermissionListSchema,
  QuestionListSchema,
  TrueFalseSchema,
} from '@portico/core/registration/shapes'
import type { FastifyInstance, FastifyReply } from 'fastify'
import Type, { type Static } from 'typebox'
import { brandOf } from '../../platform/brand-host.ts'
import type { Deps } from '../../platform/deps.ts'
import { answer, envelopeOf, type Outcome } from '../../platform/outcome.ts'
import { REGISTRATION_COOKIE, renewRegistration } from '../domain/held-registration.ts'
import {
  checkPendingRequests,
  findActivePermissions,
  openForNpi,
  profileForRole,
  searchNpis,
} from '../domain/look-ups.ts'
import type { RegistrationParts } from '../domain/parts.ts'
import { open, providerAccount, setRegistrationCookie, withHeld } from './calls.ts'

/** The name of the sign-on agent; its form echoes it. */
const AGENT_ID = 'portico-sign-on'

export function lookUpRoutes(calls: FastifyInstance, deps: Deps, parts: RegistrationParts): void {
  npiRoutes(calls, deps, parts)
  fixedAnswerRoutes(calls)
  permissionRoutes(calls, deps, parts)
}

function npiRoutes(calls: FastifyInstance, deps: Deps, parts: RegistrationParts): void {
  const profileReply = { response: { 200: envelopeOf(NpiProfileSchema) } }

  calls.get<{ Querystring: Static<typeof NpiQuerySchema> }>(
    '/nonsec/reg/valRegNpi',
    { config: open, schema: { querystring: NpiQuerySchema, ...profileReply } },
    async (request, reply) => {
      const opened = await openForNpi(deps, parts, {
        npi: request.query.npiId,
        brand: brandOf(request, deps.settings).id,
        accountId: providerAccount(request),
        address: request.ip,
      })
      if ('refusal' in opened) return answer(reply, opened)
      setRegistrationCookie(request, reply, deps, opened.entity.registrationId)
      return sendWritten(reply, { entity: opened.entity.reply })
    },
  )

  calls.post<{ Body: Static<typeof NonSaaProfileBodySchema> }>(
    '/nonsec/reg/nonSaaNpiProfile',
    { config: open, schema: { body: NonSaaProfileBodySchema, ...profileReply } },
    async (request, reply) => {
      const held = await renewRegistration(deps, request.cookies[REGISTRATION_COOKIE])
      if ('refusal' in held) return answer(reply, held)
      return sendWritten(
        reply,
        await profileForRole(deps, parts, held.entity, { ...request.body, address: request.ip }),
      )
    },
  )

  calls.get<{ Querystring: Static<typeof NpiSearchQuerySchema> }>(
    '/nonsec/npiSearch',
    {
      config: open,
      schema: {
        querystring: NpiSearchQuerySchema,
        response: { 200: envelopeOf(Type.Array(NpiSearchResultSchema)) },
      },
    },
    async (request, reply) => answer(reply, await searchNpis(deps, parts, request.query.search, request.ip)),
  )

  calls.get<{ Querystring: Static<typeof PendingRequestsQuerySchema> }>(
    '/nonsec/reg/checkPendingSaaRequestsForProvider',
    {
      config: open,
      schema: { querystring: PendingRequestsQuerySchema, response: { 200: envelopeOf(TrueFalseSchema) } },
    },
    (request, reply) =>
      withHeld(deps, request, reply, (held) =>
        checkPendingRequests(deps, parts, held, { ...request.query, accountId: providerAccount(request) }),
      ),
  )
}

/** What is the same for everybody. */
function fixedAnswerRoutes(calls: FastifyInstance): void {
  calls.get(
    '/nonsec/getQuestions',
    { config: open, schema: { response: { 200: envelopeOf(QuestionListSchema) } } },
    async (_request, reply) => answer(reply, { entity: SECURITY_QUESTIONS }),
  )

  calls.get(
    '/nonsec/reg/getSmAgentId',
    { config: open, schema: { response: { 200: envelopeOf(AgentIdSchema) } } },
    async (_request, reply) => answer(reply, { entity: AGENT_ID }),
  )
}

function permissionRoutes(calls: FastifyInstance, deps: Deps, parts: RegistrationParts): void {
  calls.get<{ Querystring: Static<typeof DefaultPermsQuerySchema> }>(
    '/nonsec/reg/getDefaultPerms',
    {
      config: open,
      schema: { querystring: DefaultPermsQuerySchema, response: { 200: envelopeOf(PermissionListSchema) } },
    },
    async (request, reply) =>
      answer(reply, { entity: parts.ports.getDefaultPerms(request.query.providerType as 'NPI' | 'PG' | 'PO') }),
  )

  calls.get<{ Querystring: Static<typeof ActivePermsQuerySchema> }>(
    '/nonsec/reg/getSaaActivePerms',
    {
      config: open,
      schema: { querystring: ActivePermsQuerySchema, response: { 200: envelopeOf(PermissionListSchema) } },
    },
    (request, reply) =>
      withHeld(deps, request, reply, (held) => findActivePermissions(deps, parts, held, request.query.entityId)),
  )
}

/** A reply the domain has written as JSON text already. */
function sendWritten(reply: FastifyReply, outcome: Outcome<string>): FastifyReply {
  if ('refusal' in outcome) return answer(reply, outcome)
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(outcome.entity)
}
