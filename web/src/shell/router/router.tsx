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
import { pageAddress } from '#kit/page-address.ts'
import { leavePage } from './unsaved.ts'

/** The URL parts and the page's history state. */
export type Location = { pathname: string; search: string; hash: string; state: unknown }

/** Pages store their state under one key, because a history entry can hold more. */
const readHistoryState = (): unknown => (import.meta.env.SSR ? null : (Object(history.state).usr ?? null))

const readLocation = (): Location => {
  const { pathname, search, hash } = pageAddress()
  return { pathname, search, hash, state: readHistoryState() }
}

const LocationContext = createContext<Location | null>(null)
const listeners = new Set<() => void>()

/** Whether an address must open in a new document; see `tag-manager.ts`. */
let needsNewDocument = (_address: string): boolean => false

export function setNewDocumentRule(rule: typeof needsNewDocument): void {
  needsNewDocument = rule
}

/** Renders the current URL and updates on navigation. The old page stays until the new one is ready. */
export function Router({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(readLocation)
  useLayoutEffect(() => {
    const show = () => {
      // Back to a page from before the tag manager.
      if (needsNewDocument(window.location.href)) return window.location.reload()
      startTransition(() => setLocation(readLocation()))
    }
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

/** Query parameters of the URL. */
export function useSearchParams(): URLSearchParams {
  return new URLSearchParams(useLocation().search)
}

type NavigateOptions = {
  /** Replaces the history entry. */
  replace?: boolean
  /** History state for the next page. Back and reload keep it. */
  state?: unknown
}

/** Navigates within the area. */
export function navigate(address: string, { replace = false, state = null }: NavigateOptions = {}): void {
  if (needsNewDocument(address)) {
    leavePage(address)
    return
  }
  if (replace) history.replaceState({ usr: state }, '', address)
  else history.pushState({ usr: state }, '', address)
  for (const show of listeners) show()
}

/** Replaces the current page with another. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}

/**
 * Turns plain links into client-side navigation, so that header, look-ups and session stay. Links to other entries or
 * the server, to new windows, and clicks with modifier keys are left to the browser.
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

/** The click would open the link in this window. */
export function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !event.defaultPrevented && event.button === 0 && !modified
}
