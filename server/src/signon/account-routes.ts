import { ACCOUNT_CALLS } from '@portico/core/access/calls'
import * as api from '@portico/core/signon/shapes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callPath } from '../platform/call-path.ts'
import type { Deps } from '../platform/deps.ts'
import { answer, envelopeOf } from '../platform/outcome.ts'
import { sessionOf } from '../platform/session.ts'
import type { SignonPorts } from './domain/ports.ts'
import { type Changer, changeContact, changePassword, changeSecurityQuestions } from './domain/profile.ts'
import { findResetQuestions, forgotPassword, forgotUsername, resetPassword } from './domain/recovery.ts'
import { findSecurityAnswers } from './store/accounts.ts'

const done = { 200: envelopeOf(api.DoneSchema) }
const visitor = { access: 'public' } as const
/** The profile is open to accounts whose requests still wait. */
const anyUser = { access: { pending: true } } as const

const changerOf = (request: FastifyRequest): Changer => ({ session: sessionOf(request), address: request.ip })

/** Forgot password, forgot user name: for people who are not signed in. */
export function registerRecoveryCalls(calls: FastifyInstance, deps: Deps, ports: SignonPorts): void {
  calls.post<{ Body: { userName: string } }>(
    callPath(ACCOUNT_CALLS.forgotPassword),
    { config: visitor, schema: { body: api.ForgotPasswordBodySchema, response: done } },
    async (request, reply) => answer(reply, await forgotPassword(deps, request.body.userName, request.ip)),
  )
  calls.post<{ Body: { email: string } }>(
    callPath(ACCOUNT_CALLS.forgotUsername),
    { config: visitor, schema: { body: api.ForgotUsernameBodySchema, response: done } },
    async (request, reply) => answer(reply, await forgotUsername(deps, request.body.email, request.ip)),
  )
  calls.get<{ Querystring: { resetId: string } }>(
    callPath(ACCOUNT_CALLS.resetPassword),
    {
      config: visitor,
      schema: { querystring: api.ResetQuerySchema, response: { 200: envelopeOf(api.ResetQuestionsSchema) } },
    },
    async (request, reply) => answer(reply, await findResetQuestions(deps, request.query.resetId)),
  )
  calls.post<{ Body: api.ResetPasswordBody }>(
    callPath(ACCOUNT_CALLS.resetPassword),
    {
      config: visitor,
      schema: { body: api.ResetPasswordBodySchema, response: { 200: envelopeOf(api.PasswordResetSchema) } },
    },
    async (request, reply) => answer(reply, await resetPassword(deps, ports, request.body, request.ip)),
  )
}

/** The profile of whoever is signed in. */
export function registerProfileCalls(calls: FastifyInstance, deps: Deps, ports: SignonPorts): void {
  calls.post<{ Body: api.ContactBody }>(
    callPath(ACCOUNT_CALLS.updateContact),
    { config: anyUser, schema: { body: api.ContactBodySchema, response: done } },
    async (request, reply) => answer(reply, await changeContact(deps, changerOf(request), request.body)),
  )
  calls.post<{ Body: api.ChangePasswordBody }>(
    callPath(ACCOUNT_CALLS.changePassword),
    { config: anyUser, schema: { body: api.ChangePasswordBodySchema, response: done } },
    async (request, reply) => answer(reply, await changePassword(deps, ports, changerOf(request), request.body)),
  )
  calls.get(
    callPath(ACCOUNT_CALLS.securityQuestions),
    { config: anyUser, schema: { response: { 200: envelopeOf(api.ChosenQuestionsSchema) } } },
    async (request) => {
      const answers = await findSecurityAnswers(deps.db, sessionOf(request).accountId)
      return { status: 200, entity: answers.map(({ question }) => question) }
    },
  )
  calls.post<{ Body: api.ChangeQuestionsBody }>(
    callPath(ACCOUNT_CALLS.changeSecurityQuestions),
    { config: anyUser, schema: { body: api.ChangeQuestionsBodySchema, response: done } },
    async (request, reply) => answer(reply, await changeSecurityQuestions(deps, changerOf(request), request.body)),
  )
}
