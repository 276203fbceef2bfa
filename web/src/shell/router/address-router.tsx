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
export type Place = { pathname: string; search: string; hash: string; state: unknown }

/** The history's own entry may hold more than what a page handed over, so that stands under a name. */
const stateNow = (): unknown => (import.meta.env.SSR ? null : (Object(history.state).usr ?? null))

const placeNow = (): Place => {
  const { pathname, search, hash } = pageAddress()
  return { pathname, search, hash, state: stateNow() }
}

const PlaceContext = createContext<Place | null>(null)
const listeners = new Set<() => void>()

/** Shows the page of the address, and again when somebody goes on or back. The page that was there stays until then. */
export function AddressRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(placeNow)
  useLayoutEffect(() => {
    const show = () => startTransition(() => setPlace(placeNow()))
    listeners.add(show)
    window.addEventListener('popstate', show)
    return () => {
      listeners.delete(show)
      window.removeEventListener('popstate', show)
    }
  }, [])
  return <PlaceContext value={place}>{children}</PlaceContext>
}

export function usePlace(): Place {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('usePlace needs an AddressRouter above')
  return place
}

/** What stands behind the '?' of the address. */
export function useAddressQuery(): URLSearchParams {
  return new URLSearchParams(usePlace().search)
}

type Going = {
  /** Back does not lead to where the page was. */
  replace?: boolean
  /** Handed over to the page that is gone to, and found again by Back and reload. */
  state?: unknown
}

/** Goes to an address inside the area. */
export function goTo(address: string, { replace = false, state = null }: Going = {}): void {
  if (replace) history.replaceState({ usr: state }, '', address)
  else history.pushState({ usr: state }, '', address)
  for (const show of listeners) show()
}

/** Stands for a page that is another one. */
export function Elsewhere({ address }: { address: string }) {
  useEffect(() => goTo(address, { replace: true }), [address])
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
    goTo(`${link.pathname}${link.search}${link.hash}`)
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
