import { ACCESS_CALLS } from '@portico/core/access/calls'
import * as api from '@portico/core/access/shapes'
import type { FastifyInstance } from 'fastify'
import type { Trx } from '../../platform/access-ports.ts'
import { callPath } from '../../platform/call-path.ts'
import type { Deps } from '../../platform/deps.ts'
import { answer, envelopeOf, type Outcome } from '../../platform/outcome.ts'
import type { Settings } from '../../platform/settings.ts'
import type { Acting } from '../domain/actor.ts'
import { changeGrant, confirmPeople, reactivateGrant, removeGrant, suspendPersonGrant } from '../domain/administer.ts'
import { decideWaitingRequest } from '../domain/approve.ts'
import { handOver } from '../domain/hand-over.ts'
import { invitePerson, resendInvitation } from '../domain/invite.ts'
import { inviteMany } from '../domain/invite-many.ts'
import { reopenByStaff, suspendByStaff } from '../domain/staff-accounts.ts'
import { act, administrators, findCaller, planStaff } from './acting.ts'

type GrantAct = (settings: Settings, trx: Trx, actor: Acting, body: api.GrantBody) => Promise<Outcome<true>>

/** Acts on one person's grant that take nothing but the grant and perhaps a reason. */
const grantActs: [call: string, work: GrantAct][] = [
  [ACCESS_CALLS.suspendGrant, suspendPersonGrant],
  [ACCESS_CALLS.reactivateGrant, reactivateGrant],
  [ACCESS_CALLS.removeGrant, removeGrant],
  [ACCESS_CALLS.handOver, (settings, trx, actor, { grantId }) => handOver(settings, trx, actor, grantId)],
]

const done = { 200: envelopeOf(api.DoneSchema) }

/** Doing: every act of user administration. */
export function administrationRoutes(calls: FastifyInstance, deps: Deps): void {
  const { settings } = deps
  for (const [call, work] of grantActs) {
    calls.post<{ Body: api.GrantBody }>(
      callPath(call),
      { config: administrators, schema: { body: api.GrantBodySchema, response: done } },
      async (request, reply) =>
        answer(reply, await act(deps, request, (trx, actor) => work(settings, trx, actor, request.body))),
    )
  }
  calls.post<{ Body: api.ChangeGrantBody }>(
    callPath(ACCESS_CALLS.changeGrant),
    { config: administrators, schema: { body: api.ChangeGrantBodySchema, response: done } },
    async (request, reply) =>
      answer(reply, await act(deps, request, (trx, actor) => changeGrant(settings, trx, actor, request.body))),
  )
  calls.post<{ Body: { grantIds: string[] } }>(
    callPath(ACCESS_CALLS.confirmPeople),
    {
      config: administrators,
      schema: { body: api.ConfirmPeopleBodySchema, response: { 200: envelopeOf(api.ConfirmedSchema) } },
    },
    async (request, reply) =>
      answer(
        reply,
        await act(deps, request, (trx, actor) => confirmPeople(settings, trx, actor, request.body.grantIds)),
      ),
  )
  calls.post<{ Body: api.DecideRequestBody }>(
    callPath(ACCESS_CALLS.decideRequest),
    {
      config: administrators,
      schema: { body: api.DecideRequestBodySchema, response: { 200: envelopeOf(api.DecidedSchema) } },
    },
    async (request, reply) =>
      answer(reply, await act(deps, request, (trx, actor) => decideWaitingRequest(settings, trx, actor, request.body))),
  )
  invitationRoutes(calls, deps)
  staffRoutes(calls, deps)
}

/** A whole account is plan staff's alone to suspend and to open again. */
function staffRoutes(calls: FastifyInstance, deps: Deps): void {
  const acts = [
    [ACCESS_CALLS.suspendAccount, suspendByStaff],
    [ACCESS_CALLS.reopenAccount, reopenByStaff],
  ] as const
  for (const [call, work] of acts) {
    calls.post<{ Body: { accountId: string; reason?: string } }>(
      callPath(call),
      { config: planStaff, schema: { body: api.AccountBodySchema, response: done } },
      async (request, reply) =>
        answer(reply, await act(deps, request, (trx, actor) => work(deps.settings, trx, actor, request.body))),
    )
  }
}

function invitationRoutes(calls: FastifyInstance, deps: Deps): void {
  const { settings } = deps
  calls.post<{ Body: api.InviteBody }>(
    callPath(ACCESS_CALLS.invite),
    {
      config: administrators,
      schema: { body: api.InviteBodySchema, response: { 200: envelopeOf(api.InvitedSchema) } },
    },
    async (request, reply) =>
      answer(reply, await act(deps, request, (trx, actor) => invitePerson(settings, trx, actor, request.body))),
  )
  calls.post<{ Body: api.InviteManyBody }>(
    callPath(ACCESS_CALLS.inviteMany),
    {
      config: administrators,
      schema: { body: api.InviteManyBodySchema, response: { 200: envelopeOf(api.InviteManyResultSchema) } },
    },
    async (request, reply) => {
      const actor = await findCaller(deps.db, deps, request)
      return answer(reply, await inviteMany(settings, deps.db, actor, request.body))
    },
  )
  calls.post<{ Body: { accountId: string } }>(
    callPath(ACCESS_CALLS.resendInvitation),
    { config: administrators, schema: { body: api.AccountBodySchema, response: done } },
    async (request, reply) =>
      answer(
        reply,
        await act(deps, request, (trx, actor) => resendInvitation(settings, trx, actor, request.body.accountId)),
      ),
  )
}
