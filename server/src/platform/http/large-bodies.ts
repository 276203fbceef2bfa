import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseBusy } from '../limits/fair-queue.ts'
import { networkOf } from '../limits/limits.ts'

/** Limits for larger bodies, which are held in memory until fully received: per client and in total. */
export type BodyBounds = { ofOne: number; inAll: number }

type Sent = FastifyReply['raw']

/**
 * Rejects before any of the body is read. A slot is freed when the reply is sent or the client disconnects. If all
 * slots are taken, the client with the most gives up its oldest to a client with fewer, so that a few slow senders do
 * not block the others.
 */
export function boundLargeBodies({ ofOne, inAll }: BodyBounds) {
  const held = new Map<string, Set<Sent>>()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const asker = request.session?.accountId ?? networkOf(request.ip)
    const own = held.get(asker) ?? new Set()
    if (own.size >= ofOne) throw refuseBusy()
    const [most = own] = [...held.values()].sort((one, other) => other.size - one.size)
    const all = [...held.values()].reduce((sum, { size }) => sum + size, 0)
    if (all >= inAll) {
      if (most.size <= own.size + 1) throw refuseBusy()
      const [oldest] = most
      if (oldest) most.delete(oldest)
      oldest?.destroy()
    }
    held.set(asker, own.add(reply.raw))
    finished(reply.raw, () => {
      own.delete(reply.raw)
      if (own.size === 0 && held.get(asker) === own) held.delete(asker)
    })
  }
}
