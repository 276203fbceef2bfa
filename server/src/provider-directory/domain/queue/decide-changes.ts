import * as calls from '@portico/core/provider-directory/calls'
import { FIELD_LABELS } from '@portico/core/provider-directory/change-fields'
import type {
  AcceptChangesBody,
  ReturnChangesBody,
  TakeChangeBody,
} from '@portico/core/provider-directory/queue-shapes'
import * as sentence from '@portico/core/provider-directory/sentences'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { type DecisionHandlers, decideOrDelay, NO_LONGER_ALLOWED } from '../../../access/access.ts'
import { findChanges, findPerson, updateChangesDecided, updateChangeTaken } from '../../store/queue/decided-changes.ts'
import { changeIdOf } from '../../store/queue/list-changes.ts'
import { findProviderName } from '../../store/suppressed.ts'
import { type AppliedChange, applyChanges, type Touched } from '../changes/apply-change.ts'
import { revertChange } from '../changes/revert-change.ts'
import { changeAccepted, changeReturned, changesAnswered, changeTaken } from '../events.ts'
import { refreshPublished } from '../publishing/refresh.ts'
import { hashPresent, hasRow, type LockedChange, lockForDecision } from './lock-for-decision.ts'

type Verdict = { state: 'ACCEPTED' | 'RETURNED'; answer: string }
type Seen = { ids: string[]; seen: string[] }

export const acceptChanges = (context: SignedIn, given: AcceptChangesBody): Promise<Outcome<true>> =>
  decide(context, given, { state: 'ACCEPTED', answer: given.answer?.trim() ?? '' })

export async function returnChanges(context: SignedIn, given: ReturnChangesBody): Promise<Outcome<true>> {
  const answer = given.reason.trim()
  if (answer === '') return refuse(400, sentence.ENTER_REASON)
  return decide(context, given, { state: 'RETURNED', answer })
}

type Given = Pick<AcceptChangesBody, 'changes' | 'holdSeconds'>

/** Decides now, or after a delay of `holdSeconds` (behaviour 15.14). All changes are decided, or none. */
async function decide(context: SignedIn, { changes, holdSeconds }: Given, verdict: Verdict): Promise<Outcome<true>> {
  const given = new Map(changes.map(({ reference, seen }) => [changeIdOf(reference), seen]))
  const ids = [...given.keys()].sort((one, other) => Number(one) - Number(other))
  const seen = ids.map((id) => given.get(id) ?? '')
  const decided = await transact(context, async (inside) => {
    const locked = await lockForDecision(inside, ids)
    if (locked.length < ids.length) return refuse(404, sentence.CHANGE_UNKNOWN)
    const subject = { changes: { ids, seen, about: await describeSubject(inside, locked) } }
    const act = verdict.state === 'ACCEPTED' ? ('ACCEPT_CHANGE' as const) : ('RETURN_CHANGE' as const)
    return decideOrDelay(inside, { ...subject, act, reason: verdict.answer, holdSeconds }, () =>
      decideNow(inside, locked, { ids, seen }, verdict),
    )
  })
  return 'refusal' in decided ? decided : { entity: true }
}

/** 'Maria Silva: Phone', as the list of delayed decisions shows it. */
async function describeSubject({ db }: InTransaction, [first, ...more]: LockedChange[]): Promise<string> {
  if (!first) return ''
  const name = (await findProviderName(db, first.npi)) ?? `NPI ${first.npi}`
  return more.length === 0 ? `${name}: ${FIELD_LABELS[first.field]}` : `${name}: ${more.length + 1} changes`
}

type Settled = { repeated?: true }

async function decideNow(
  inside: InTransaction,
  changes: LockedChange[],
  { ids, seen }: Seen,
  verdict: Verdict,
): Promise<Outcome<Settled>> {
  const decidedBy = inside.actor.accountId ?? ''
  if (isRepeated(changes, verdict, decidedBy)) return { entity: { repeated: true } }
  const refused = checkDecidable(changes, seen, verdict)
  if (refused) return refused
  const touched = await carryOutChanges(inside, changes, verdict)
  await updateChangesDecided(inside, ids, { ...verdict, decidedBy })
  await announceDecided(inside, changes, verdict)
  await refreshPublished(inside, touched)
  return { entity: {} }
}

/** True if the same person already decided the same, for example before a timeout. */
const isRepeated = (changes: LockedChange[], { state, answer }: Verdict, by: string): boolean =>
  changes.every((change) => change.state === state && change.decided_by === by && (change.answer ?? '') === answer)

function checkDecidable(changes: LockedChange[], seen: string[], { state, answer }: Verdict) {
  const [first] = changes
  const isTogether = changes.every(
    (change) => change.account_id === first?.account_id && change.reported_at.getTime() === first.reported_at.getTime(),
  )
  if (!isTogether) return refuse(400, sentence.NOT_ONE_SUBMISSION)
  if (changes.some((change) => change.state !== 'WAITING')) return refuse(407, sentence.CHANGE_DECIDED)
  if (state === 'ACCEPTED' && answer === '' && changes.some(({ field }) => field === 'other'))
    return refuse(400, sentence.ENTER_ANSWER)
  if (changes.some((change, at) => hashPresent(change) !== seen[at])) return refuse(407, sentence.CHANGE_MOVED, 'moved')
  if (state === 'ACCEPTED' && !changes.every(hasRow)) return refuse(407, sentence.CHANGE_ROW_GONE)
  return undefined
}

/** An accepted change is applied. A disputed one already is: accepting keeps it, returning reverts it. */
async function carryOutChanges(inside: InTransaction, changes: LockedChange[], { state }: Verdict): Promise<Touched> {
  const isDisputed = ({ disputed_at }: LockedChange) => disputed_at !== null
  const applied = state === 'ACCEPTED' ? changes.filter((change) => !isDisputed(change)).flatMap(toApplied) : []
  const touched = await applyChanges(inside, applied)
  const reverted = state === 'RETURNED' ? changes.filter(isDisputed) : []
  for (const change of reverted) {
    const { npis, locationIds } = await revertChange(inside, change)
    touched.npis.push(...npis)
    touched.locationIds.push(...locationIds)
  }
  return { npis: [...new Set(touched.npis)], locationIds: [...new Set(touched.locationIds)] }
}

/** A report in words applies nothing. */
function toApplied({ field, value_after, scope_kind, scope_id, ...change }: LockedChange): AppliedChange[] {
  if (field === 'other') return []
  const scope = scope_kind && scope_id ? { kind: scope_kind, id: scope_id } : undefined
  const { npi, practice_id: practiceId, location_id: locationId } = change
  return [{ npi, practiceId, locationId, field, value: value_after, scope }]
}

/** One mail about all of them. The audit trail has a row for each change, without values. */
async function announceDecided(
  inside: InTransaction,
  changes: LockedChange[],
  { state, answer }: Verdict,
): Promise<void> {
  const isAccepted = state === 'ACCEPTED'
  const [first] = changes
  if (!first) return
  const person = await findPerson(inside.db, first.account_id)
  await announce(inside, changesAnswered, { person, changes, isAccepted, answer })
  for (const { id, npi, field, account_id, disputed_at } of changes)
    await announce(inside, isAccepted ? changeAccepted : changeReturned, {
      npi,
      subjectAccountId: account_id,
      details: { changeId: id, field, ...(disputed_at ? { disputed: true } : {}) },
    })
}

const { staff } = calls.acceptChanges.access

/** Checks that the reviewer still has a role that can decide when the delayed decision runs. */
const carryOut =
  (state: Verdict['state']): DecisionHandlers['ACCEPT_CHANGE'] =>
  async (context, { change_ids, seen, reason }) => {
    if (!staff.some((role) => role === context.caller.staffRole)) return refuse(407, NO_LONGER_ALLOWED)
    const ids = change_ids ?? []
    const locked = await lockForDecision(context, ids)
    if (locked.length < ids.length) return refuse(404, sentence.CHANGE_UNKNOWN)
    return decideNow(context, locked, { ids, seen: seen ?? [] }, { state, answer: reason ?? '' })
  }

export const changeHandlers: Pick<DecisionHandlers, 'ACCEPT_CHANGE' | 'RETURN_CHANGE'> = {
  ACCEPT_CHANGE: carryOut('ACCEPTED'),
  RETURN_CHANGE: carryOut('RETURNED'),
}

/** Takes a change, so that colleagues leave it, or releases it. */
export async function takeChange(context: SignedIn, { reference, take }: TakeChangeBody): Promise<Outcome<true>> {
  const id = changeIdOf(reference)
  return transact(context, async (inside): Promise<Outcome<true>> => {
    const [change] = await findChanges(inside.db, [id])
    if (!change) return refuse(404, sentence.CHANGE_UNKNOWN)
    const isTaken = await updateChangeTaken(inside, { id, by: context.session.accountId, take })
    if (!isTaken) return refuse(407, sentence.CHANGE_TAKEN)
    await announce(inside, changeTaken, { npi: change.npi, details: { changeId: id, take } })
    return { entity: true }
  })
}
