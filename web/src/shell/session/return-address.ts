import type { Area } from '../router/area.ts'

/**
 * The page requested before the login page, stored for this tab. It survives a wrong password. The sign-on agent still
 * decides whether the user can open it.
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
