import { liftNow } from '../holds/lift-hold.ts'
import { inviteAgreed } from '../invitations/invite.ts'
import type { CarryOut } from './four-eyes.ts'

/** What happens once a second administrator has agreed. */
export const carryOut: CarryOut = (context, asked) =>
  asked.kind === 'LIFT_HOLD' ? liftNow(context, asked.npi) : inviteAgreed(context, asked.invitation)
