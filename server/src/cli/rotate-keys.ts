import { sql } from 'kysely'
import { recordAudit } from '#platform/audit/audit.ts'
import { insertRetiredKey } from '#platform/audit/retired-keys.ts'
import { SEAL_LOCK } from '#platform/audit/seals.ts'
import type { Context, InTransaction } from '#platform/context.ts'
import { findStoredKey } from '#platform/database/stored-key.ts'
import { transact } from '#platform/database/transaction.ts'
import { openHubKey, sealHubKey } from '#platform/keys/sealed-hub-key.ts'
import { keyFingerprint } from '#platform/keys/secret-key.ts'
import { lockAnew } from '#platform/keys/signing-certificate.ts'
import { endRecoveryCodes } from '../signon/domain/factors/recovery-codes.ts'
import { openKey, sealKey } from '../signon/domain/factors/secrets.ts'
import { CliError } from './cli-error.ts'
import * as store from './key-store.ts'

const BATCH = 100

type Fingerprints = { from: string; to: string; formerKey: string }

/** The previous and the next key; throws if the settings do not name two. */
function fingerprintsOf({ settings }: Context): Fingerprints {
  const { secretKey, otherKey } = settings
  if (otherKey?.is !== 'former')
    throw new CliError('Set PORTICO_SECRET_KEY to the new key and PORTICO_SECRET_KEY_FORMER to the previous one.')
  return { from: keyFingerprint(otherKey.key), to: keyFingerprint(secretKey), formerKey: otherKey.key }
}

export type KeyStatus = {
  key: string
  state: 'steady' | 'two keys' | 'changing'
  /** Counts of what still depends on the former key. */
  resting: store.FormerKeyUse
  /** Codes mailed before the rotation began expire at this time. */
  codesOver: Date | null
}

export async function findKeyStatus(context: Context): Promise<KeyStatus> {
  const { settings, db } = context
  const own = keyFingerprint(settings.secretKey)
  const stored = await findStoredKey(db)
  const isRotating = stored?.rotatingTo === own
  const isBehind = stored !== undefined && stored.fingerprint !== own
  const resting = isBehind ? await store.countFormerKeyUse(db, own) : store.NO_FORMER_USE
  return {
    key: stored?.fingerprint ?? own,
    state: isRotating ? 'changing' : settings.otherKey ? 'two keys' : 'steady',
    resting,
    codesOver: isRotating && stored.beganAt ? codesOver(context, stored.beganAt) : null,
  }
}

function codesOver({ settings: { lifetimes } }: Context, beganAt: Date): Date {
  const { identityCode, memberCode, signingCode, factorCode } = lifetimes
  return new Date(beganAt.getTime() + Math.max(identityCode, memberCode, signingCode, factorCode) * 1000)
}

/**
 * Re-encrypts under the new key in batches; if killed, it continues where it was. Numbers are hashes and change when
 * they are imported or used.
 */
export async function rotateKeys(context: Context, tell: (line: string) => void): Promise<void> {
  const keys = fingerprintsOf(context)
  await beginRotation(context, keys)
  let sealed = 0
  for (;;) {
    const done = await transact(context, (inside) => sealSomeAnew(inside, keys.to))
    sealed += done
    if (done > 0) tell(`${sealed} authenticator keys are under the new key`)
    if (done < BATCH) break
  }
  await transact(context, (inside) => sealHubKeysAnew(inside, keys.to))
  for (;;) {
    const done = await transact(context, ({ db }) => store.updateNumbersOfLeft(db, keys.to, BATCH))
    if (done < BATCH) break
  }
  if (lockAnew(context.settings)) tell("the server's own signing file is under the new key")
}

async function beginRotation(context: Context, { from, to }: Fingerprints): Promise<void> {
  await transact(context, async (inside) => {
    const stored = await store.lockStoredKey(inside.db)
    if (stored.fingerprint === to) throw new CliError('The new key is already in use: there is nothing to rotate.')
    if (stored.rotatingTo === to) return
    await store.updateRotationBegun(inside.db, to, context.now)
    await recordAudit(inside, { action: 'command.key-change-begun', details: { from, to } })
  })
}

async function sealSomeAnew(context: Context & { db: Parameters<typeof store.lockAppKeys>[0] }, to: string) {
  const { db, settings } = context
  const keys = await store.lockAppKeys(db, to, BATCH)
  for (const { id, accountId, sealed } of keys) {
    const anew = sealKey(settings, accountId, openKey(settings, accountId, sealed))
    await store.updateSealedKey(db, id, anew, to)
  }
  return keys.length
}

async function sealHubKeysAnew({ db, settings }: InTransaction, to: string): Promise<void> {
  for (const key of await store.lockHubKeys(db, to)) {
    const anew = sealHubKey(settings.secretKey, key.id, openHubKey(settings, key))
    await store.updateSealedHubKey(db, key.id, anew, to)
  }
}

/**
 * Recovery codes are hashes that cannot be converted: deletes them and notifies their owners. Returns how many people.
 */
export async function endFormerRecoveryCodes(context: Context): Promise<number> {
  const { to } = fingerprintsOf(context)
  for (let people = 0; ; people += 1) {
    const found = await transact(context, async (inside) => {
      const accountId = await store.deleteNextRecoveryCodes(inside.db, to)
      if (accountId) await endRecoveryCodes(inside, accountId)
      return accountId
    })
    if (!found) return people
  }
}

/**
 * The last step: afterwards the former key decrypts nothing. All or nothing, and refused while anything depends on it.
 */
export async function finishRotation(context: Context): Promise<void> {
  const { from, to, formerKey } = fingerprintsOf(context)
  await transact(context, async (inside) => {
    const { db } = inside
    // Blocks new seals, so that the former key's last seal is the newest one.
    await sql`select pg_advisory_xact_lock(${SEAL_LOCK})`.execute(db)
    const stored = await store.lockStoredKey(db)
    if (stored.fingerprint === to) throw new CliError('The new key is already in use: you can remove the former one.')
    if (stored.rotatingTo !== to || !stored.beganAt) throw new CliError("Run 'keys rotate' first.")
    const over = codesOver(context, stored.beganAt)
    if (over > context.now)
      throw new CliError(
        `Codes mailed before the rotation began are valid until ${over.toISOString()}: finish after that.`,
      )
    const resting = await store.countFormerKeyUse(db, to)
    if (Object.values(resting).some((count) => count > 0)) throw new CliError(refusal(resting))
    await insertRetiredKey(db, { from: formerKey, to: context.settings.secretKey, now: context.now, fingerprint: from })
    await store.updateRotated(db, to, context.now)
    await recordAudit(inside, { action: 'command.key-changed', details: { from, to } })
  })
}

function refusal({ numbers, appKeys, hubKeys, recoveryCodes }: store.FormerKeyUse): string {
  const parts = [
    ...(numbers ? [`the SSN or TIN of ${numbers} providers (import the network file, with --snapshot)`] : []),
    ...(appKeys ? [`${appKeys} authenticator keys (run 'keys rotate' again)`] : []),
    ...(hubKeys ? [`${hubKeys} keys of sign-on (run 'keys rotate' again)`] : []),
    ...(recoveryCodes
      ? [`${recoveryCodes} recovery codes (--end-recovery-codes deletes them and notifies their owners)`]
      : []),
  ]
  return `The former key is still needed for ${parts.join('; ')}.`
}
