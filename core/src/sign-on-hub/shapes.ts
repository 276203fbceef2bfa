import Type, { type Static } from 'typebox'
import { Done, text } from '../shapes.ts'

/** Request and reply shapes of sign-on to applications. */

export { Done }

/** ISO 8601. Empty if it has not happened. */
const time = Type.String()

/** The answer to a consent interaction. */
export const CONSENT_BODY = Type.Object({ allow: Type.Boolean() })

/** An application that the user signed in to or allowed to see data. */
const ConnectedApplication = Type.Object({
  clientId: Type.String(),
  name: Type.String(),
  /** What the application can see, as texts for the user. */
  shared: Type.Array(Type.String()),
  signedIn: Type.Boolean(),
  /** Last sign-in or renewal of the current sign-in; empty without one. */
  lastUsed: time,
  /** When the user allowed it; empty for an application that needs no consent. */
  allowedOn: time,
})
export type ConnectedApplication = Static<typeof ConnectedApplication>
export const ConnectedApplications = Type.Array(ConnectedApplication)

export const ClientIdBody = Type.Object({ clientId: text(100) })

/** An application that the user can open from home. */
export const ApplicationTiles = Type.Array(
  Type.Object({ clientId: Type.String(), name: Type.String(), address: Type.String(), hasLogo: Type.Boolean() }),
)
export type ApplicationTiles = Static<typeof ApplicationTiles>
