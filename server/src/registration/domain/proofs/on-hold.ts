import { REFUSED_ON_HOLD } from '../../../access/access.ts'
import type { Registering } from './current-registration.ts'

/** Uses the status read when the call renewed its registration. Granting access checks the hold again. */
export const refusedOnHold = ({ registration }: Pick<Registering, 'registration'>) =>
  registration.is_on_hold ? REFUSED_ON_HOLD : undefined

/** Wraps a call that proves an identity or requests a proof: a registration hold refuses it. */
export const unlessOnHold =
  <Asked, Answer>(handler: (context: Registering, asked: Asked) => Promise<Answer>) =>
  async (context: Registering, asked: Asked) =>
    refusedOnHold(context) ?? handler(context, asked)
