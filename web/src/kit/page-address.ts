/** What of the address decides what a page shows. */
export type PageAddress = { pathname: string; search: string; hash: string; href: string }

let renderedAddress: PageAddress = { pathname: '/', search: '', hash: '', href: 'http://portal.invalid/' }

/** The address of the page that is shown; of the one that is rendered, where there is no browser. */
export const pageAddress = (): PageAddress => (import.meta.env.SSR ? renderedAddress : location)

export function setRenderedAddress(path: string): void {
  renderedAddress = new URL(path, 'http://portal.invalid')
}
