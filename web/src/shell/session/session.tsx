import type { Tracking } from '@portico/core/signon/shapes'
import { createContext, useContext } from 'react'
import type { Area } from '../router/area.ts'

/**
 * Who is signed in on this page. A public page makes no `sec` call and is simply 'public'; a signed-in page asks the
 * server which user kind the session has, and providers are tracked (behaviour 11.10).
 */
export type Session =
  | { state: 'public' }
  | { state: 'checking' }
  | {
      state: 'signed-in'
      area: Area
      tracking: Tracking | null
      /** Where signing in again leads; without it, to this very page. */
      returnTo?: string
    }
  | { state: 'failed'; message: string }

export const SessionContext = createContext<Session>({ state: 'public' })

export const useSession = (): Session => useContext(SessionContext)
