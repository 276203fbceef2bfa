import Type, { type Static } from 'typebox'
import { PERMISSION_IDS } from '../access/permissions.ts'
import { text } from '../shapes.ts'
import { ADDRESS_MAX, ADDRESSES_MAX, APPLICATION_NAME_MAX, KEY_SET_MAX, LOGO_BASE64_MAX } from './application-form.ts'
import { SCOPES } from './scopes.ts'
import { SIGN_IN_FAILURES } from './sign-in-failures.ts'

/** Request and reply shapes of the console page 'Applications'. */

/** ISO 8601. Empty if it has not happened. */
const time = Type.String()
const addresses = Type.Array(text(ADDRESS_MAX), { maxItems: ADDRESSES_MAX })
const permission = Type.Enum([...PERMISSION_IDS])

/** What an administrator registers. Empty text stands for none. */
const registered = {
  name: text(APPLICATION_NAME_MAX),
  redirectUris: addresses,
  logoutUri: text(ADDRESS_MAX),
  postLogoutUris: addresses,
  tileUri: text(ADDRESS_MAX),
  /** Only people with this permission see the tile; empty for everybody of the kinds. */
  tilePermission: Type.Union([permission, Type.Literal('')]),
  kinds: Type.Array(Type.Enum(['provider', 'internal', 'member']), { maxItems: 3 }),
  scopes: Type.Array(Type.Enum([...SCOPES]), { maxItems: SCOPES.length }),
  permissions: Type.Array(permission, { maxItems: PERMISSION_IDS.length }),
  asksConsent: Type.Boolean(),
  allowsEmptyAccess: Type.Boolean(),
  /** A JSON Web Key Set as text; empty for an application with a secret. */
  keySet: text(KEY_SET_MAX),
}

/** A PNG in Base64. Left out: the logo stays. Empty: the application has none. */
const logo = Type.Optional(text(LOGO_BASE64_MAX))

export const AddApplicationBody = Type.Object({ ...registered, brand: text(50), logo })
export type AddApplicationBody = Static<typeof AddApplicationBody>

export const ChangeApplicationBody = Type.Object({
  ...registered,
  clientId: text(100),
  /** The version that the administrator saw. */
  version: Type.Integer(),
  logo,
})
export type ChangeApplicationBody = Static<typeof ChangeApplicationBody>

export const ApplicationQuery = Type.Object({ clientId: text(100) })

/** `clientSecret` is returned only now; empty if there is no new one. `waiting`: for four-eyes approval. */
export const ApplicationSaved = Type.Object({
  clientId: Type.String(),
  clientSecret: Type.String(),
  waiting: Type.Boolean(),
})
export type ApplicationSaved = Static<typeof ApplicationSaved>

const ApplicationRow = Type.Object({
  clientId: Type.String(),
  name: Type.String(),
  brand: Type.String(),
  state: Type.Enum(['ACTIVE', 'DISABLED']),
  lastUsed: time,
  /** In the last seven days. */
  failedSignIns: Type.Integer(),
  /** Logouts that the application has not accepted. */
  failedLogouts: Type.Integer(),
})
export type ApplicationRow = Static<typeof ApplicationRow>
export const ApplicationList = Type.Array(ApplicationRow)

export const Application = Type.Object({
  ...registered,
  clientId: Type.String(),
  version: Type.Integer(),
  brand: Type.String(),
  state: Type.Enum(['ACTIVE', 'DISABLED']),
  hasLogo: Type.Boolean(),
  createdOn: time,
  disabledOn: time,
  lastUsed: time,
  /** Until then, the secret before the last rotation is valid too. */
  oldSecretUntil: time,
  /** One entry for each of the last 30 days, oldest first. */
  signIns: Type.Array(Type.Object({ day: Type.String(), count: Type.Integer() })),
  /** Newest first. Equal failures of a minute are one entry. */
  failures: Type.Array(
    Type.Object({ reason: Type.Enum([...SIGN_IN_FAILURES]), at: Type.String(), count: Type.Integer() }),
  ),
  /** Logouts that the application has not accepted, newest first. */
  logouts: Type.Array(
    Type.Object({
      queuedOn: Type.String(),
      error: Type.String(),
      attempts: Type.Integer(),
      /** Empty if it is not sent again. */
      nextAttempt: time,
    }),
  ),
})
export type Application = Static<typeof Application>
