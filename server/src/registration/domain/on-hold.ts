import { ON_HOLD } from '@portico/core/registration/sentences'
import { findHold } from '../../access/access.ts'
import { refuse } from '../../platform/outcome.ts'
import type { Registering } from './held-registration.ts'

/** Frozen by the provider, also after this registration began (behaviour 7.19). */
export async function refusedOnHold({ db, held: { npi } }: Pick<Registering, 'db' | 'held'>) {
  return npi !== null && (await findHold(db, npi)) ? refuse(400, ON_HOLD, 'on-hold') : undefined
}

/** A call that proves something, or asks for what proves it: on hold there is nothing to be tried. */
export const unlessOnHold =
  <Asked, Answer>(handler: (context: Registering, asked: Asked) => Promise<Answer>) =>
  async (context: Registering, asked: Asked) =>
    (await refusedOnHold(context)) ?? handler(context, asked)
