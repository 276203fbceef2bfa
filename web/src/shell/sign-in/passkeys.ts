import type { Assertion, NewPasskey, PasskeyCreation, PasskeyRequest } from '@portico/core/signon/factors/shapes'

/** Browser functions for passkeys. The library loads on first use. */
const library = () => import('@simplewebauthn/browser')

export const USE_PASSKEY = 'Use a passkey'

/** Passkeys need a host name; they do not work on IP addresses. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname.replace(/^\[|\]$/g, ''))

/** Undefined if the user cancels or the device has no passkey. */
export async function getAssertion(optionsJSON: PasskeyRequest, autofill = false): Promise<Assertion | undefined> {
  const { startAuthentication } = await library()
  return startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).catch(() => undefined)
}

export async function createPasskey(optionsJSON: PasskeyCreation): Promise<NewPasskey | undefined> {
  const { startRegistration } = await library()
  return startRegistration({ optionsJSON }).catch(() => undefined)
}

export async function supportsAutofill(): Promise<boolean> {
  return (await library()).browserSupportsWebAuthnAutofill()
}
