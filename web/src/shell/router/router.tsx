import {
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { pageAddress } from '../../kit/page-address.ts'

/** Where the page is: its address, and what the browser's history holds beside it. */
export type Location = { pathname: string; search: string; hash: string; state: unknown }

/** The history's own entry may hold more than what a page handed over, so that stands under a name. */
const readHistoryState = (): unknown => (import.meta.env.SSR ? null : (Object(history.state).usr ?? null))

const readLocation = (): Location => {
  const { pathname, search, hash } = pageAddress()
  return { pathname, search, hash, state: readHistoryState() }
}

const LocationContext = createContext<Location | null>(null)
const listeners = new Set<() => void>()

/** Shows the page of the address, and again when somebody goes on or back. The page that was there stays until then. */
export function Router({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(readLocation)
  useLayoutEffect(() => {
    const show = () => startTransition(() => setLocation(readLocation()))
    listeners.add(show)
    window.addEventListener('popstate', show)
    return () => {
      listeners.delete(show)
      window.removeEventListener('popstate', show)
    }
  }, [])
  return <LocationContext value={location}>{children}</LocationContext>
}

export function useLocation(): Location {
  const location = useContext(LocationContext)
  if (!location) throw new Error('useLocation needs a Router above')
  return location
}

/** What stands behind the '?' of the address. */
export function useSearchParams(): URLSearchParams {
  return new URLSearchParams(useLocation().search)
}

type NavigateOptions = {
  /** Back does not lead to where the page was. */
  replace?: boolean
  /** Handed over to the page that is gone to, and found again by Back and reload. */
  state?: unknown
}

/** Goes to an address inside the area. */
export function navigate(address: string, { replace = false, state = null }: NavigateOptions = {}): void {
  if (replace) history.replaceState({ usr: state }, '', address)
  else history.pushState({ usr: state }, '', address)
  for (const show of listeners) show()
}

/** Stands for a page that is another one. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}

/**
 * Plain links become moves inside the area, so header, look-ups and session stay. What belongs to another entry or to
 * the server (the wizard, logout), opens elsewhere or is pressed with a key held, is left to the browser.
 */
export function RouterLinks({ isInside, children }: { isInside: (path: string) => boolean; children: ReactNode }) {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isPlainClick(event) || link.target || link.hasAttribute('download')) return
    if (link.origin !== location.origin || !isInside(link.pathname)) return
    event.preventDefault()
    navigate(`${link.pathname}${link.search}${link.hash}`)
  }
  // biome-ignore lint/a11y/noStaticElementInteractions: it only watches clicks on the links inside, which stay links
  // biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by keyboard arrives as a click
  return <div onClick={follow}>{children}</div>
}

/** The link leads where it stands, not to another window. */
export function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !event.defaultPrevented && event.button === 0 && !modified
}
