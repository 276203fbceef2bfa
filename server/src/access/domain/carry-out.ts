import { inviteAgreed } from './invite.ts'
import { liftNow } from './lift-hold.ts'
import type { CarryOut } from './second-yes.ts'

/** What happens once a second administrator has agreed. */
export const carryOut: CarryOut = (context, asked) =>
  asked.kind === 'LIFT_HOLD' ? liftNow(context, asked.npi) : inviteAgreed(context, asked.invitation)
