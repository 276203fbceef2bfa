import type { Brand } from '@portico/core/brand'

/** What the server wrote into the page's head under this name. */
export function readFromPage(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The brand of the request's host; a page has one brand for its whole life. */
export const brand: Brand = JSON.parse(readFromPage('brand'))
