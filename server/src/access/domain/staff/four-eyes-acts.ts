import type { FourEyesDecided } from '@portico/core/access/account-shapes'
import type { Outcome } from '#platform/outcome.ts'
import type { ApplicationRequest, Asked } from '../../store/decisions/four-eyes.ts'
import { inviteApproved } from '../accounts/invite.ts'
import type { ActingInside } from '../acting.ts'
import type { CarryOut } from '../four-eyes.ts'
import { liftNow } from '../holds/registration-hold.ts'
import { addAdministrator, makeAdministrator } from './staff-team.ts'

/** Carries out an approved request about an application. A function of the area above. */
export type ChangeApplications = (context: ActingInside, asked: ApplicationRequest) => Promise<Outcome<FourEyesDecided>>

/** Carries out a request after four-eyes approval. */
export const carryOutWith =
  (changeApplications: ChangeApplications): CarryOut =>
  async (context, asked, requestedBy) => {
    if ('body' in asked) return changeApplications(context, asked)
    const done = await carryOut(context, asked, requestedBy)
    return 'refusal' in done ? done : { entity: true }
  }

function carryOut(
  context: ActingInside,
  asked: Exclude<Asked, ApplicationRequest>,
  requestedBy: string,
): Promise<Outcome<unknown>> {
  if (asked.kind === 'LIFT_HOLD') return liftNow(context, asked.npi)
  if (asked.kind === 'INVITE_SAA') return inviteApproved(context, asked.invitation)
  return asked.kind === 'INVITE_ADMINISTRATOR'
    ? addAdministrator(context, asked.person, requestedBy)
    : makeAdministrator(context, asked.accountId)
}
