import { PORTAL_CALLS } from '@portico/core/directory/calls'
import { checkDays } from '@portico/core/directory/forms'
import * as api from '@portico/core/directory/shapes'
import type { Refusal } from '@portico/core/envelope'
import { normalizeMemberId } from '@portico/core/members/member-id'
import type { FastifyInstance } from 'fastify'
import { callPath } from '../../platform/call-path.ts'
import type { Deps } from '../../platform/deps.ts'
import { answer, envelopeOf, refuse } from '../../platform/outcome.ts'
import { streamCsv } from '../domain/export-csv.ts'
import { findClaim, findClaims, findClaimsAfter } from '../store/claims.ts'
import { csvReply, needs, personOf, sendCsv } from './calls.ts'

const CLAIM_UNKNOWN = 'We found no such claim among those of your providers.'

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

/** The filter as the store takes it, or what cannot be used in it. */
function readFilter<Asked extends api.ClaimFilter>(asked: Asked): { filter: Asked } | { refusal: Refusal } {
  const [problem] = Object.values(checkDays(asked))
  if (problem) return refuse(400, problem)
  const { memberId = '', claimNumber = '' } = asked
  return { filter: { ...asked, memberId: normalizeMemberId(memberId.trim()), claimNumber: claimNumber.trim() } }
}

export function registerClaimCalls(calls: FastifyInstance, deps: Deps): void {
  calls.post<{ Body: api.ClaimSearchBody }>(
    callPath(PORTAL_CALLS.claims),
    { config, schema: { body: api.ClaimSearchBodySchema, response: { 200: envelopeOf(api.ClaimListSchema) } } },
    async (request, reply) => {
      const read = readFilter(request.body)
      if ('refusal' in read) return answer(reply, read)
      return answer(reply, { entity: await findClaims(deps.db, personOf(request).accountId, read.filter) })
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
  calls.post<{ Body: api.ClaimFilter }>(
    callPath(PORTAL_CALLS.claimExport),
    { config, schema: { body: api.ClaimFilterSchema, response: csvReply } },
    async (request, reply) => {
      const { accountId } = personOf(request)
      const read = readFilter(request.body)
      if ('refusal' in read) return answer(reply, read)
      const lines = streamCsv<api.ClaimRow>(CSV_COLUMNS, (last, limit) =>
        findClaimsAfter(deps.db, accountId, read.filter, last, limit),
      )
      return sendCsv(reply, 'claims', lines)
    },
  )
}
