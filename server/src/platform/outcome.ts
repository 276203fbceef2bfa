import type { Refusal } from '@portico/core/envelope'

/** The result of a domain function: a value, or an expected refusal with its message. Bugs throw. */
export type Outcome<Entity> = { entity: Entity } | { refusal: Refusal }

export function refuse(status: number, message: string, messageCode?: string): { refusal: Refusal } {
  return { refusal: messageCode ? { status, message, messageCode } : { status, message } }
}

/** Wraps a read that cannot be refused. */
export const reading =
  <Around, Input, Entity>(read: (context: Around, input: Input) => Promise<Entity>) =>
  async (context: Around, input: Input): Promise<Outcome<Entity>> => ({ entity: await read(context, input) })
