import { PORTAL_CALLS } from '@portico/core/directory/calls'
import * as api from '@portico/core/directory/shapes'
import type { FastifyInstance } from 'fastify'
import { callPath } from '../../platform/call-path.ts'
import type { Deps } from '../../platform/deps.ts'
import { answer, envelopeOf } from '../../platform/outcome.ts'
import { answerChange, reportChange } from '../domain/roster-changes.ts'
import { findRoster, findRosterGroups } from '../store/roster.ts'
import { findAllChanges, findCoveredChanges } from '../store/roster-changes.ts'
import { needs, personOf, staff } from './calls.ts'

const config = needs('ROSTER')
const done = { 200: envelopeOf(api.DoneSchema) }
const changes = { 200: envelopeOf(api.RosterChangesSchema) }

export function registerRosterCalls(calls: FastifyInstance, deps: Deps): void {
  calls.get<{ Querystring: api.RosterQuery }>(
    callPath(PORTAL_CALLS.roster),
    { config, schema: { querystring: api.RosterQuerySchema, response: { 200: envelopeOf(api.RosterListSchema) } } },
    async (request) => ({
      status: 200,
      entity: await findRoster(deps.db, personOf(request).accountId, request.query),
    }),
  )
  calls.get(
    callPath(PORTAL_CALLS.rosterGroups),
    { config, schema: { response: { 200: envelopeOf(api.RosterGroupsSchema) } } },
    async (request) => ({ status: 200, entity: await findRosterGroups(deps.db, personOf(request).accountId) }),
  )
  calls.post<{ Body: api.ReportChangeBody }>(
    callPath(PORTAL_CALLS.reportChange),
    { config, schema: { body: api.ReportChangeBodySchema, response: done } },
    async (request, reply) => answer(reply, await reportChange(deps, personOf(request), request.body)),
  )
  calls.get<{ Querystring: { page?: number } }>(
    callPath(PORTAL_CALLS.myChanges),
    { config, schema: { querystring: api.ChangesQuerySchema, response: changes } },
    async (request) => ({
      status: 200,
      entity: await findCoveredChanges(deps.db, personOf(request).accountId, request.query.page ?? 0),
    }),
  )
  calls.get<{ Querystring: api.StaffChangesQuery }>(
    callPath(PORTAL_CALLS.rosterChanges),
    { config: staff, schema: { querystring: api.StaffChangesQuerySchema, response: changes } },
    async (request) => ({
      status: 200,
      entity: await findAllChanges(deps.db, request.query.answered ?? false, request.query.page ?? 0),
    }),
  )
  calls.post<{ Body: api.AnswerChangeBody }>(
    callPath(PORTAL_CALLS.answerRosterChange),
    { config: staff, schema: { body: api.AnswerChangeBodySchema, response: done } },
    async (request, reply) => answer(reply, await answerChange(deps, personOf(request), request.body)),
  )
}
