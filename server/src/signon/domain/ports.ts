import type { FastifyReply, FastifyRequest } from 'fastify'

/** What sign-on is handed from other areas by app.ts. */
export type SignonPorts = {
  /** Forgets the registration this browser holds. */
  endRegistration(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Forgets it where it is not this account's. */
  endOthersRegistration(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<void>
}
