import type { Area } from '../router/area.ts'

/**
 * The page somebody wanted when the login page came between: kept for this tab alone, so that signing in leads there
 * also after a mistyped password. The sign-on agent still decides whether it is theirs to open.
 */
const storageKey = (area: Area) => `portico.${area.name}.return-address`

const isInside = (area: Area, address: string) => address.startsWith(area.home.slice(0, area.home.lastIndexOf('/') + 1))

export function saveReturnAddress(area: Area, address: string): void {
  if (isInside(area, address)) sessionStorage.setItem(storageKey(area), address)
}

export function readReturnAddress(area: Area): string | undefined {
  const address = sessionStorage.getItem(storageKey(area))
  return address && isInside(area, address) ? address : undefined
}
