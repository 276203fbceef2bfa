import { type MouseEvent, type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router, useLocation, useNavigate } from 'react-router'

const history = createBrowserHistory({ v5Compat: true })

/** What react-router's BrowserRouter does, without the parts for forms and servers that come with it. */
export function AddressRouter({ children }: { children: ReactNode }) {
  const [{ action, location }, setShown] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => history.listen((next) => startTransition(() => setShown(next))), [])
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}

/** What stands behind the '?' of the address. */
export function useAddressQuery(): URLSearchParams {
  return new URLSearchParams(useLocation().search)
}

/**
 * Plain links become moves inside the area, so header, look-ups and session stay. What belongs to another entry or to
 * the server (the wizard, logout), opens elsewhere or is pressed with a key held, is left to the browser.
 */
export function RouterLinks({ isInside, children }: { isInside: (path: string) => boolean; children: ReactNode }) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isPlainClick(event) || link.target || link.hasAttribute('download')) return
    if (link.origin !== location.origin || !isInside(link.pathname)) return
    event.preventDefault()
    void navigate(`${link.pathname}${link.search}${link.hash}`)
  }
  // biome-ignore lint/a11y/noStaticElementInteractions: it only watches clicks on the links inside, which stay links
  // biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by keyboard arrives as a click
  return <div onClick={follow}>{children}</div>
}

function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !event.defaultPrevented && event.button === 0 && !modified
}
