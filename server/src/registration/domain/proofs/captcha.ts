import { createHash, createHmac } from 'node:crypto'
import type { CaptchaChallenge } from '@portico/core/registration/shapes'
import { createChallenge as createAltchaChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import Type from 'typebox'
import Value from 'typebox/value'
import type { Context, Trx } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { acceptedKeys } from '#platform/keys/secret-key.ts'
import { fetchTraced } from '#platform/observability/trace.ts'
import type { CaptchaSettings, Settings } from '#platform/settings/settings.ts'
import { insertSpentCaptcha } from '../../store/proofs/spent-captchas.ts'

type Around = Pick<Context, 'settings' | 'now' | 'log' | 'db'>
type Siteverify = Extract<CaptchaSettings, { provider: 'siteverify' }>

/** Long enough to fill in the account form. A solved challenge can be used once. */
const CHALLENGE_SECONDS = 30 * 60
const SITEVERIFY_TIMEOUT_MS = 5_000
const ALGORITHM = 'PBKDF2/SHA-256'

const hex = (bytes: number) => Type.String({ pattern: `^[0-9a-f]{${bytes * 2}}$` })
const Answer = Type.Object({
  challenge: Type.Object({
    parameters: Type.Object({
      algorithm: Type.Literal(ALGORITHM),
      nonce: hex(16),
      salt: hex(16),
      cost: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      keyLength: Type.Literal(32),
      keyPrefix: Type.String({ pattern: '^[0-9a-f]{2,8}$' }),
      data: Type.Object({ until: Type.Integer() }),
    }),
    signature: hex(32),
  }),
  solution: Type.Object({ counter: Type.Integer({ minimum: 0, maximum: 0xffffffff }), derivedKey: hex(32) }),
})

/** The page needs this to choose a widget: 'altcha' for the embedded captcha, or the site key of an external one. */
export function captchaKey(settings: Pick<Settings, 'captcha'>): string {
  return settings.captcha.provider === 'altcha' ? 'altcha' : settings.captcha.siteKey
}

/** Returns the challenge for the embedded widget, or the script URL of an external one. */
export async function createChallenge({ settings, now }: Pick<Context, 'settings' | 'now'>): Promise<CaptchaChallenge> {
  if (settings.captcha.provider !== 'altcha') return { scriptUrl: settings.captcha.scriptUrl }
  // The widget and the library use the system clock; `until` uses the application clock. Both are signed.
  const expiresAt = Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS
  const data = { until: Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS }
  const { parameters, signature = '' } = await createAltchaChallenge({
    algorithm: ALGORITHM,
    cost: settings.captcha.cost,
    deriveKey,
    hmacSignatureSecret: signingKey(settings),
    expiresAt,
    data,
  })
  return { parameters: { ...parameters, expiresAt, data }, signature }
}

/** Runs in the transaction that spends the answer, so that both commit or neither does. */
type WriteProof = (trx: Trx) => Promise<void>

/**
 * Returns true once for a valid answer. Returns false for a forged, expired, used or unreadable one, and if the
 * provider is unavailable. An external provider is slow, so it is called before the transaction starts.
 */
export async function verifyCaptcha(
  context: Around,
  captchaRes: unknown,
  writeProof: WriteProof = async () => {},
): Promise<boolean> {
  if (typeof captchaRes !== 'string' || captchaRes === '' || captchaRes.length > 10_000) return false
  const { captcha } = context.settings
  return captcha.provider === 'altcha'
    ? verifyAltcha(context, captchaRes, writeProof)
    : verifySiteverify({ ...context, captcha }, captchaRes, writeProof)
}

/** Returns true only for the first of several requests with the same answer. */
function spend({ db, now }: Around, answer: string, until: Date, writeProof: WriteProof): Promise<boolean> {
  return transact({ db }, async ({ db: trx }) => {
    const isFirst = await insertSpentCaptcha(trx, answer, until, now)
    if (isFirst) await writeProof(trx)
    return isFirst
  })
}

async function verifyAltcha(context: Around, captchaRes: string, writeProof: WriteProof) {
  const answer = readAnswer(captchaRes)
  if (!answer) return false
  const { challenge, solution } = answer
  const until = new Date(challenge.parameters.data.until * 1000)
  if (until <= context.now) return false
  for (const secretKey of acceptedKeys(context.settings)) {
    const hmacSignatureSecret = signingKey({ secretKey })
    const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret })
    // The nonce is signed, so every encoding of this answer has the same nonce.
    if (verified) return spend(context, challenge.parameters.nonce, until, writeProof)
  }
  return false
}

function readAnswer(captchaRes: string) {
  try {
    const answer: unknown = JSON.parse(Buffer.from(captchaRes, 'base64').toString('utf8'))
    return Value.Check(Answer, answer) ? answer : undefined
  } catch {
    return undefined
  }
}

/** reCAPTCHA, hCaptcha, Turnstile and compatible services: a form POST that returns `success: true`. */
async function verifySiteverify(context: Around & { captcha: Siteverify }, token: string, writeProof: WriteProof) {
  if (!(await askSiteverify(context, token))) return false
  const spentUntil = new Date(context.now.getTime() + CHALLENGE_SECONDS * 1000)
  return spend(context, createHash('sha256').update(token).digest('hex'), spentUntil, writeProof)
}

async function askSiteverify({ log, captcha }: Around & { captcha: Siteverify }, token: string): Promise<boolean> {
  try {
    const response = await fetchTraced('captcha provider', captcha.verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret: captcha.secret, response: token, sitekey: captcha.siteKey }),
      redirect: 'error',
      signal: AbortSignal.timeout(SITEVERIFY_TIMEOUT_MS),
    })
    if (response.status !== 200) throw new Error('no answer')
    const reply: { success?: unknown } = Object(await response.json())
    return reply.success === true
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'captcha provider gave no usable answer')
    return false
  }
}

/** A derived key, so that a leaked captcha key does not expose hashes or sessions. */
function signingKey(settings: Pick<Settings, 'secretKey'>): string {
  return createHmac('sha256', settings.secretKey).update('captcha').digest('hex')
}
