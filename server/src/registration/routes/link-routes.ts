import {
  ActivationProfileSchema,
  ActivationQuerySchema,
  CaptchaChallengeSchema,
  ContractQuerySchema,
  ContractSchema,
  RejectBodySchema,
  ReqIdQuerySchema,
  RequestReviewSchema,
  ResendActivationBodySchema,
  TrueFalseSchema,
} from '@portico/core/registration/shapes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { brandOf } from '../../platform/brand-host.ts'
import type { Deps } from '../../platform/deps.ts'
import { answer, envelopeOf, type Outcome } from '../../platform/outcome.ts'
import { rejectRequest } from '../domain/accept-request.ts'
import { openActivation } from '../domain/activation.ts'
import { createChallenge } from '../domain/captcha.ts'
import { makeRequestContract } from '../domain/contract-document.ts'
import type { RegistrationParts } from '../domain/parts.ts'
import { type Opened, reviewRequest } from '../domain/request-link.ts'
import { resendActivation } from '../domain/resend-activation.ts'
import { callerOf, findHeld, open, providerAccount, setRegistrationCookie } from './calls.ts'

/** Mailed links, the contract after a submission, the captcha's challenge. */
export function linkRoutes(calls: FastifyInstance, deps: Deps, parts: RegistrationParts): void {
  calls.get<{ Querystring: Static<typeof ReqIdQuerySchema> }>(
    '/nonsec/reg/regByReqId',
    { config: open, schema: { querystring: ReqIdQuerySchema, response: { 200: envelopeOf(RequestReviewSchema) } } },
    async (request, reply) => {
      const visit = await visitOf(deps, request)
      const opened = await reviewRequest(deps, parts.ports, { ...visit, reqId: request.query.reqId })
      return answerOpened(deps, request, reply, opened)
    },
  )

  calls.get<{ Querystring: Static<typeof ActivationQuerySchema> }>(
    '/nonsec/reg/profileByActivationId',
    {
      config: open,
      schema: { querystring: ActivationQuerySchema, response: { 200: envelopeOf(ActivationProfileSchema) } },
    },
    async (request, reply) => {
      const visit = await visitOf(deps, request)
      const opened = await openActivation(deps, parts, { ...visit, activationId: request.query.activationId })
      return answerOpened(deps, request, reply, opened)
    },
  )

  calls.post<{ Body: Static<typeof ResendActivationBodySchema> }>(
    '/nonsec/reg/resendActivation',
    { config: open, schema: { body: ResendActivationBodySchema, response: { 200: envelopeOf(TrueFalseSchema) } } },
    async (request, reply) =>
      answer(reply, await resendActivation(deps, parts, { email: request.body.email, address: request.ip })),
  )

  calls.post<{ Body: Static<typeof RejectBodySchema> }>(
    '/nonsec/reg/rejectRegReqId',
    { config: open, schema: { body: RejectBodySchema, response: { 200: envelopeOf(TrueFalseSchema) } } },
    async (request, reply) => {
      const held = await findHeld(deps, request)
      return answer(reply, await rejectRequest(deps, parts, held, request.body.reqId, callerOf(request)))
    },
  )

  calls.get<{ Querystring: Static<typeof ContractQuerySchema> }>(
    '/nonsec/reg/regContract',
    { config: open, schema: { querystring: ContractQuerySchema, response: { 200: envelopeOf(ContractSchema) } } },
    async (request, reply) => {
      const held = await findHeld(deps, request)
      const { reference } = request.query
      return answer(
        reply,
        await makeRequestContract(deps, parts, { held, accountId: providerAccount(request), reference }),
      )
    },
  )

  // The widget reads the challenge itself: no envelope around it.
  calls.get(
    '/nonsec/captcha/challenge',
    { config: open, schema: { response: { 200: CaptchaChallengeSchema } } },
    async (_request, reply) => reply.send(await createChallenge(deps)),
  )
}

async function visitOf(deps: Deps, request: FastifyRequest) {
  return { held: await findHeld(deps, request), brand: brandOf(request, deps.settings).id, address: request.ip }
}

function answerOpened<Entity>(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  opened: Outcome<Opened<Entity>>,
): FastifyReply {
  if ('refusal' in opened) return answer(reply, opened)
  const { review, registrationId } = opened.entity
  if (registrationId) setRegistrationCookie(request, reply, deps, registrationId)
  return answer(reply, { entity: review })
}
