/** Parts of the URL that decide what a page shows. */
export type PageAddress = { pathname: string; search: string; hash: string; href: string }

let renderedAddress: PageAddress = { pathname: '/', search: '', hash: '', href: 'http://portal.invalid/' }

/** The current page's address, or the address being rendered on the server. */
export const pageAddress = (): PageAddress => (import.meta.env.SSR ? renderedAddress : location)

export function setRenderedAddress(path: string): void {
  renderedAddress = new URL(path, 'http://portal.invalid')
}
