import { ACCOUNT_CALLS } from '@portico/core/access/calls'
import type { Me } from '@portico/core/signon/shapes'
import { useSession } from './session.tsx'
import { type Loaded, useLegacyCall } from './use-call.ts'

/** Who is signed in and what they may do. The header and the page share one call. */
export function useMe(): Loaded<Me> {
  const session = useSession()
  return useLegacyCall<Me>(ACCOUNT_CALLS.me, { enabled: session.state === 'signed-in' })
}
