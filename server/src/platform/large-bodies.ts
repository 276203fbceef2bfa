import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseBusy } from './fair-turns.ts'
import { networkOf } from './limits.ts'

/** A body is held in memory until it is here whole: of those larger than usual so many, of one asker and of all. */
export type BodyBounds = { ofOne: number; inAll: number }

/** Refuses before anything of the body is read. A place is free again when the answer is sent or the asker is gone. */
export function boundLargeBodies({ ofOne, inAll }: BodyBounds) {
  const held = new Map<string, number>()
  let all = 0
  const free = (asker: string) => {
    const left = (held.get(asker) ?? 1) - 1
    if (left > 0) held.set(asker, left)
    else held.delete(asker)
    all -= 1
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const asker = request.session?.accountId ?? networkOf(request.ip)
    const own = held.get(asker) ?? 0
    if (own >= ofOne || all >= inAll) throw refuseBusy()
    held.set(asker, own + 1)
    all += 1
    finished(reply.raw, () => free(asker))
  }
}
