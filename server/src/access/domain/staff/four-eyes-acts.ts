import { liftNow } from '../holds/lift-hold.ts'
import { inviteApproved } from '../invitations/invite.ts'
import type { CarryOut } from './four-eyes.ts'

/** Carries out a request after four-eyes approval. */
export const carryOut: CarryOut = (context, asked) =>
  asked.kind === 'LIFT_HOLD' ? liftNow(context, asked.npi) : inviteApproved(context, asked.invitation)
