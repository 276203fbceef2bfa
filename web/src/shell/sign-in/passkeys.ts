import type { Assertion, NewPasskey, PasskeyCreation, PasskeyRequest } from '@portico/core/factors/shapes'

/** What the browser does with passkeys. Its library is downloaded when one is wanted. */
const library = () => import('@simplewebauthn/browser')

export const USE_PASSKEY = 'Use a passkey'

/** Passkeys belong to a name; at a bare address no browser makes or finds one. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname.replace(/^\[|\]$/g, ''))

/** Undefined where the person thought better of it, or the device has none. */
export async function getAssertion(optionsJSON: PasskeyRequest, autofill = false): Promise<Assertion | undefined> {
  const { startAuthentication } = await library()
  return startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).catch(() => undefined)
}

export async function createPasskey(optionsJSON: PasskeyCreation): Promise<NewPasskey | undefined> {
  const { startRegistration } = await library()
  return startRegistration({ optionsJSON }).catch(() => undefined)
}

/** Whether the browser offers passkeys inside a field. */
export async function supportsAutofill(): Promise<boolean> {
  return (await library()).browserSupportsWebAuthnAutofill()
}
