import { STATUS } from '@portico/core/constants'
import { ON_HOLD } from '@portico/core/registration/texts/sentences'
import type { Db } from '#platform/context.ts'
import { refuse } from '#platform/outcome.ts'
import { findHold } from '../../store/decisions/registration-holds.ts'

export const REFUSED_ON_HOLD = refuse(STATUS.badRequest, ON_HOLD, 'on-hold')

/** Refuses access to an NPI whose provider chose 'This was not me', until staff lift the hold (behaviour 7.19). */
export async function refuseOnHold(db: Db, npi: string | null) {
  return npi !== null && (await findHold(db, npi)) ? REFUSED_ON_HOLD : undefined
}
