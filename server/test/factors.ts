import * as calls from '@portico/core/signon/factors/calls'
import type { AppKey, FactorAdded, PasskeyCreation, PasskeyRequest, Proved } from '@portico/core/signon/factors/shapes'
import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { TestBrowser } from './browser.ts'
import type { TestClock } from './clock.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from './software-passkey.ts'

/** The code that an authenticator app shows. */
export const codeOf = (key: string, clock: TestClock): string =>
  new TOTP({ secret: key }).generate({ timestamp: clock.now().getTime() })

export const TIME_STEP_S = 30

/** Sets up an authenticator app with the current code. The next code is valid from the next time step. */
export async function addApp(browser: TestBrowser, clock: TestClock, more: object = {}) {
  const { entity } = await browser.postCall<AppKey>(calls.startApp.path)
  const added = await browser.postCall<FactorAdded>(calls.confirmApp.path, { code: codeOf(entity.key, clock), ...more })
  expect(added.status).toBe(200)
  clock.advance(TIME_STEP_S)
  return { key: entity.key, ...added.entity }
}

export async function addPasskey(browser: TestBrowser, passkey: SoftwarePasskey = createSoftwarePasskey()) {
  const { entity } = await browser.postCall<PasskeyCreation>(calls.startPasskey.path)
  const added = await browser.postCall<FactorAdded>(calls.addPasskey.path, { passkey: passkey.create(entity) })
  expect(added.status).toBe(200)
  return { passkey, ...added.entity }
}

export async function proveByCode(
  browser: TestBrowser,
  kind: 'app' | 'recovery' | 'email',
  code: string,
  more: object = {},
) {
  return browser.postCall<Proved>(calls.proveFactor.path, { kind, code, ...more })
}

export async function requestPasskey(browser: TestBrowser): Promise<PasskeyRequest> {
  return (await browser.postCall<PasskeyRequest>(calls.passkeyChallenge.path)).entity
}
