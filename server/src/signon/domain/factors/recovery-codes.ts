import { randomInt } from 'node:crypto'
import { RECOVERY_CODE_COUNT } from '@portico/core/constants'
import { RECOVERY_CODE_WRONG } from '@portico/core/signon/factors/sentences'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import { announce } from '#platform/events/announce.ts'
import { acceptedKeys, keyFingerprint } from '#platform/keys/secret-key.ts'
import type { Outcome } from '#platform/outcome.ts'
import { replaceRecoveryCodes, updateRecoveryCodeUsed } from '../../store/factor-codes.ts'
import { tryCode, wrongCode } from './attempts.ts'
import { ownerOfEndedCodesNotified, recoveryCodesEnded } from './events.ts'
import { hashCode } from './secrets.ts'

/** Excludes characters that look alike. Ten characters give 50 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

const makeCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Creates ten single-use codes, shown only once (behaviour 11.22). Replaces the previous codes. */
export async function makeRecoveryCodes(inside: InTransaction, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, makeCode)
  const { secretKey } = inside.settings
  const hashes = codes.map((code) => hashOf(secretKey, accountId, code))
  await replaceRecoveryCodes(inside, accountId, { hashes, hashedBy: keyFingerprint(secretKey) })
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

export function proveByRecoveryCode(context: SignedIn, typed: string): Promise<Outcome<true>> {
  const { accountId } = context.session
  return tryCode(context, 'recovery', async () => {
    const hashes = acceptedKeys(context.settings).map((key) => hashOf(key, accountId, plain(typed)))
    const spent = await updateRecoveryCodeUsed(context, accountId, hashes)
    return spent ? { entity: true } : wrongCode(RECOVERY_CODE_WRONG)
  })
}

/** Call this when the key that hashed the codes is removed. Mails the owner to create new codes. */
export async function endRecoveryCodes(inside: InTransaction, accountId: string): Promise<void> {
  await announce(inside, recoveryCodesEnded, { subjectAccountId: accountId })
  await announce(inside, ownerOfEndedCodesNotified, { accountId })
}

const hashOf = (secretKey: string, accountId: string, code: string) =>
  hashCode(secretKey, 'recovery code', accountId, code)

/** Accepts lower case, with or without the dash, O for 0, and I or L for 1. */
const plain = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
