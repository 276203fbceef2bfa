import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, CODE_TRIES, QUIZ_PENDING } from '@portico/core/constants'
import type { RegistrationBody } from '@portico/core/registration/model-shapes'
import type { CodeAnswer, CodeRequested, QuizScore } from '@portico/core/registration/shapes'
import { ANSWERS_INCORRECT, IDENTITY_NOT_CONFIRMED } from '@portico/core/registration/texts/messages'
import { CODE_NEEDED, codeWrong, PROOF_MISSING } from '@portico/core/registration/texts/sentences'
import { recordAudit } from '#platform/audit/audit.ts'
import type { InTransaction } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { acceptedKeys } from '#platform/keys/secret-key.ts'
import { networkOf } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { lockAttempts, lockFailures } from '../../store/proofs/attempts.ts'
import {
  type CodeRow,
  insertCode,
  lockCode,
  updateCode,
  updateOpenCodesEnded,
} from '../../store/proofs/identity-codes.ts'
import { consumeAttempt } from '../proofs/attempts.ts'
import { npiOf, type Registering } from '../proofs/current-registration.ts'
import { findCodeAddress, maskPlanAddress } from '../proofs/identity-ways.ts'
import { answerPassed, passProof } from '../proofs/pass-proof.ts'
import { canStillPass, failProof, refusedOnLink } from '../proofs/proof-failure.ts'
import { missingProof, otherNpi, VISITOR } from '../proofs/proofs.ts'
import { findRequestToProve, refusedOnCurrentLink } from '../proofs/request-link.ts'
import { mailCode } from './code-mail.ts'
import { canAskQuestions } from './identity-quiz.ts'

/**
 * codeRequest: sends six digits to the address in the plan's records (behaviour 7.17). A new code ends the previous
 * one.
 */
export async function requestCode(context: Registering, body: RegistrationBody): Promise<Outcome<CodeRequested>> {
  const { registration } = context
  const isSelf = registration.link_id === null
  const refused = isSelf
    ? (missingProof('quizRequest', registration) ?? otherNpi(registration, body.npiId))
    : missingProof('quizForReqId', registration)
  if (refused) return refused
  const request = isSelf ? undefined : await findRequestToProve(context, body.reqId ?? '')
  if (request && 'refusal' in request) return request
  const asked = await canAskQuestions(context, request?.entity.facts)
  if ('refusal' in asked) return asked
  if (!asked.entity) return NO_CODE
  const requestId = request?.entity.facts.requestId ?? null
  // Wrapped, because a refusal would roll back the transaction: an older code that failed must stay failed.
  const { outcome } = await transact(context, async (inside) => ({
    outcome: await sendCode(inside, npiOf(registration), requestId),
  }))
  return outcome
}

async function sendCode(
  context: InTransaction<Registering>,
  npi: string,
  requestId: string | null,
): Promise<Outcome<CodeRequested>> {
  const { db, now, registration, settings } = context
  const subject = { npi, address: networkOf(context.address) }
  await lockAttempts(db, 'CODE', subject)
  const to = await findCodeAddress(context, npi)
  if (!to) return NO_CODE
  const refused = await endOlderCodes(context, npi, requestId)
  if (refused) return refused
  const consumed = await consumeAttempt(context, 'CODE', subject)
  if ('reached' in consumed) return NO_CODE
  const codeId = randomBytes(16).toString('base64url')
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  await insertCode(db, {
    code_id: codeId,
    registration_id: registration.id_hash,
    npi,
    request_id: requestId,
    code_hash: hashCode(settings.secretKey, codeId, code),
    created_at: now,
    expires_at: new Date(now.getTime() + settings.lifetimes.identityCode * 1000),
    attempt_id: consumed.attemptId,
  })
  await mailCode(context, { npi, to, code })
  await recordAudit(context, { actor: VISITOR, action: 'identity.code-sent', npi, requestId })
  const expiresInMinutes = Math.round(settings.lifetimes.identityCode / 60)
  return { entity: { codeId, sentTo: maskPlanAddress(to), expiresInMinutes } }
}

const NO_CODE = refuse(404, IDENTITY_NOT_CONFIRMED, 'no-code')

/** An open code with a wrong attempt fails when a newer one replaces it. That may be the last failure allowed. */
async function endOlderCodes(context: InTransaction<Registering>, npi: string, requestId: string | null) {
  await lockFailures(context.db, npi)
  for (const guessedAt of await updateOpenCodesEnded(context.db, { npi, requestId }))
    await endFailed(context, guessedAt)
  const mayPass = await canStillPass(context, { kind: 'CODE', npi, request_id: requestId })
  return mayPass ? undefined : ((await refusedOnLink(context, requestId)) ?? NO_CODE)
}

/** codeScore: allows three attempts and counts parallel attempts one by one. The reply has the format of quizScore. */
export async function scoreCode(context: Registering, { codeId, code }: CodeAnswer): Promise<Outcome<QuizScore>> {
  const digits = code.replace(/\s/g, '')
  if (digits.length !== CODE_DIGITS || /\D/.test(digits)) return { entity: pending(CODE_NEEDED) }
  const refused = await refusedOnCurrentLink(context)
  if (refused) return refused
  const tried = await transact(context, (inside) => tryCode(inside, codeId, digits))
  if (tried.kind === 'PASS') return { entity: await answerPassed(context, { ...tried, kind: 'CODE' }) }
  if (tried.kind === 'PENDING') return { entity: pending(codeWrong(tried.left)) }
  return tried.kind === 'FAIL'
    ? refuse(406, ANSWERS_INCORRECT, 'code-failed')
    : refuse(400, PROOF_MISSING, 'other-code')
}

const pending = (statusMsg: string): QuizScore => ({ status: QUIZ_PENDING, transactionId: '', statusMsg })

type Tried =
  | { kind: 'PASS'; transactionId: string; isComplete?: boolean }
  | { kind: 'PENDING'; left: number }
  | { kind: 'FAIL' }
  | { kind: 'unknown' }

async function tryCode(context: InTransaction<Registering>, codeId: string, digits: string): Promise<Tried> {
  const { db, registration, now } = context
  if (registration.npi === null) return { kind: 'unknown' }
  await lockFailures(db, registration.npi)
  const row = await lockCode(db, codeId, registration.id_hash)
  if (!row) return { kind: 'unknown' }
  if (row.status === 'PASS') return { kind: 'PASS', transactionId: row.transaction_id ?? '' }
  if (row.status === 'FAIL') return { kind: 'FAIL' }
  if (row.expires_at <= now || !(await canStillPass(context, { ...row, kind: 'CODE' }))) {
    await updateCode(db, row.id, { status: 'FAIL' })
    await endFailed(context, row)
    return { kind: 'FAIL' }
  }
  const isRight = acceptedKeys(context.settings).some((key) =>
    timingSafeEqual(hashCode(key, codeId, digits), row.code_hash),
  )
  return isRight ? pass(context, row) : fail(context, row)
}

async function pass(context: InTransaction<Registering>, row: CodeRow): Promise<Tried> {
  const transactionId = randomBytes(12).toString('base64url')
  await updateCode(context.db, row.id, { status: 'PASS', transaction_id: transactionId })
  return { kind: 'PASS', transactionId, isComplete: await passProof(context, { ...row, kind: 'CODE', transactionId }) }
}

async function fail(context: InTransaction<Registering>, row: CodeRow): Promise<Tried> {
  const tries = row.tries + 1
  const left = CODE_TRIES - tries
  await updateCode(context.db, row.id, { tries, ...(left === 0 ? { status: 'FAIL' } : {}) })
  if (left === 0) {
    await endFailed(context, row)
    return { kind: 'FAIL' }
  }
  await record(context, row, 'identity.code-refused')
  return { kind: 'PENDING', left }
}

async function endFailed(context: InTransaction, row: CodeRow): Promise<void> {
  await record(context, row, 'identity.code-failed')
  await failProof(context, { ...row, kind: 'CODE' })
}

type Act = 'identity.code-failed' | 'identity.code-refused'
const record = (context: InTransaction, { npi, request_id: requestId }: CodeRow, action: Act) =>
  recordAudit(context, { actor: VISITOR, action, npi, requestId })

/** Keyed, because six digits are easy to brute-force. The hash is bound to one code id. */
function hashCode(secretKey: string, codeId: string, code: string): Buffer {
  return createHmac('sha256', secretKey).update(`identity-code|${codeId}|${code}`).digest()
}
