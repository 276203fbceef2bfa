import type { Brand } from '@portico/core/brand'

/** What the server wrote into the page's head under this name; what it will write, where a page is rendered for it. */
export function readFromPage(name: 'brand' | 'brands'): string {
  if (import.meta.env.SSR) return readFromBuild(name)
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The rendering program is there once for each brand, and named after it. */
function readFromBuild(name: 'brand' | 'brands'): string {
  const id = import.meta.url.replace(/^.*\/|\.js$/g, '')
  const table = process
    .getBuiltinModule('node:fs')
    .readFileSync(new URL(/* @vite-ignore */ '../brands.json', import.meta.url), 'utf8')
  const values = JSON.parse(table)[id]
  return name === 'brand' ? values.BRAND_WORDS : values.BRANDS
}

/** The brand of the request's host; a page has one brand for its whole life. */
export const brand: Brand = JSON.parse(readFromPage('brand'))
