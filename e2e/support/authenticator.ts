import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'

export type Authenticator = { answer: (enabled: boolean) => Promise<void>; remove: () => Promise<void> }

/** Chromium's virtual authenticator. It stores passkeys and confirms requests unless disabled. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    answer: async (enabled) => {
      await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    remove: async () => {
      await client.send('WebAuthn.disable')
      await client.detach()
    },
  }
}

const STEP_MS = 30_000

/** The app's current code, or a later one. The server accepts each code once, and the next one a little early. */
export const appCode = (key: string, steps = 0): string =>
  new TOTP({ secret: key.replace(/\s/g, '') }).generate({ timestamp: Date.now() + steps * STEP_MS })
