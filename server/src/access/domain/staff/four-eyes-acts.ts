import { liftNow } from '../holds/lift-hold.ts'
import { inviteAgreed } from '../invitations/invite.ts'
import type { CarryOut } from './four-eyes.ts'

/** Carries out a request after four-eyes approval. */
export const carryOut: CarryOut = (context, asked) =>
  asked.kind === 'LIFT_HOLD' ? liftNow(context, asked.npi) : inviteAgreed(context, asked.invitation)
