import { HOST_COOKIE_PREFIX } from '@portico/core/constants'

/**
 * The library limits two of its cookies to a path, so that two tabs do not disturb each other. Browsers accept the
 * prefix of production cookies only for the whole host. There the end of the path is therefore part of the cookie's name.
 */
export const INTERACTION_COOKIE = 'portico_hub_interaction'
export const RESUME_COOKIE = 'portico_hub_resume'

const names = `${INTERACTION_COOKIE}|${RESUME_COOKIE}`
const SET_BY_LIBRARY = new RegExp(`^(${names})(|\\.sig)=(.*?); path=[^;]*/([\\w-]+)(?=;|$)`)
const OF_BROWSER = new RegExp(`^${HOST_COOKIE_PREFIX}(${names})-([\\w-]+)(\\.sig)?=`)

/** A `Set-Cookie` line of the library, as the browser gets it. */
export const nameForHost = (line: string): string =>
  line.replace(SET_BY_LIBRARY, `${HOST_COOKIE_PREFIX}$1-$4$2=$3; path=/`)

/** The browser's `Cookie` header, as the library expects it on this path. Cookies of other tabs are left out. */
export function nameForLibrary(header: string, path: string): string {
  const parts = path.split('/')
  return header
    .split('; ')
    .flatMap((cookie) => {
      const [prefix = '', name, end = '', sig = ''] = OF_BROWSER.exec(cookie) ?? []
      if (!name) return SET_BY_OTHERS.test(cookie) ? [] : [cookie]
      return parts.includes(end) ? [`${name}${sig}=${cookie.slice(prefix.length)}`] : []
    })
    .join('; ')
}

/** Without the prefix, another host of the plan's domain could have set it. */
const SET_BY_OTHERS = new RegExp(`^(${names})(\\.sig)?=`)
