import { isAccessPage } from '@portico/core/access/pages'
import { DEMO_PATH, INTERNAL_PATHS, MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { DEMO_APP_IDS } from '@portico/core/demo-book'
import type { AccountKind } from '../database/schema.ts'

/** The areas of the portal, each with its own HTML entry (behaviour 2). */
export type Area = 'providers' | 'members' | 'internal'
export type Entry = Area | 'registration' | 'demo'

export const AREA_PATHS = { providers: PROVIDER_PATHS, members: MEMBER_PATHS, internal: INTERNAL_PATHS } as const

const AREA_OF_KIND: Record<AccountKind, Area> = { provider: 'providers', member: 'members', internal: 'internal' }

export const areaOfAccount = (kind: AccountKind): Area => AREA_OF_KIND[kind]

/** The area of a path; undefined outside the portal. */
export function areaOf(path: string): Area | undefined {
  const areas: Area[] = ['providers', 'members', 'internal']
  return areas.find((area) => path === AREA_PATHS[area].area || path.startsWith(`${AREA_PATHS[area].area}/`))
}

/** True if an area has a page at exactly this address. */
export function isKnownAddress(area: Area, path: string): boolean {
  const { area: root, ...pages } = AREA_PATHS[area]
  if (area === 'providers' && isAccessPage(path)) return true
  const known: string[] = Object.values(pages)
  return path !== root && known.includes(path)
}

/** The demo page and its applications. */
export const isDemoPage = (path: string): boolean => DEMO_PAGES.includes(path)
export const DEMO_PAGES = [DEMO_PATH, ...DEMO_APP_IDS.map((id) => `${DEMO_PATH}/${id}`)]

/** The entry that serves a path, and whether the page exists; otherwise the area shows its own 'not found'. */
export function entryOf(path: string): { entry: Entry; known: boolean } {
  if (path === PROVIDER_PATHS.registration) return { entry: 'registration', known: true }
  if (isDemoPage(path)) return { entry: 'demo', known: true }
  const area = areaOf(path)
  return { entry: area ?? 'providers', known: area !== undefined && isKnownAddress(area, path) }
}
