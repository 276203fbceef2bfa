import type { BrandName } from '@portico/core/brand'
import { readFromPage } from './brand.ts'

/** All brands, on pages that list them. Other pages may load this file with a shared chunk. */
export const brandNames: BrandName[] = JSON.parse(readFromPage('brands') || '[]')

/** Label for entries of all brands. */
export const ALL_LABEL = brandNames.length === 2 ? 'Both' : 'All'

export const findBrandName = (id: string): BrandName | undefined => brandNames.find((brand) => brand.id === id)
