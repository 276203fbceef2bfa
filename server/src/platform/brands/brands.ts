import { readdirSync } from 'node:fs'
import type { DeclaredBrand } from '@portico/core/brand'

/** Each file in this folder is a brand; there is no separate list. */
export const brandsFolder = new URL('../../../../core/src/brands/', import.meta.url)

/** Addresses by brand id, and the brand of each host name without a port. Other hosts belong to the standard brand. */
export type BrandAddresses = { publicUrls: Record<string, string>; brandHosts: Record<string, string> }

/** The first brand is the standard one. */
export const brands: readonly DeclaredBrand[] = await readBrands()

async function readBrands(): Promise<DeclaredBrand[]> {
  const found: DeclaredBrand[] = []
  for (const file of readdirSync(brandsFolder).filter((name) => name.endsWith('.ts'))) {
    const { default: brand } = await import(new URL(file, brandsFolder).href)
    found.push(brand)
  }
  return found.sort((a, b) => Number(b.standard ?? false) - Number(a.standard ?? false))
}

export const standardBrand: DeclaredBrand = findStandard()

function findStandard(): DeclaredBrand {
  const [first, second] = brands
  if (!first?.standard || second?.standard)
    throw new Error('Exactly one file in core/src/brands must be the standard brand.')
  return first
}

/** Falls back to the standard brand, because a row can name a brand that no longer exists. */
export function findBrand(id: string): DeclaredBrand {
  return brands.find((brand) => brand.id === id) ?? standardBrand
}
