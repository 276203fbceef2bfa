import type { Context, InTransaction } from '#platform/context.ts'
import type { Limits } from '#platform/settings/numbers.ts'
import {
  type AttemptKind,
  declarationOf,
  type LimitKind,
  type LimitName,
  type LimitOf,
  limitsOf,
  NPI_LIMITS,
  type NpiLimit,
  type ProofKind,
} from '../../store/proofs/attempt-limits.ts'
import * as store from '../../store/proofs/attempts.ts'

/**
 * The owner of attempts at step1, the quiz and the code, and of their failures. It has three verbs: read the allowance,
 * consume, give back. The limits are declared in store/proofs/attempt-limits.ts.
 */

type Reading = Pick<Context, 'db' | 'now' | 'settings'>

/** How many each limit still allows; zero or less if it is reached. */
export type Allowance<Name extends LimitName> = Record<Name, number>

export function allowanceOf<Kind extends LimitKind>(
  kind: Kind,
  used: number[],
  limits: Limits,
): Allowance<LimitOf<Kind>> {
  const left = limitsOf(kind).map((name, index) => {
    const { max } = declarationOf(name)
    return [name, (max === null ? Number.POSITIVE_INFINITY : limits[max]) - (used[index] ?? 0)]
  })
  return Object.fromEntries(left) as Allowance<LimitOf<Kind>>
}

export async function findAllowance<Kind extends LimitKind>(
  context: Reading,
  kind: Kind,
  subject: store.Subjects[Kind],
): Promise<Allowance<LimitOf<Kind>>> {
  const used = await store.countUsed(context, limitsOf(kind), subject)
  return allowanceOf(kind, used, context.settings.limits)
}

/** The first declared limit that allows nothing more. */
export const reachedLimit = <Kind extends LimitKind>(
  kind: Kind,
  allowance: Allowance<LimitOf<Kind>>,
): LimitOf<Kind> | undefined => limitsOf(kind).find((name) => allowance[name] <= 0)

/** `left`: how many more the nearest limit allows; `last`: the limit that this attempt has reached. */
export type Consumed<Kind extends AttemptKind> =
  | { attemptId: string; left: number; last: LimitOf<Kind> | undefined }
  | { reached: LimitOf<Kind> }

/** Consumes an attempt if every limit of its kind allows one more. The caller has locked the attempts. */
export async function consumeAttempt<Kind extends AttemptKind>(
  inside: InTransaction,
  kind: Kind,
  subject: store.Subjects[Kind] & { npi: string; address: string },
): Promise<Consumed<Kind>> {
  const allowance = await findAllowance(inside, kind, subject)
  const reached = reachedLimit(kind, allowance)
  if (reached) return { reached }
  const attemptId = await store.insertAttempt(inside.db, { ...subject, kind, now: inside.now })
  const limits = limitsOf(kind)
  const left = Math.min(...limits.map((name) => allowance[name])) - 1
  return { attemptId, left, last: limits.find((name) => allowance[name] === 1) }
}

/** The attempt succeeded, or no attempt was made after all. */
export async function refundAttempt({ db }: Pick<Context, 'db'>, attemptId: string): Promise<void> {
  await store.deleteAttempt(db, attemptId)
}

/** A quiz that expired without an answer is no attempt once its registration requests another. */
export async function refundUnanswered({ db, now }: Reading, registrationId: Buffer): Promise<void> {
  await store.deleteUnansweredAttempts(db, registrationId, now)
}

type FailedProof = { kind: ProofKind; npi: string; requestId: string | null }

/** Consumes one of the failures allowed for the NPI, and for the link of the request. The caller has locked them. */
export async function consumeFailure({ db, now }: InTransaction, failed: FailedProof): Promise<void> {
  await store.insertFailure(db, { ...failed, now })
}

/** After a complete proof all failures of the NPI are allowed again. Those on a link stay. */
export async function refundFailures({ db, now }: InTransaction, npi: string): Promise<void> {
  await store.updateFailuresReset(db, npi, now)
}

/** Staff reset: gives all attempts and failures of an NPI back, and returns how many there were. */
export async function refundAll({ db, now }: InTransaction, npi: string): Promise<number> {
  const attempts = await store.deleteAttemptsOfNpi(db, npi)
  return attempts + (await store.updateFailuresReset(db, npi, now))
}

/** How many attempts and failures of an NPI count now, by limit: the numbers that staff see. */
export async function findUsage(context: Reading, npi: string): Promise<Record<NpiLimit, number>> {
  const used = await store.countUsed(context, NPI_LIMITS, { npi })
  return Object.fromEntries(NPI_LIMITS.map((name, index) => [name, used[index] ?? 0])) as Record<NpiLimit, number>
}

/** Which of these NPIs are locked for every visitor, and by what; without a list, those locked last. */
export const findLockedNpis = ({ db, now, settings }: Reading, npis?: string[]) =>
  store.findLockedNpis(db, { limits: settings.limits, now }, npis)
