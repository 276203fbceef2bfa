import type { ConsolePageName } from '@portico/core/internal/console'
import { me } from '@portico/core/signon/calls'
import type { Me } from '@portico/core/signon/shapes'
import { type Loaded, useCall } from '../gateway/use-call.ts'
import { useSession } from './session.tsx'

/** Who is signed in and what they may do. The header and the page share one call. */
export function useMe(): Loaded<Me> {
  const session = useSession()
  return useCall(me, { enabled: session.state === 'signed-in' })
}

/** Whether the person's role opens a page of the console: what leads there is shown to nobody else. */
export function useCanOpen(): (page: ConsolePageName) => boolean {
  const me = useMe()
  return (page) => me.state === 'ready' && me.entity.opens.includes(page)
}
