import type { Refusal } from '@portico/core/envelope'
import { formatCalendarDay } from '@portico/core/forms/moments'
import { checkDays } from '@portico/core/plan-data/forms'
import type { ClaimDetail, ClaimFilter, ClaimList, ClaimRow, ClaimSearchBody } from '@portico/core/plan-data/shapes'
import type { FileReply } from '#platform/calls/mount.ts'
import type { SignedIn } from '#platform/context.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findAsOf } from '../store/as-of.ts'
import { findClaims } from '../store/claims/claim-list.ts'
import { claimsAfter, findClaim } from '../store/claims/claims.ts'
import { csvFile, dateColumns } from './export-csv.ts'

const CLAIM_UNKNOWN = 'We could not find this claim among your providers’ claims.'
const TOO_MANY_TO_SORT =
  'There are too many claims to sort them that way. Please choose a provider, a status or dates first, or sort by service date.'

export async function searchClaims(context: SignedIn, asked: ClaimSearchBody): Promise<Outcome<ClaimList>> {
  const read = readFilter(asked)
  if ('refusal' in read) return read
  const list = await findClaims(context, read.filter)
  if (!list) return refuse(400, TOO_MANY_TO_SORT)
  return { entity: { ...list, ...(await findAsOf(context.db, 'claims')) } }
}

export async function openClaim(
  context: SignedIn,
  { claimNumber }: { claimNumber: string },
): Promise<Outcome<ClaimDetail>> {
  const claim = await findClaim(context, claimNumber)
  return claim ? { entity: claim } : refuse(404, CLAIM_UNKNOWN)
}

export async function exportClaims(context: SignedIn, asked: ClaimFilter): Promise<Outcome<FileReply>> {
  const read = readFilter(asked)
  if ('refusal' in read) return read
  return csvFile('claims.csv', claimsAfter(context, read.filter), {
    'Claim number': (row) => row.claimNumber,
    NPI: (row) => row.npi,
    Provider: (row) => row.providerName,
    'Member ID': (row) => row.memberId,
    ...dateColumns('Service date', (row: ClaimRow) => row.serviceDate, formatCalendarDay),
    Billed: (row) => row.billed,
    Paid: (row) => row.paid,
    Status: (row) => row.status,
    'Denial reason': (row) => row.denialReason,
    'Member owes': (row) => row.memberOwes,
  })
}

/** The filter in the store's form, or the refusal of an invalid value. */
function readFilter<Asked extends ClaimFilter>(asked: Asked): { filter: Asked } | { refusal: Refusal } {
  const [problem] = Object.values(checkDays(asked))
  if (problem) return refuse(400, problem)
  const { memberId = '', claimNumber = '' } = asked
  return { filter: { ...asked, memberId: memberId.trim(), claimNumber: claimNumber.trim() } }
}
