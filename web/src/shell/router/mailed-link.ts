import { LINK_PARAMETERS } from '@portico/core/constants'

/**
 * What a mailed link carries leaves the address bar before anything is shown: an address is copied, kept in histories
 * and told to other sites. This tab remembers it for as long as the page is only loaded again.
 */

const KEY = 'portico.mailed-link'

function takeQuery(): URLSearchParams {
  const query = new URLSearchParams(location.search)
  const carried = LINK_PARAMETERS.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value]]
  })
  if (carried.length > 0) {
    for (const name of LINK_PARAMETERS) query.delete(name)
    const rest = query.toString()
    history.replaceState(history.state, '', `${location.pathname}${rest && `?${rest}`}${location.hash}`)
    sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, carried }))
    return new URLSearchParams(carried)
  }
  return recall()
}

/** The page was here before, in this tab: it was reloaded, or the browser went back to it. */
export function isLoadedAgain(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return load instanceof PerformanceNavigationTiming && load.type !== 'navigate'
}

function recall(): URLSearchParams {
  const again = isLoadedAgain()
  const kept = again ? sessionStorage.getItem(KEY) : null
  if (!again) sessionStorage.removeItem(KEY)
  const { path, carried }: { path: string; carried: string[][] } = kept ? JSON.parse(kept) : { path: '', carried: [] }
  return new URLSearchParams(path === location.pathname ? carried : [])
}

let opened = new URLSearchParams()

/** Once, before anything is shown. */
export function takeMailedLink(): void {
  opened = takeQuery()
}

/** A mailed link opened this page. */
export const isOpenedByLink = (): boolean => opened.size > 0

/** What the mailed link that opened this page carries under a name; '' where no such link opened it. */
export const fromMailedLink = (name: (typeof LINK_PARAMETERS)[number]): string => opened.get(name) ?? ''

/** The page was left, or the link is over: it is not opened again. */
export function forgetMailedLink(): void {
  opened = new URLSearchParams()
  sessionStorage.removeItem(KEY)
}
