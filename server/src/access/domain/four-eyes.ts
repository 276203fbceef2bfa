import type { FourEyesApproval, FourEyesApprovalBody, FourEyesDecided } from '@portico/core/access/account-shapes'
import { STATUS } from '@portico/core/constants'
import type { AuditAct } from '@portico/core/internal/audit-acts'
import { recordAudit } from '#platform/audit/audit.ts'
import { recordStaffEvent } from '#platform/bell/record-staff-event.ts'
import type { InTransaction } from '#platform/context.ts'
import { toPerson } from '#platform/database/person-columns.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import {
  type Asked,
  type FourEyesApprovalRow,
  findApprovers,
  findExpiredFourEyesApprovals,
  findFourEyesApprovals,
  insertFourEyesApproval,
  lockFourEyesApproval,
  updateFourEyesApprovalDecided,
} from '../store/decisions/four-eyes.ts'
import { findScopes } from '../store/people/scopes.ts'
import { lockAdministrators } from '../store/people/staff-accounts.ts'
import type { Acting, ActingInside } from './acting.ts'
import { addDays } from './due-days.ts'
import type { DueWork } from './due-work.ts'
import { fullName } from './mail/mails.ts'
import * as sentence from './sentences.ts'

/**
 * Four-eyes approval (behaviour 15.12): if the plan enables it, a second administrator must agree before the act runs.
 */

const EXPIRES_DAYS = 7

/** True if the caller's act needs four-eyes approval. */
export const needsFourEyesApproval = ({ settings, caller }: Acting): boolean =>
  settings.fourEyes && caller.kind === 'internal'

/** Refuses if no administrator can approve what the caller asks for. */
export async function refuseWithoutApprover(context: ActingInside) {
  const approvers = await findApprovers(context, context.caller.accountId)
  return approvers.length > 0 ? undefined : refuse(STATUS.pageMessage, sentence.NO_APPROVER)
}

/** A repeated request creates no second row. False if such a request is already pending. */
export async function requestFourEyesApproval(context: ActingInside, asked: Asked): Promise<boolean> {
  const expiresAt = addDays(context.now, EXPIRES_DAYS)
  const isNew = await insertFourEyesApproval(context, asked, { askedBy: context.caller.accountId, expiresAt })
  if (!isNew) return false
  await recordAudit(context, { action: 'staff.second-yes-asked', ...aboutOf(asked) })
  const approvers = await findApprovers(context, context.caller.accountId)
  await recordStaffEvent(context, { event: 'staff.approvals-waiting', among: approvers })
  return true
}

function aboutOf(asked: Asked) {
  const { kind } = asked
  if ('body' in asked) return { npi: null, details: { kind, application: asked.name, changes: asked.changes } }
  if (kind === 'INVITE_SAA') return { npi: null, details: { kind, entity: asked.invitation.entity } }
  return { npi: kind === 'LIFT_HOLD' ? asked.npi : null, details: { kind } }
}

export async function listFourEyesApprovals(context: Acting): Promise<Outcome<FourEyesApproval[]>> {
  const rows = await findFourEyesApprovals(context)
  const entities = rows.map(({ entity, npi }) => entity ?? `NPI:${npi}`)
  const scopes = await findScopes(context.db, entities)
  const approvers = new Map<string, string[]>()
  for (const { requested_by } of rows)
    if (!approvers.has(requested_by)) approvers.set(requested_by, await findApprovers(context, requested_by))
  return {
    entity: rows.map((row, index) => ({
      askId: row.public_id,
      kind: row.kind,
      npi: row.npi ?? '',
      scopeName: scopes.get(entities[index] ?? '')?.name ?? '',
      name: row.application?.name ?? fullName({ firstName: row.first_name ?? '', lastName: row.last_name ?? '' }),
      changes: row.application?.changes ?? [],
      email: row.email ?? '',
      askedBy: fullName({ firstName: row.requester_first_name, lastName: row.requester_last_name }),
      askedOn: row.requested_at.toISOString(),
      expiresOn: row.expires_at.toISOString(),
      isMine: row.requested_by === context.caller.accountId,
      canApprove: approvers.get(row.requested_by)?.includes(context.caller.accountId) ?? false,
      hasApprover: approvers.get(row.requested_by)?.length !== 0,
    })),
  }
}

/** Runs the approved act as the approver and with the approver's rights. */
export type CarryOut = (context: ActingInside, asked: Asked, requestedBy: string) => Promise<Outcome<FourEyesDecided>>

export const decideFourEyesApproval =
  (carryOut: CarryOut) =>
  async (context: ActingInside, { askId, agree }: FourEyesApprovalBody): Promise<Outcome<FourEyesDecided>> => {
    const administrators = await lockAdministrators(context.db)
    const row = await lockFourEyesApproval(context.db, askId)
    const approvers = row ? await findApprovers(context, row.requested_by) : []
    const problem = findProblem(context, row, { agree, administrators, approvers })
    if (problem || !row) return refuse(STATUS.pageMessage, problem ?? sentence.FOUR_EYES_DECIDED)
    await updateFourEyesApprovalDecided(context, row.id, context.caller.accountId)
    await recordDecision(context, row, agree ? 'staff.second-yes-given' : 'staff.second-yes-refused')
    return agree ? carryOut(context, askedIn(row), row.requested_by) : { entity: true }
  }

type Deciding = { agree: boolean; administrators: string[]; approvers: string[] }

/** The requester can withdraw but never agree. A request is void once its requester is no longer administrator. */
function findProblem(
  { caller, now }: Acting,
  row: FourEyesApprovalRow | undefined,
  { agree, administrators, approvers }: Deciding,
) {
  if (!administrators.includes(caller.accountId)) return sentence.NO_LONGER_ADMINISTRATOR
  if (!row || row.decided_at || row.expires_at <= now) return sentence.FOUR_EYES_DECIDED
  if (!agree) return undefined
  if (row.requested_by === caller.accountId) return sentence.FOUR_EYES_OWN
  if (!administrators.includes(row.requested_by)) return sentence.FOUR_EYES_REQUESTER
  return approvers.includes(caller.accountId) ? undefined : sentence.FOUR_EYES_NOT_YOURS
}

function askedIn(row: FourEyesApprovalRow): Asked {
  if (row.application) return row.application
  if (row.kind === 'LIFT_HOLD') return { kind: row.kind, npi: row.npi ?? '' }
  const { firstName, lastName, email } = toPerson(row)
  if (row.kind === 'INVITE_ADMINISTRATOR') return { kind: row.kind, person: { firstName, lastName, email } }
  if (row.kind === 'MAKE_ADMINISTRATOR')
    return { kind: row.kind, accountId: row.subject, person: { firstName, lastName, email } }
  const invitation = { entity: row.entity ?? '', role: 'SAA' as const, permissions: row.permissions, ...toPerson(row) }
  return { kind: 'INVITE_SAA', invitation }
}

const recordDecision = (context: InTransaction, row: FourEyesApprovalRow, action: AuditAct) =>
  recordAudit(context, {
    action,
    npi: row.npi,
    subjectAccountId: row.requested_by,
    details: { kind: row.kind, ...(row.application ? { application: row.application.name } : {}) },
  })

/** Expires requests that no administrator decided in time. */
export const expireFourEyesApproval: DueWork<FourEyesApprovalRow> = {
  name: 'expire-second-yes',
  find: ({ db, now }) => findExpiredFourEyesApprovals(db, now),
  async handle(context, row) {
    if (!(await updateFourEyesApprovalDecided(context, row.id, null))) return false
    await recordDecision(context, row, 'staff.second-yes-expired')
    return true
  },
}
