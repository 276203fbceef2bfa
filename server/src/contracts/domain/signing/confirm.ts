import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, CODE_TRIES, STATUS } from '@portico/core/constants'
import { checkSigningCode } from '@portico/core/contracts/forms'
import * as text from '@portico/core/contracts/signing-sentences'
import type { CodeConfirmed, CodeSent, ConsentBody, SigningCodeBody } from '@portico/core/contracts/signing-shapes'
import { type Context, type InTransaction, VISITOR, type Visit } from '#platform/context.ts'
import { announce } from '#platform/events/announce.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { acceptedKeys } from '#platform/keys/secret-key.ts'
import { maskAddress } from '#platform/mail/mail-body.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { type Signing, updateSigning } from '../../store/signings.ts'
import { codePassed, codeRefused, codeSent, consented } from './events.ts'
import { isSigningAllowed } from './limits.ts'
import { type OpenSigning, stepOf } from './open-link.ts'
import { actOn } from './readers.ts'

/** sendSigningCode: records the consent with the code. A new code ends the previous code and its confirmation. */
export async function sendSigningCode(context: Visit, { signId, consent }: ConsentBody): Promise<Outcome<CodeSent>> {
  if (consent !== true) return refuse(STATUS.badRequest, text.CONSENT_NEEDED)
  return stepOf(context, signId, async (inside, { signing, request }) => {
    const { db, now, settings } = inside
    if (!(await isSigningAllowed(inside, 'code', signing)))
      return refuse(STATUS.pageMessage, text.CODES_USED_UP, 'no-code')
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
    await updateSigning(db, signing.id, {
      consented_at: now,
      code_hash: hashCode(settings.secretKey, { ...signing, code_sent_at: now }, code),
      code_sent_at: now,
      code_expires_at: new Date(now.getTime() + settings.lifetimes.signingCode * 1000),
      code_tries: 0,
      confirmed_at: null,
      confirmation_hash: null,
    })
    await announce(inside, codeSent, { request, signing, code })
    await announce(inside, consented, actOn(request, { actor: VISITOR }))
    const expiresInMinutes = Math.round(settings.lifetimes.signingCode / 60)
    return { entity: { sentTo: maskAddress(signing.signer_email), expiresInMinutes } }
  })
}

type Tried = { confirmation: string } | { refused: ReturnType<typeof refuse> }

/** confirmSigningCode: allows three tries of each code, within the day's limits. The row lock counts parallel tries one by one. */
export async function confirmSigningCode(context: Visit, given: SigningCodeBody): Promise<Outcome<CodeConfirmed>> {
  const problem = checkSigningCode(given.code)
  if (problem) return refuse(STATUS.badRequest, problem)
  // A refusal would roll back the try counter, so a wrong code returns as an entity.
  const tried = await stepOf<Tried>(context, given.signId, async (inside, open) => ({
    entity: await tryCode(inside, open, given.code.replace(/\s/g, '')),
  }))
  if ('refusal' in tried) return tried
  return 'refused' in tried.entity ? tried.entity.refused : { entity: tried.entity }
}

async function tryCode(context: InTransaction<Visit>, open: OpenSigning, code: string): Promise<Tried> {
  const { db, now, address } = context
  const { signing, request } = open
  const isOver = !signing.code_hash || !signing.code_expires_at || signing.code_expires_at <= now
  if (isOver || signing.code_tries >= CODE_TRIES)
    return { refused: refuse(STATUS.badRequest, text.CODE_OVER, 'code-over') }
  if (!(await isSigningAllowed(context, 'try', signing))) {
    // Ends the code, so that further tries do not use up what the address and the network have left.
    await updateSigning(db, signing.id, { code_hash: null })
    await announce(context, codeRefused, actOn(request, { actor: VISITOR }))
    return { refused: refuse(STATUS.pageMessage, text.TRIES_USED_UP, 'no-code') }
  }
  if (!acceptedKeys(context.settings).some((key) => isSame(hashCode(key, signing, code), signing.code_hash))) {
    const tries = signing.code_tries + 1
    await updateSigning(db, signing.id, { code_tries: tries })
    await announce(context, codeRefused, actOn(request, { actor: VISITOR }))
    const left = CODE_TRIES - tries
    return { refused: refuse(STATUS.badRequest, left > 0 ? text.codeMistyped(left) : text.CODE_OVER, 'code-wrong') }
  }
  const confirmation = randomBytes(16).toString('base64url')
  await updateSigning(db, signing.id, {
    code_hash: null,
    confirmed_at: now,
    confirmed_from: address,
    confirmation_hash: hashToken(confirmation),
  })
  await announce(context, codePassed, actOn(request, { actor: VISITOR }))
  return { confirmation }
}

/** True if this browser confirmed the code within `signingConfirmation` seconds. */
export function isConfirmed({ now, settings }: Context, signing: Signing, confirmation: string): boolean {
  const { confirmed_at: at, confirmation_hash: kept } = signing
  if (!at || now.getTime() - at.getTime() > settings.lifetimes.signingConfirmation * 1000) return false
  return isSame(hashToken(confirmation), kept)
}

const isSame = (given: Buffer, kept: Buffer | null): boolean =>
  kept !== null && given.length === kept.length && timingSafeEqual(given, kept)

/** Keyed, because six digits are easy to brute-force; bound to one signing and one send time. */
function hashCode(secretKey: string, { id, code_sent_at: at }: Signing, code: string): Buffer {
  return createHmac('sha256', secretKey).update(`signing-code|${id}|${at?.toISOString()}|${code}`).digest()
}
