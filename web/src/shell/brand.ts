import { BRANDS, type Brand, type BrandId, DEFAULT_BRAND } from '@portico/core/brand'

/** The server wrote the brand of the request's host into the page; a page has one brand for its whole life. */
function readBrand(): Brand {
  return BRANDS[document.documentElement.dataset.brand as BrandId] ?? DEFAULT_BRAND
}

export const brand: Brand = readBrand()
