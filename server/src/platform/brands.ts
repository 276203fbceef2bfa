import { BRANDS, type Brand, DEFAULT_BRAND } from '@portico/core/brand'

/** The brand that a stored id names. */
export function findBrand(id: string): Brand {
  return Object.values(BRANDS).find((brand) => brand.id === id) ?? DEFAULT_BRAND
}
