import type { Brand } from '@portico/core/brand'

/** Content of a meta element that the server fills in. While rendering on the server, the value it will fill in. */
export function readFromPage(name: 'brand' | 'brands'): string {
  if (import.meta.env.SSR) return readFromBuild(name)
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The build copies the rendering program for each brand and names the copy after it. */
function readFromBuild(name: 'brand' | 'brands'): string {
  const id = import.meta.url.replace(/^.*\/|\.js$/g, '')
  const table = process
    .getBuiltinModule('node:fs')
    .readFileSync(new URL(/* @vite-ignore */ '../brands.json', import.meta.url), 'utf8')
  const values = JSON.parse(table)[id]
  return name === 'brand' ? values.BRAND_WORDS : values.BRANDS
}

/** Brand of the request's host. It never changes within a page. */
export const brand: Brand = JSON.parse(readFromPage('brand'))
