import type { MouseEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'

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
