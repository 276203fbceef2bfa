import type { BrandName } from '@portico/core/brand'
import { readFromPage } from './brand.ts'

/** All brands, on the pages that list them. Others only happen to load this file with what they share. */
export const brandNames: BrandName[] = JSON.parse(readFromPage('brands') || '[]')

/** What belongs to no brand alone. */
export const ALL_LABEL = brandNames.length === 2 ? 'Both' : 'All'

export const findBrandName = (id: string): BrandName | undefined => brandNames.find((brand) => brand.id === id)
