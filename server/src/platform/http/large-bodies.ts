import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseBusy } from '../limits/fair-queue.ts'
import { networkOf } from '../limits/limits.ts'

/** A body is held in memory until it is here whole: of those larger than usual so many, of one asker and of all. */
export type BodyBounds = { ofOne: number; inAll: number }

type Sent = FastifyReply['raw']

/**
 * Refuses before anything of the body is read. A place is free again when the answer is sent or the asker is gone. Where
 * all places are taken, the asker with the most gives the oldest up to somebody with fewer: a few who send slowly keep
 * nobody else off.
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
