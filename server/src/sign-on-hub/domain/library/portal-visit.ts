import type { SignInFailure } from '@portico/core/sign-on-hub/sign-in-failures'
import type { Session } from '#platform/context.ts'

/** What the portal attaches to a request before the library handles it. */
export type PortalVisit = {
  session: Session | null
  /** Why the library refused the request; the portal records it afterwards. */
  failure?: SignInFailure | undefined
}

declare module 'node:http' {
  interface IncomingMessage {
    portalVisit?: PortalVisit
  }
}
