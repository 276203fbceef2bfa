import * as api from '@portico/core/directory/api'
import { PORTAL_CALLS } from '@portico/core/directory/calls'
import { normalizeMemberId } from '@portico/core/members/member-id'
import type { FastifyInstance } from 'fastify'
import { callPath } from '../../platform/call-path.ts'
import type { Deps } from '../../platform/deps.ts'
import { answer, envelopeOf, refuse } from '../../platform/outcome.ts'
import { streamCsv } from '../domain/export-csv.ts'
import { findClaim, findClaims, findClaimsAfter } from '../store/claims.ts'
import { needs, personOf, sendCsv } from './calls.ts'

export const CLAIM_UNKNOWN = 'We found no such claim among those of your providers.'

const config = needs('CLAIM')

const CSV_COLUMNS: { header: string; cell: (row: api.ClaimRow) => string }[] = [
  { header: 'Claim number', cell: (row) => row.claimNumber },
  { header: 'NPI', cell: (row) => row.npi },
  { header: 'Provider', cell: (row) => row.providerName },
  { header: 'Member ID', cell: (row) => row.memberId },
  { header: 'Service date', cell: (row) => row.serviceDate },
  { header: 'Billed', cell: (row) => row.billed },
  { header: 'Paid', cell: (row) => row.paid },
  { header: 'Status', cell: (row) => row.status },
]

export function registerClaimCalls(calls: FastifyInstance, deps: Deps): void {
  calls.post<{ Body: api.ClaimSearchBody }>(
    callPath(PORTAL_CALLS.claims),
    { config, schema: { body: api.ClaimSearchBodySchema, response: { 200: envelopeOf(api.ClaimListSchema) } } },
    async (request) => {
      const { memberId, ...search } = request.body
      const filter = memberId ? { ...search, memberId: normalizeMemberId(memberId.trim()) } : search
      return { status: 200, entity: await findClaims(deps.db, personOf(request).accountId, filter) }
    },
  )
  calls.get<{ Querystring: { claimNumber: string } }>(
    callPath(PORTAL_CALLS.claim),
    { config, schema: { querystring: api.ClaimQuerySchema, response: { 200: envelopeOf(api.ClaimDetailSchema) } } },
    async (request, reply) => {
      const claim = await findClaim(deps.db, personOf(request).accountId, request.query.claimNumber)
      return answer(reply, claim ? { entity: claim } : refuse(404, CLAIM_UNKNOWN))
    },
  )
  calls.get<{ Querystring: api.ExportQuery }>(
    callPath(PORTAL_CALLS.claimExport),
    { config, schema: { querystring: api.ExportQuerySchema } },
    async (request, reply) => {
      const { accountId } = personOf(request)
      const lines = streamCsv<api.ClaimRow>(CSV_COLUMNS, (last, limit) =>
        findClaimsAfter(deps.db, accountId, request.query, last, limit),
      )
      return sendCsv(reply, 'claims', lines)
    },
  )
}
