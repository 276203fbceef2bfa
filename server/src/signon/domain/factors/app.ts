import { APP_CODE_DIGITS, APP_CODE_SECONDS } from '@portico/core/constants'
import { CODE_USED } from '@portico/core/signon/factors/sentences'
import type { AppKey } from '@portico/core/signon/factors/shapes'
import { HOTP, Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import { findBrand } from '#platform/brands/brands.ts'
import type { Context, SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { keyFingerprint } from '#platform/keys/secret-key.ts'
import type { Outcome } from '#platform/outcome.ts'
import {
  type AppKeyRow,
  findAppKey,
  findOfferedAppKey,
  replaceOfferedAppKey,
  updateAppStep,
} from '../../store/factor-codes.ts'
import { lockFactors } from '../../store/factor-status.ts'
import { tryCode, wrongCode } from './attempts.ts'
import type { FactorStatus } from './factor-status.ts'
import { isSame, openKey, sealKey } from './secrets.ts'

/** Creates an unconfirmed TOTP key for an authenticator app (behaviour 11.21). */
export async function offerAppKey(context: SignedIn, factorStatus: FactorStatus): Promise<Outcome<AppKey>> {
  const secret = new Secret({ size: 20 })
  const issuer = findBrand(context.brand.id).name
  const uri = new TOTP({ issuer, label: factorStatus.username ?? '', secret, digits: APP_CODE_DIGITS }).toString()
  return transact(context, async (inside) => {
    await lockFactors(inside, factorStatus.id)
    const sealed = sealKey(context.settings, factorStatus.id, secret.bytes)
    const sealedBy = keyFingerprint(context.settings.secretKey)
    await replaceOfferedAppKey(inside, factorStatus.id, { sealed, sealedBy })
    return { entity: { key: secret.base32, qr: drawQr(uri) } }
  })
}

/** Draws the dark modules as one SVG path, one rectangle per run in a row. */
function drawQr(text: string): AppKey['qr'] {
  const { size, data } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return []
      const end = row.indexOf(false, x)
      return [`M${x} ${y}h${(end < 0 ? row.length : end) - x}v1H${x}z`]
    }),
  )
  return { size, path: path.join('') }
}

export function proveByApp(context: SignedIn, code: string): Promise<Outcome<true>> {
  return tryCode(context, 'app', async () => {
    const key = await findAppKey(context.db, context.session.accountId)
    return key ? takeCode(context, key, code) : wrongCode()
  })
}

/** Returns the unconfirmed key if the code matches it. */
export function findConfirmedKey(context: SignedIn, code: string): Promise<Outcome<AppKeyRow>> {
  return tryCode(context, 'app', async () => {
    const key = await findOfferedAppKey(context.db, context.session.accountId)
    if (!key) return wrongCode()
    const taken = await takeCode(context, key, code)
    return 'refusal' in taken ? taken : { entity: key }
  })
}

/** Accepts the current, previous and next time step to allow clock skew. Each step works once. */
async function takeCode(context: SignedIn, key: AppKeyRow, code: string): Promise<Outcome<true>> {
  const step = findStep(context, key, code.replace(/\s/g, ''))
  if (step === undefined) return wrongCode()
  return (await updateAppStep(context, key.id, step)) ? { entity: true } : wrongCode(CODE_USED)
}

function findStep({ settings, now, session }: SignedIn, { sealed }: AppKeyRow, code: string): number | undefined {
  const bytes = openKey(settings, session.accountId, sealed)
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
  const current = stepAt(now)
  return [current, current - 1, current + 1].find((counter) => {
    const right = HOTP.generate({ secret, counter, digits: APP_CODE_DIGITS })
    return isSame(Buffer.from(right), Buffer.from(code))
  })
}

const stepAt = (now: Context['now']) => Math.floor(now.getTime() / 1000 / APP_CODE_SECONDS)
