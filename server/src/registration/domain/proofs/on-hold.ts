import { REFUSED_ON_HOLD } from '../../../access/access.ts'
import type { Registering } from '../current-registration.ts'

/** As it was when the call renewed its registration; who gets access is asked again as that is given. */
export const refusedOnHold = ({ registration }: Pick<Registering, 'registration'>) =>
  registration.is_on_hold ? REFUSED_ON_HOLD : undefined

/** A call that proves something, or asks for what proves it: on hold there is nothing to be tried. */
export const unlessOnHold =
  <Asked, Answer>(handler: (context: Registering, asked: Asked) => Promise<Answer>) =>
  async (context: Registering, asked: Asked) =>
    refusedOnHold(context) ?? handler(context, asked)
