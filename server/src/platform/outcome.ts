import type { Refusal } from '@portico/core/envelope'

/** What a domain function gives back: what was asked for, or an expected failure with its sentence. Bugs throw. */
export type Outcome<Entity> = { entity: Entity } | { refusal: Refusal }

export function refuse(status: number, message: string, messageCode?: string): { refusal: Refusal } {
  return { refusal: messageCode ? { status, message, messageCode } : { status, message } }
}

/** A call that only reads, and always finds: what it read is the entity. */
export const reading =
  <Around, Input, Entity>(read: (context: Around, input: Input) => Promise<Entity>) =>
  async (context: Around, input: Input): Promise<Outcome<Entity>> => ({ entity: await read(context, input) })
