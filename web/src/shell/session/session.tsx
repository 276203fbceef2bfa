import type { Tracking } from '@portico/core/signon/shapes'
import { createContext, useContext } from 'react'
import type { Area } from '../router/area.ts'

/**
 * Session state of this page. A public page makes no `sec` call. A signed-in page checks the session's user kind, and
 * provider users are tracked (behaviour 11.10).
 */
export type Session =
  | { state: 'public' }
  | { state: 'checking' }
  | {
      state: 'signed-in'
      area: Area
      tracking: Tracking | null
      /** Page to open after signing in again. The current page if left out. */
      returnTo?: string
    }
  | { state: 'failed'; message: string; reload: () => void }

export const SessionContext = createContext<Session>({ state: 'public' })

export const useSession = (): Session => useContext(SessionContext)
