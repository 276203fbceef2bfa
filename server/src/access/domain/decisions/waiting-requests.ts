import type { WaitingQuery, WaitingRequest, WaitingRequests, Warnings } from '@portico/core/access/request-shapes'
import { addBusinessDays } from '@portico/core/forms/business-days'
import { mapPerson } from '@portico/core/forms/person-fields'
import type { Counted } from '@portico/core/shapes'
import type { Db, SignedIn } from '#platform/context.ts'
import { plainText } from '#platform/mail/mail-body.ts'
import type { Outcome } from '#platform/outcome.ts'
import { findRequestsWithKnownEmail } from '../../store/decisions/applicant-emails.ts'
import { findCompetingRequests } from '../../store/decisions/competing-requests.ts'
import { type Deciding, findWaiting } from '../../store/decisions/waiting-requests.ts'
import { findWarnings, NO_WARNINGS } from '../../store/decisions/warnings.ts'
import { toScope } from '../../store/people/scopes.ts'
import { type Acting, findCaller } from '../acting.ts'
import { type Actor, decidesOver } from '../authority.ts'
import { canTrim, type Decidable, findAllDecidable, grantableOverAll } from './decide-request.ts'

/** Pending requests that the caller can decide, as staff or as administrator of every requested scope. */

export async function listWaitingRequests(context: Acting, query: WaitingQuery): Promise<Outcome<WaitingRequests>> {
  const { db, caller, settings } = context
  const { rows, ...list } = await findWaiting(db, decidingOf(caller), query)
  const promised = (at: Date) => addBusinessDays(at, settings.reviewPromiseDays).toISOString()
  const ids = rows.map(({ id }) => id)
  const decidable = await findAllDecidable(context, ids)
  const competing = await findCompetingRequests(db, ids)
  const isStaff = caller.kind === 'internal'
  const warnings = isStaff ? await findWarnings(db, ids) : undefined
  const known = await findRequestsWithKnownEmail(db, ids)
  const listed = rows.flatMap(({ id, createdAt, assignedTo, delayed }) => {
    const found = decidable.get(id)
    if (!found) return []
    // Only staff see the staff notes.
    const staffOnly = {
      ...(isStaff ? { assignedTo: assignedTo ?? '', dueOn: promised(createdAt) } : { assignedTo: '', dueOn: '' }),
      ...(warnings?.get(id) ?? NO_WARNINGS),
    }
    return [
      {
        ...toWaiting(caller, found),
        emailKnown: known.has(id),
        competing: competing.get(id) ?? [],
        delayed,
        ...staffOnly,
      },
    ]
  })
  return { entity: { ...list, rows: listed } }
}

/** Count and oldest date of the requests that the signed-in user can decide. */
export const countWaitingRequests = async (context: SignedIn) => countWaitingFor(context.db, await findCaller(context))

export async function countWaitingFor(db: Db, caller: Actor): Promise<{ waiting: Counted; oldest: string }> {
  const { rows, pageSize: _, ...waiting } = await findWaiting(db, decidingOf(caller), {})
  return { waiting, oldest: rows[0]?.createdAt.toISOString() ?? '' }
}

function decidingOf({ kind, accountId, grants }: Actor): Deciding {
  return kind === 'internal' ? { staff: accountId } : { accountId, decides: decidesOver(grants) }
}

function toWaiting(
  actor: Actor,
  { request, scopes }: Decidable,
): Omit<WaitingRequest, 'emailKnown' | 'competing' | 'delayed' | 'assignedTo' | 'dueOn' | keyof Warnings> {
  return {
    reference: request.reference,
    role: request.role,
    requestedOn: request.createdAt.toISOString(),
    expiresOn: request.expiresAt?.toISOString() ?? '',
    ...mapPerson((field) => request.requester[field]),
    scopes: scopes.map(toScope),
    permissions: request.grants[0]?.permissions ?? [],
    givable: grantableOverAll(actor, scopes),
    canTrim: canTrim(request),
    npi: request.npi ?? '',
    path: request.path === 'BEHALF' ? 'BEHALF' : 'APPROVAL',
    contactName: plainText(`${request.contactFirstName ?? ''} ${request.contactLastName ?? ''}`),
    signatoryEmail: request.signatoryEmail ?? '',
    validatedBy: request.validatedBy ?? '',
    emailConfirmed: request.emailConfirmed,
  }
}
