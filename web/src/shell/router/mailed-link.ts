import { LINK_PARAMETERS } from '@portico/core/constants'

/**
 * Removes link parameters from the URL before anything is shown, because URLs are copied, stored in histories and sent
 * as referrers. sessionStorage keeps them for reloads of this tab.
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

/** True after a reload, or Back and Forward. */
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

/** Runs once, before anything is shown. */
export function captureMailedLink(): void {
  linkParameters = takeLinkParameters()
}

export const isOpenedByLink = (): boolean => linkParameters.size > 0

/** A parameter of the mailed link that opened this page; '' if there is none. */
export const readMailedLink = (name: (typeof LINK_PARAMETERS)[number]): string => linkParameters.get(name) ?? ''

/** The page was left or the link has ended: a reload must not open it again. */
export function clearMailedLink(): void {
  linkParameters = new URLSearchParams()
  sessionStorage.removeItem(KEY)
}
