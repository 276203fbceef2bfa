import { refuseOnHold } from '../../access/access.ts'
import type { Registering } from './held-registration.ts'

/** Frozen by the provider, also after this registration began (behaviour 7.19). */
export const refusedOnHold = ({ db, held: { npi } }: Pick<Registering, 'db' | 'held'>) => refuseOnHold(db, npi)

/** A call that proves something, or asks for what proves it: on hold there is nothing to be tried. */
export const unlessOnHold =
  <Asked, Answer>(handler: (context: Registering, asked: Asked) => Promise<Answer>) =>
  async (context: Registering, asked: Asked) =>
    (await refusedOnHold(context)) ?? handler(context, asked)
