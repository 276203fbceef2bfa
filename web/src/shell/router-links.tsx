import { type MouseEvent, type ReactNode, useCallback } from 'react'
import { useNavigate } from 'react-router'

/**
 * Plain links become moves inside the area, so header, look-ups and session stay. What belongs to another entry or to
 * the server (the wizard, logout), opens elsewhere or is pressed with a key held, is left to the browser.
 */
export function RouterLinks({ within, except, children }: { within: string; except: string[]; children: ReactNode }) {
  const navigate = useNavigate()
  const follow = useCallback(
    (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !isPlainClick(event) || link.target || link.hasAttribute('download')) return
      const inside = link.origin === location.origin && link.pathname.startsWith(`${within}/`)
      if (!inside || except.includes(link.pathname)) return
      event.preventDefault()
      void navigate(`${link.pathname}${link.search}${link.hash}`)
    },
    [navigate, within, except],
  )
  // biome-ignore lint/a11y/noStaticElementInteractions: it only watches clicks on the links inside, which stay links
  // biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by keyboard arrives as a click
  return <div onClick={follow}>{children}</div>
}

function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !event.defaultPrevented && event.button === 0 && !modified
}
