import { STATUS } from '@portico/core/constants'
import { recordAudit } from '#platform/audit/audit.ts'
import type { InTransaction } from '#platform/context.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findHold, updateHoldsLifted } from '../../store/decisions/registration-holds.ts'
import type { ActingInside } from '../acting.ts'
import { needsFourEyesApproval, requestFourEyesApproval } from '../four-eyes.ts'
import { NOT_ON_HOLD } from '../sentences.ts'

type Lifted = { lifted: number; waiting: boolean }

/**
 * Lifts a hold after staff have inspected the provider's objection. Only a hold needs four-eyes approval; an SAA's
 * objection does not.
 */
export async function liftHold(context: ActingInside, { npi }: { npi: string }): Promise<Outcome<Lifted>> {
  if (!needsFourEyesApproval(context) || !(await findHold(context.db, npi))) return liftNow(context, npi)
  await requestFourEyesApproval(context, { kind: 'LIFT_HOLD', npi })
  return { entity: { lifted: 0, waiting: true } }
}

export async function liftNow(context: InTransaction, npi: string): Promise<Outcome<Lifted>> {
  const lifted = await updateHoldsLifted(context.db, npi, context.now)
  if (lifted === 0) return refuse(STATUS.pageMessage, NOT_ON_HOLD)
  await recordAudit(context, { action: 'identity.hold-lifted', npi })
  return { entity: { lifted, waiting: false } }
}
