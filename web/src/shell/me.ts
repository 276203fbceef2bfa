import { me } from '@portico/core/signon/calls'
import type { Me } from '@portico/core/signon/shapes'
import { useSession } from './session.tsx'
import { type Loaded, useCall } from './use-call.ts'

/** Who is signed in and what they may do. The header and the page share one call. */
export function useMe(): Loaded<Me> {
  const session = useSession()
  return useCall(me, { enabled: session.state === 'signed-in' })
}
