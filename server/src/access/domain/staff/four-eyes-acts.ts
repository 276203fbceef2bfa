import { liftNow } from '../holds/lift-hold.ts'
import { inviteApproved } from '../invitations/invite.ts'
import type { CarryOut } from './four-eyes.ts'
import { addAdministrator, makeAdministrator } from './staff-team.ts'

/** Carries out a request after four-eyes approval. */
export const carryOut: CarryOut = (context, asked, requestedBy) => {
  if (asked.kind === 'LIFT_HOLD') return liftNow(context, asked.npi)
  if (asked.kind === 'INVITE_SAA') return inviteApproved(context, asked.invitation)
  return asked.kind === 'INVITE_ADMINISTRATOR'
    ? addAdministrator(context, asked.person, requestedBy)
    : makeAdministrator(context, asked.accountId)
}
