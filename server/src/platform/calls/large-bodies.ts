import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseBusy } from '../limits/fair-queue.ts'
import { networkOf } from '../limits/limits.ts'

/** Limits for larger bodies, which are open in memory until fully received: per client and in total. */
export type BodyLimits = { perClient: number; total: number }

type Sent = FastifyReply['raw']

/**
 * Rejects before any of the body is read. A slot is freed when the reply is sent or the client disconnects. If all
 * slots are taken, the client with the most gives up its oldest to a client with fewer, so that a few slow senders do
 * not block the others.
 */
export function limitLargeBodies({ perClient, total }: BodyLimits) {
  const open = new Map<string, Set<Sent>>()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const client = request.session?.accountId ?? networkOf(request.ip)
    const own = open.get(client) ?? new Set()
    if (own.size >= perClient) throw refuseBusy()
    const [most = own] = [...open.values()].sort((one, other) => other.size - one.size)
    const all = [...open.values()].reduce((sum, { size }) => sum + size, 0)
    if (all >= total) {
      if (most.size <= own.size + 1) throw refuseBusy()
      const [oldest] = most
      if (oldest) most.delete(oldest)
      oldest?.destroy()
    }
    open.set(client, own.add(reply.raw))
    finished(reply.raw, () => {
      own.delete(reply.raw)
      if (own.size === 0 && open.get(client) === own) open.delete(client)
    })
  }
}
