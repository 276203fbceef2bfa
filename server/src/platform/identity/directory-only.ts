import type { AccountKind } from '../database/schema.ts'
import type { Settings } from '../settings/settings.ts'

/** True if an account of this kind signs in only through the plan's directory: no password, reset or passkey opens it. */
export const isDirectoryOnly = ({ staffSignIn }: Pick<Settings, 'staffSignIn'>, kind: AccountKind): boolean =>
  kind === 'internal' && staffSignIn === 'oidc'
