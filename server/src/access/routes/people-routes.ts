import { ACCESS_CALLS } from '@portico/core/access/calls'
import * as api from '@portico/core/access/shapes'
import type { FastifyInstance } from 'fastify'
import { callPath } from '../../platform/call-path.ts'
import type { Deps } from '../../platform/deps.ts'
import { answer, envelopeOf } from '../../platform/outcome.ts'
import { listWaitingRequests } from '../domain/approve.ts'
import { listControlledAccess, listHistory, listPeople, listScopes } from '../domain/people.ts'
import { administrators, anyProvider, findCaller } from './acting.ts'

/** Looking: who has access, who waits, what happened. */
export function peopleRoutes(calls: FastifyInstance, deps: Deps): void {
  calls.get(
    callPath(ACCESS_CALLS.scopes),
    { config: administrators, schema: { response: { 200: envelopeOf(api.AdministeredScopesSchema) } } },
    async (request, reply) => {
      const actor = await findCaller(deps.db, deps, request)
      return answer(reply, { entity: await listScopes(deps.db, actor) })
    },
  )
  calls.get<{ Querystring: api.PeopleQuery }>(
    callPath(ACCESS_CALLS.people),
    {
      config: administrators,
      schema: { querystring: api.PeopleQuerySchema, response: { 200: envelopeOf(api.PeoplePageSchema) } },
    },
    async (request, reply) => {
      const actor = await findCaller(deps.db, deps, request)
      return answer(reply, { entity: await listPeople(deps.db, actor, request.query) })
    },
  )
  calls.get(
    callPath(ACCESS_CALLS.requests),
    { config: administrators, schema: { response: { 200: envelopeOf(api.WaitingRequestsSchema) } } },
    async (request, reply) => {
      const actor = await findCaller(deps.db, deps, request)
      return answer(reply, { entity: await listWaitingRequests(deps.db, actor) })
    },
  )
  calls.get<{ Querystring: { accountId: string } }>(
    callPath(ACCESS_CALLS.history),
    {
      config: administrators,
      schema: { querystring: api.HistoryQuerySchema, response: { 200: envelopeOf(api.HistorySchema) } },
    },
    async (request, reply) => {
      const actor = await findCaller(deps.db, deps, request)
      return answer(reply, await listHistory(deps.db, actor, request.query.accountId))
    },
  )
  calls.get(
    callPath(ACCESS_CALLS.whoControlsMyAccess),
    { config: anyProvider, schema: { response: { 200: envelopeOf(api.ControlledAccessSchema) } } },
    async (request, reply) => {
      const actor = await findCaller(deps.db, deps, request)
      return answer(reply, { entity: await listControlledAccess(deps.db, actor) })
    },
  )
}
