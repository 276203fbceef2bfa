import { SUCCESSOR_UNKNOWN } from '@portico/core/access/successor-sentences'
import { STATUS } from '@portico/core/constants'
import type { AuditAct } from '@portico/core/internal/audit-acts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Db, InTransaction } from '#platform/context.ts'
import { refuse } from '#platform/outcome.ts'
import { findHold } from '../../store/decisions/registration-holds.ts'
import { lockEntities } from '../../store/people/scopes.ts'
import {
  findNaming,
  lockGrantPair,
  lockNaming,
  type Naming,
  type StaffReason,
} from '../../store/successors/successors.ts'

export const UNKNOWN = refuse(STATUS.notFound, SUCCESSOR_UNKNOWN)

/** Locks the entity, then both grants, then the naming: every change of access waits, or is seen. */
export async function openNaming({ db }: InTransaction, id: string): Promise<Naming | undefined> {
  const found = await findNaming(db, id)
  if (!found) return undefined
  await lockEntities(db, [found.entity])
  await lockGrantPair(db, [found.saaGrantId, found.successorGrantId])
  return lockNaming(db, id)
}

/** The NPI of an entity that is a single provider; null for groups and organizations. */
export const npiOf = ({ entity }: { entity: string }): string | null =>
  entity.startsWith('NPI:') ? entity.slice(4) : null

export const isOnHold = async (db: Db, naming: { entity: string }): Promise<boolean> => {
  const npi = npiOf(naming)
  return npi !== null && (await findHold(db, npi)) !== undefined
}

/**
 * Whether the successor may take over now. Plan staff decide if they removed or suspended the SAA, if a report 'This was
 * not me' about the SAA's account is open, or if the NPI is on hold. Their agreement settles all but the hold.
 */
export async function judgeTakeover(db: Db, naming: Naming): Promise<'FREE' | 'RETURNED' | StaffReason> {
  if (await isOnHold(db, naming)) return 'HOLD'
  const isRemoved =
    naming.saaOwnerCheckSince !== null ||
    naming.saaAccountSuspendedAs === 'STAFF' ||
    (naming.saaGrantState === 'SUSPENDED' && naming.saaSuspendedAs === 'STAFF')
  if (isRemoved && !naming.staffAgreedAt) return 'REMOVED'
  return naming.cause === 'INACTIVE' && naming.saaAccountState === 'ACTIVE' ? 'RETURNED' : 'FREE'
}

type Recorded = { entity: string; successorAccountId: string }

/** Records an act about the successor. */
export const recordNamingAct = (
  context: InTransaction,
  { entity, successorAccountId }: Recorded,
  action: AuditAct,
  details: Record<string, unknown> = {},
): Promise<void> =>
  recordAudit(context, {
    action,
    npi: npiOf({ entity }),
    subjectAccountId: successorAccountId,
    details: { entity, ...details },
  })
