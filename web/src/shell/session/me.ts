import type { ConsolePageName } from '@portico/core/internal/console'
import { me } from '@portico/core/signon/calls'
import type { Me } from '@portico/core/signon/shapes'
import { type Loaded, useCall } from '../gateway/use-call.ts'
import { useSession } from './session.tsx'

/** The signed-in user. The header and the page share one call. */
export function useMe(): Loaded<Me> {
  const session = useSession()
  return useCall(me, { enabled: session.state === 'signed-in' })
}

/** Whether the staff role includes a console page. Links to other pages are hidden. */
export function useCanOpen(): (page: ConsolePageName) => boolean {
  const me = useMe()
  return (page) => me.state === 'ready' && me.entity.opens.includes(page)
}
