import type { Brand } from '@portico/core/brand'

/** What the server wrote into the page's head under this name; what it will write, where a page is rendered for it. */
export function readFromPage(name: 'brand' | 'brands'): string {
  if (import.meta.env.SSR) return readFromBuild(name)
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The rendering program is loaded once for each brand, which its address names. */
function readFromBuild(name: 'brand' | 'brands'): string {
  const { searchParams } = new URL(import.meta.url)
  const table = process
    .getBuiltinModule('node:fs')
    .readFileSync(new URL(/* @vite-ignore */ '../brands.json', import.meta.url), 'utf8')
  const values = JSON.parse(table)[searchParams.get('brand') ?? '']
  return name === 'brand' ? values.BRAND_WORDS : values.BRANDS
}

/** The brand of the request's host; a page has one brand for its whole life. */
export const brand: Brand = JSON.parse(readFromPage('brand'))
