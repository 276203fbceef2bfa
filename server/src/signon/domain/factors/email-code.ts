import { randomInt } from 'node:crypto'
import { CODE_DIGITS, CODE_TRIES, STATUS } from '@portico/core/constants'
import { EMAIL_CODE_OVER, EMAIL_CODES_USED_UP, NOT_OFFERED } from '@portico/core/signon/factors/sentences'
import type { SentTo } from '@portico/core/signon/factors/shapes'
import type { SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { acceptedKeys } from '#platform/keys/secret-key.ts'
import { hit } from '#platform/limits/limits.ts'
import { maskAddress } from '#platform/mail/mail-body.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { deleteEmailCode, replaceEmailCode, updateEmailCodeTried } from '../../store/factor-codes.ts'
import { tryCode, wrongCode } from './attempts.ts'
import { emailCodeMailed, emailCodeSent } from './events.ts'
import type { FactorStatus } from './factor-status.ts'
import { hashCode, isSame } from './secrets.ts'

/** Mails six digits to the account's address; the code works only in this session (behaviour 11.24). */
export async function queueEmailCode(context: SignedIn, factorStatus: FactorStatus): Promise<Outcome<SentTo>> {
  if (!factorStatus.mayEmail) return refuse(STATUS.badRequest, NOT_OFFERED)
  const { settings, now, session } = context
  const limit = settings.limits.emailCodesPerHourPerAccount
  if (!(await hit(context, { key: `factor-code:${factorStatus.id}`, limit, windowSeconds: 3600 })))
    return refuse(STATUS.pageMessage, EMAIL_CODES_USED_UP)
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  return transact(context, async (inside) => {
    await replaceEmailCode(inside, factorStatus.id, {
      sessionHash: session.idHash,
      codeHash: hashOf(settings.secretKey, context, code),
      expiresAt: new Date(now.getTime() + settings.lifetimes.factorCode * 1000),
    })
    await announce(inside, emailCodeMailed, { accountId: factorStatus.id, code })
    await announce(inside, emailCodeSent, { subjectAccountId: factorStatus.id })
    const expiresInMinutes = Math.round(settings.lifetimes.factorCode / 60)
    return { entity: { sentTo: maskAddress(factorStatus.email), expiresInMinutes } }
  })
}

/** Allows three attempts per code, even for parallel requests. */
export function proveByEmailCode(context: SignedIn, code: string): Promise<Outcome<true>> {
  const { accountId, idHash: sessionHash } = context.session
  return tryCode(context, 'email', async () => {
    const right = await updateEmailCodeTried(context, { accountId, sessionHash }, CODE_TRIES)
    if (!right) return wrongCode(EMAIL_CODE_OVER)
    const digits = code.replace(/\s/g, '')
    if (!acceptedKeys(context.settings).some((key) => isSame(right, hashOf(key, context, digits)))) return wrongCode()
    return (await deleteEmailCode(context.db, accountId, right)) ? { entity: true } : wrongCode(EMAIL_CODE_OVER)
  })
}

const hashOf = (secretKey: string, { session }: SignedIn, code: string) =>
  hashCode(secretKey, 'email code', session.accountId, session.idHash.toString('base64url'), code)
