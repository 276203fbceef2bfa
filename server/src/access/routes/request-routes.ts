import { ACCESS_CALLS } from '@portico/core/access/calls'
import * as api from '@portico/core/access/shapes'
import type { FastifyInstance } from 'fastify'
import { callPath } from '../../platform/call-path.ts'
import type { Deps } from '../../platform/deps.ts'
import { answer, envelopeOf } from '../../platform/outcome.ts'
import { cancelMyRequest, listMyRequests, sendMyRequestAgain } from '../domain/my-requests.ts'
import { act, anyProvider, findCaller } from './acting.ts'

/** A person's own requests: open to accounts that have nothing but waiting ones. */
export function requestRoutes(calls: FastifyInstance, deps: Deps): void {
  calls.get(
    callPath(ACCESS_CALLS.myRequests),
    { config: anyProvider, schema: { response: { 200: envelopeOf(api.MyRequestsSchema) } } },
    async (request, reply) => {
      const actor = await findCaller(deps.db, deps, request)
      return answer(reply, { entity: await listMyRequests(deps.db, actor) })
    },
  )
  calls.post<{ Body: { reference: string } }>(
    callPath(ACCESS_CALLS.cancelRequest),
    {
      config: anyProvider,
      schema: { body: api.ReferenceBodySchema, response: { 200: envelopeOf(api.DecidedSchema) } },
    },
    async (request, reply) =>
      answer(
        reply,
        await act(deps, request, (trx, actor) => cancelMyRequest(deps.settings, trx, actor, request.body.reference)),
      ),
  )
  calls.post<{ Body: { reference: string } }>(
    callPath(ACCESS_CALLS.sendRequestAgain),
    { config: anyProvider, schema: { body: api.ReferenceBodySchema, response: { 200: envelopeOf(api.DoneSchema) } } },
    async (request, reply) =>
      answer(
        reply,
        await act(deps, request, (trx, actor) => sendMyRequestAgain(deps.settings, trx, actor, request.body.reference)),
      ),
  )
}
