import { ACCESS_CALLS } from '@portico/core/access/calls'
import * as api from '@portico/core/contracts/shapes'
import { INTERNAL_CALLS } from '@portico/core/internal/calls'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { callPath } from '../platform/call-path.ts'
import type { Deps } from '../platform/deps.ts'
import { HttpFailure } from '../platform/errors.ts'
import { answer, envelopeOf } from '../platform/outcome.ts'
import { sessionOf } from '../platform/session.ts'
import { returnContract, validateContract } from './domain/decide-contract.ts'
import { receiveContract } from './domain/receive-contract.ts'
import { reviewContract } from './domain/review-contract.ts'
import type { ContractPorts } from './ports.ts'
import { countContracts, findContractQueue } from './store/contract-queue.ts'
import { findContractFile } from './store/signed-contracts.ts'

const requester = { access: { kinds: ['provider' as const], pending: true as const } }
const pdfReply = {
  200: { description: 'The document as it came', content: { 'application/pdf': { schema: Type.String() } } },
}
const staff = { access: { kinds: ['internal' as const] } }
const done = { 200: envelopeOf(api.DoneSchema) }
const WEEK_MS = 7 * 24 * 3600 * 1000

const staffOf = (request: FastifyRequest) => ({ accountId: sessionOf(request).accountId, address: request.ip })

/** Signed contracts: the requester's upload, and everything plan staff do with them. */
export function contractRoutes(calls: FastifyInstance, deps: Deps, ports: ContractPorts): void {
  calls.post<{ Body: api.UploadContractBody }>(
    callPath(ACCESS_CALLS.uploadContract),
    {
      config: requester,
      bodyLimit: api.CONTRACT_BODY_MAX,
      schema: { body: api.UploadContractBodySchema, response: done },
    },
    async (request, reply) => {
      const by = { ...staffOf(request), kind: 'provider' as const }
      return answer(reply, await receiveContract(deps, ports, { ...request.body, cameBy: 'UPLOAD', by }))
    },
  )
  registerQueueCalls(calls, deps, ports)
  registerDecisionCalls(calls, deps, ports)
}

function registerQueueCalls(calls: FastifyInstance, deps: Deps, ports: ContractPorts): void {
  calls.get<{ Querystring: api.ContractListQuery }>(
    callPath(INTERNAL_CALLS.contracts),
    {
      config: staff,
      schema: { querystring: api.ContractListQuerySchema, response: { 200: envelopeOf(api.ContractListSchema) } },
    },
    async (request) => ({ status: 200, entity: await findContractQueue(deps.db, request.query) }),
  )
  calls.get(
    callPath(INTERNAL_CALLS.contractCounts),
    { config: staff, schema: { response: { 200: envelopeOf(api.ContractCountsSchema) } } },
    async () => {
      const weekStart = new Date(deps.clock.now().getTime() - WEEK_MS)
      return { status: 200, entity: await countContracts(deps.db, weekStart) }
    },
  )
  calls.get<{ Querystring: { reference: string } }>(
    callPath(INTERNAL_CALLS.contract),
    {
      config: staff,
      schema: { querystring: api.ContractQuerySchema, response: { 200: envelopeOf(api.ContractReviewSchema) } },
    },
    async (request, reply) => answer(reply, await reviewContract(deps, ports, request.query.reference)),
  )
  // The document itself, for the browser's viewer: the one call that does not answer JSON.
  calls.get<{ Querystring: { id: string } }>(
    callPath(INTERNAL_CALLS.contractFile),
    { config: staff, schema: { querystring: api.ContractFileQuerySchema, response: pdfReply } },
    async (request, reply) => {
      const file = await findContractFile(deps.db, request.query.id)
      if (!file) throw new HttpFailure(404, 'no-file', 'There is no such document.')
      return reply.header('content-disposition', 'inline').type('application/pdf').send(file)
    },
  )
}

function registerDecisionCalls(calls: FastifyInstance, deps: Deps, ports: ContractPorts): void {
  calls.post<{ Body: api.RecordContractBody }>(
    callPath(INTERNAL_CALLS.recordContract),
    { config: staff, bodyLimit: api.CONTRACT_BODY_MAX, schema: { body: api.RecordContractBodySchema, response: done } },
    async (request, reply) => {
      const by = { ...staffOf(request), kind: 'internal' as const }
      return answer(reply, await receiveContract(deps, ports, { ...request.body, by }))
    },
  )
  calls.post<{ Body: { reference: string; contractId: string } }>(
    callPath(INTERNAL_CALLS.validateContract),
    { config: staff, schema: { body: api.DecideContractBodySchema, response: done } },
    async (request, reply) =>
      answer(reply, await validateContract(deps, ports, { ...request.body, staff: staffOf(request) })),
  )
  calls.post<{ Body: { reference: string; contractId: string; reason: string } }>(
    callPath(INTERNAL_CALLS.returnContract),
    { config: staff, schema: { body: api.ReturnContractBodySchema, response: done } },
    async (request, reply) =>
      answer(reply, await returnContract(deps, ports, { ...request.body, staff: staffOf(request) })),
  )
}
