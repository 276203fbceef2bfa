import type { Readable } from 'node:stream'
import type { PermissionId } from '@portico/core/access/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { sessionOf } from '../../platform/session.ts'

/** A function of the portal: providers with this permission. */
export const needs = (permission: PermissionId) => ({
  access: { kinds: ['provider' as const], permission },
})
export const staff = { access: { kinds: ['internal' as const] } }

export const personOf = (request: FastifyRequest) => ({
  accountId: sessionOf(request).accountId,
  address: request.ip,
})

/** How a file is described beside the calls that answer with an envelope. */
export const csvReply = {
  200: { description: 'A CSV file', content: { 'text/csv': { schema: Type.String() } } },
}

/** A file to save, sent as it is made. */
export function sendCsv(reply: FastifyReply, name: string, lines: Readable): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(lines)
}
