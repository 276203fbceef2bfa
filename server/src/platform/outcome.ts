import { type Refusal, refusalEntity } from '@portico/core/envelope'
import type { FastifyReply } from 'fastify'
import Type, { type TSchema } from 'typebox'

/** What a domain function gives back: what was asked for, or an expected failure with its sentence. Bugs throw. */
export type Outcome<Entity> = { entity: Entity } | { refusal: Refusal }

export function refuse(status: number, message: string, messageCode?: string): { refusal: Refusal } {
  return { refusal: messageCode ? { status, message, messageCode } : { status, message } }
}

/** The reply schema of a call: HTTP 200 with the envelope around its entity. */
export function envelopeOf<Entity extends TSchema>(entity: Entity) {
  return Type.Object({ status: Type.Literal(200), entity })
}

/** Turns an outcome into the envelope. A refusal has one shape for all calls, so it skips the call's own schema. */
export function answer<Entity>(reply: FastifyReply, outcome: Outcome<Entity>): FastifyReply {
  if ('entity' in outcome) return reply.send({ status: 200, entity: outcome.entity })
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ status: outcome.refusal.status, entity: refusalEntity(outcome.refusal) })
}

/** A call that only reads, and always finds: what it read is the entity. */
export const reading =
  <Around, Input, Entity>(read: (context: Around, input: Input) => Promise<Entity>) =>
  async (context: Around, input: Input): Promise<Outcome<Entity>> => ({ entity: await read(context, input) })
