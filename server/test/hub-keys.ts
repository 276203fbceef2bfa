import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { sealHubKey } from '#platform/keys/sealed-hub-key.ts'
import { keyFingerprint } from '#platform/keys/secret-key.ts'
import { findHubKeys, insertHubKey } from '../src/sign-on-hub/store/hub-keys.ts'
import type { TestApp } from './build-test-app.ts'

type Portal = Pick<TestApp, 'db' | 'clock'> & { deps: Pick<TestApp['deps'], 'settings'> }

let signingKey: Buffer | undefined

/**
 * Gives a portal without keys the keys that it would create on first use. All tests of a process share one signing key,
 * because making one takes as long as building the portal.
 */
export async function insertTestHubKeys({ db, clock, deps: { settings } }: Portal): Promise<void> {
  if ((await findHubKeys(db)).length > 0) return
  signingKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'der' })
  for (const [purpose, secret] of [
    ['records', randomBytes(32)],
    ['sign', signingKey],
  ] as const) {
    const id = randomBytes(12).toString('base64url')
    const sealed = sealHubKey(settings.secretKey, id, secret)
    const sealedBy = keyFingerprint(settings.secretKey)
    await insertHubKey(db, { id, purpose, sealed, sealedBy, createdAt: clock.now() })
  }
}
