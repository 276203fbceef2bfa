import { createHash, createHmac } from 'node:crypto'
import type { CaptchaChallenge } from '@portico/core/registration/shapes'
import { createChallenge as createAltchaChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import Type from 'typebox'
import Value from 'typebox/value'
import type { Context, Trx } from '../../../platform/context.ts'
import { transact } from '../../../platform/database/transaction.ts'
import { acceptedKeys } from '../../../platform/keys/secret-key.ts'
import { fetchTraced } from '../../../platform/operations/trace.ts'
import type { CaptchaSettings, Settings } from '../../../platform/settings/settings.ts'
import { insertSpentCaptcha } from '../../store/proofs/spent-captchas.ts'

type Around = Pick<Context, 'settings' | 'now' | 'log' | 'db'>
type Siteverify = Extract<CaptchaSettings, { provider: 'siteverify' }>

/** Long enough to fill the account form; a solved one is spent on first use. */
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

/** What the browser is told: the embedded captcha, or the site key of an outside one. */
export function captchaKey(settings: Pick<Settings, 'captcha'>): string {
  return settings.captcha.provider === 'altcha' ? 'altcha' : settings.captcha.siteKey
}

/** The challenge call's answer: what the widget has to solve, or where an outside widget comes from. */
export async function createChallenge({ settings, now }: Pick<Context, 'settings' | 'now'>): Promise<CaptchaChallenge> {
  if (settings.captcha.provider !== 'altcha') return { scriptUrl: settings.captcha.scriptUrl }
  // The widget and the library go by the machine's clock, `until` is by ours; both are signed.
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

/** Written in the transaction that spends an answer: what it proves and that it is spent stand or fall together. */
type WriteProof = (trx: Trx) => Promise<void>

/**
 * True once for a good answer, false for everything else: forged, expired, used, unreadable, or the provider is away.
 * An outside provider takes time and is asked before the transaction begins.
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

/** Of all who bring the same answer the first alone is told true. */
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
    // The nonce is signed, so every spelling of this answer has the same.
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

/** reCAPTCHA, hCaptcha, Turnstile and their like: a form post, and `success: true` in the reply. */
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

/** A key of its own: what signs challenges is worth nothing for hashes and sessions. */
function signingKey(settings: Pick<Settings, 'secretKey'>): string {
  return createHmac('sha256', settings.secretKey).update('captcha').digest('hex')
}
