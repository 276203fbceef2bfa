import {
  type QuizAnswers,
  QuizAnswersSchema,
  QuizSchema,
  QuizScoreSchema,
  type RegistrationBody,
  RegistrationBodySchema,
  ReqIdQuerySchema,
  TrueFalseSchema,
} from '@portico/core/registration/shapes'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Deps } from '../../platform/deps.ts'
import { envelopeOf } from '../../platform/outcome.ts'
import { requestQuiz, requestQuizForLink, scoreQuiz } from '../domain/identity-quiz.ts'
import type { RegistrationParts } from '../domain/parts.ts'
import { validateIdentity } from '../domain/step1.ts'
import { open, withHeld } from './calls.ts'

/** step1 and the quizzes. */
export function identityRoutes(calls: FastifyInstance, deps: Deps, parts: RegistrationParts): void {
  calls.post<{ Body: RegistrationBody }>(
    '/nonsec/reg/valRegProfile',
    { config: open, schema: { body: RegistrationBodySchema, response: { 200: envelopeOf(TrueFalseSchema) } } },
    (request, reply) =>
      withHeld(deps, request, reply, (held) => validateIdentity(deps, held, request.body, request.ip)),
  )

  calls.post<{ Body: RegistrationBody }>(
    '/nonsec/reg/quizRequest',
    { config: open, schema: { body: RegistrationBodySchema, response: { 200: envelopeOf(QuizSchema) } } },
    (request, reply) =>
      withHeld(deps, request, reply, (held) => requestQuiz(deps, parts, held, request.body, request.ip)),
  )

  calls.post<{ Body: QuizAnswers }>(
    '/nonsec/reg/quizScore',
    { config: open, schema: { body: QuizAnswersSchema, response: { 200: envelopeOf(QuizScoreSchema) } } },
    (request, reply) =>
      withHeld(deps, request, reply, (held) => scoreQuiz(deps, parts, held, request.body, request.ip)),
  )

  calls.get<{ Querystring: Static<typeof ReqIdQuerySchema> }>(
    '/nonsec/reg/quizForReqId',
    { config: open, schema: { querystring: ReqIdQuerySchema, response: { 200: envelopeOf(QuizSchema) } } },
    (request, reply) =>
      withHeld(deps, request, reply, (held) => requestQuizForLink(deps, parts, held, request.query.reqId, request.ip)),
  )
}
