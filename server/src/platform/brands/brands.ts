import { readdirSync } from 'node:fs'
import type { DeclaredBrand } from '@portico/core/brand'

/** A brand is a file in this folder; there is no list of them. */
export const brandsFolder = new URL('../../../../core/src/brands/', import.meta.url)

/** The standard brand is the first. */
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
    throw new Error('Exactly one file of core/src/brands is the standard brand.')
  return first
}

/** A row may name a brand that is gone since: the standard one speaks for it. */
export function findBrand(id: string): DeclaredBrand {
  return brands.find((brand) => brand.id === id) ?? standardBrand
}
