import { LINK_PARAMETERS } from '@portico/core/constants'

/**
 * What a mailed link carries leaves the address bar before anything is shown: an address is copied, kept in histories
 * and told to other sites. This tab remembers it for as long as the page is only loaded again.
 */

const KEY = 'portico.mailed-link'

function takeLinkParameters(): URLSearchParams {
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
  return restoreLinkParameters()
}

/** The page was here before, in this tab: it was reloaded, or the browser went back to it. */
export function isReload(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return load instanceof PerformanceNavigationTiming && load.type !== 'navigate'
}

function restoreLinkParameters(): URLSearchParams {
  const reloaded = isReload()
  const stored = reloaded ? sessionStorage.getItem(KEY) : null
  if (!reloaded) sessionStorage.removeItem(KEY)
  const { path, carried }: { path: string; carried: string[][] } = stored
    ? JSON.parse(stored)
    : { path: '', carried: [] }
  return new URLSearchParams(path === location.pathname ? carried : [])
}

let linkParameters = new URLSearchParams()

/** Once, before anything is shown. */
export function captureMailedLink(): void {
  linkParameters = takeLinkParameters()
}

/** A mailed link opened this page. */
export const isOpenedByLink = (): boolean => linkParameters.size > 0

/** What the mailed link that opened this page carries under a name; '' where no such link opened it. */
export const readMailedLink = (name: (typeof LINK_PARAMETERS)[number]): string => linkParameters.get(name) ?? ''

/** The page was left, or the link is over: it is not opened again. */
export function clearMailedLink(): void {
  linkParameters = new URLSearchParams()
  sessionStorage.removeItem(KEY)
}
