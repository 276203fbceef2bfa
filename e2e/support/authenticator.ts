import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'

export type Authenticator = { answer: (enabled: boolean) => Promise<void>; remove: () => Promise<void> }

/** Chromium's own virtual device: it keeps passkeys, and says yes as soon as it is asked or when it is told to. */
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

/** The code an app shows now, and then the next one: each is good once, and the next one a little early too. */
export const appCode = (key: string, steps = 0): string =>
  new TOTP({ secret: key.replace(/\s/g, '') }).generate({ timestamp: Date.now() + steps * STEP_MS })
