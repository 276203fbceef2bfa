import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import type { Context } from '#platform/context.ts'
import { fetchTraced } from '#platform/observability/trace.ts'
import { findQuizSubject } from '../../store/proofs/quiz-facts.ts'
import type { StoredQuestion } from '../../store/proofs/quizzes.ts'
import type { IdentityRequestResult, IdentityScoreResult, IdentityService } from './identity-service.ts'

/** docs/identity-vendor.md describes the wire format. The server treats an invalid reply as unreachable. */
const id = Type.String({ minLength: 1, maxLength: 200 })
const text = Type.String({ minLength: 1, maxLength: 1000 })
const ChoiceReply = Type.Object({ id, text })
const QuestionReply = Type.Object({ id, text, choiceList: Type.Array(ChoiceReply, { minItems: 2, maxItems: 20 }) })
const message = Type.Optional(Type.String({ maxLength: 500 }))
const RequestReply = Type.Object({
  status: Type.String({ minLength: 1, maxLength: 50 }),
  statusMsg: message,
  questionList: Type.Optional(Type.Array(QuestionReply, { minItems: 1, maxItems: 20 })),
})
const ScoreReply = Type.Object({
  status: Type.String({ minLength: 1, maxLength: 50 }),
  statusMsg: message,
  transactionId: Type.Optional(id),
})

const TIMEOUT_MS = 10_000
const MAX_REPLY_BYTES = 256 * 1024
const TRY_AGAIN = 'Your answers are still being checked. Please submit them again in a moment.'

type Vendor = { url: string; token: string; timeoutMs?: number }
type VendorReply = { httpStatus: number; body: unknown }

/** An external identity service that replaces the embedded one. */
export function httpIdentity({ db, log }: Pick<Context, 'db' | 'log'>, vendor: Vendor): IdentityService {
  const call = (path: string, body: object) => callVendor(vendor, path, body, log)
  return {
    vendor: 'http',
    async request(quizId, { npi, workflow }) {
      const provider = await findQuizSubject(db, npi)
      if (!provider) return { kind: 'not-enough' }
      return readRequest(await call('/quizzes', { quizId, workflow, provider }))
    },
    async score(quizId, _questions, answers) {
      const chosen = answers.map((answer) => ({ questionId: answer.id, choiceId: answer.selectedChoice }))
      return readScore(await call(`/quizzes/${encodeURIComponent(quizId)}/score`, { answers: chosen }))
    },
  }
}

function readRequest(reply: VendorReply | undefined): IdentityRequestResult {
  if (!reply || !Value.Check(RequestReply, reply.body)) return { kind: 'unavailable' }
  const { status, statusMsg, questionList } = reply.body
  // A 404 alone may come from a proxy or a wrong URL, and would let visitors through without a quiz.
  if (reply.httpStatus === 404 && status.toUpperCase() === 'NOT_ENOUGH') return { kind: 'not-enough' }
  if (reply.httpStatus !== 200) return { kind: 'unavailable' }
  if (status.toUpperCase() !== 'PENDING') return { kind: 'declined', status, message: statusMsg ?? '' }
  return questionList ? { kind: 'offer', questions: questionList.map(toStored) } : { kind: 'unavailable' }
}

function readScore(reply: VendorReply | undefined): IdentityScoreResult {
  if (!reply || !Value.Check(ScoreReply, reply.body)) return { kind: 'unavailable' }
  if (reply.httpStatus === 406) return { kind: 'FAIL' }
  if (reply.httpStatus !== 200) return { kind: 'unavailable' }
  const { status, statusMsg, transactionId } = reply.body
  if (status.toUpperCase() === 'PENDING') return { kind: 'PENDING', message: statusMsg ?? TRY_AGAIN }
  if (status.toUpperCase() !== 'PASS') return { kind: 'FAIL' }
  return transactionId ? { kind: 'PASS', transactionId } : { kind: 'unavailable' }
}

function toStored(question: Static<typeof QuestionReply>): StoredQuestion {
  const choices = question.choiceList.map((choice) => ({ id: choice.id, text: choice.text }))
  return { id: question.id, text: question.text, choices }
}

/** Returns undefined if the vendor is unavailable, times out or does not return JSON. Redirects are not followed. */
async function callVendor(
  vendor: Vendor,
  path: string,
  body: object,
  log: Context['log'],
): Promise<VendorReply | undefined> {
  try {
    const response = await fetchTraced('identity vendor', vendor.url.replace(/\/+$/, '') + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${vendor.token}` },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(vendor.timeoutMs ?? TIMEOUT_MS),
    })
    return { httpStatus: response.status, body: JSON.parse(await readText(response)) }
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'identity vendor gave no usable answer')
    return undefined
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_REPLY_BYTES) throw new RangeError('reply too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
