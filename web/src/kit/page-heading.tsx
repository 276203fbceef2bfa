import { type ReactNode, useEffect, useRef } from 'react'
import { pageAddress } from './page-address.ts'

/**
 * The first screen keeps the browser's focus; later headings take it. The first heading also takes it if the user has
 * already left the loaded page.
 */
const loadedPath = pageAddress().pathname
let firstHeading: HTMLElement | null = null

/** Title of the page being rendered on the server. */
let renderedTitle = ''
export const setRenderedTitle = (title: string): void => {
  renderedTitle = title
}
export function takeRenderedTitle(): string {
  const title = renderedTitle
  renderedTitle = ''
  return title
}

export function setPageTitle(title: string, bad = false): void {
  const site = document.documentElement.dataset.site
  document.title = `${bad ? 'Error: ' : ''}${title}${site ? ` | ${site}` : ''}`
}

type PageHeadingProps = {
  /** The page has errors; the title says so first. */
  bad?: boolean
} & (
  | { title?: undefined; children: string }
  /** Start of the document title, if the heading is not plain text or is not the page's name. */
  | { title: string; children: ReactNode }
)

/** The screen's only `h1`. It sets the title and announces a new screen to assistive technology. */
export function PageHeading({ bad = false, ...named }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const text = named.title ?? named.children

  if (import.meta.env.SSR) setRenderedTitle(text)
  // An empty heading must not replace the page's title.
  useEffect(() => {
    if (text.trim() !== '') setPageTitle(text, bad)
  }, [text, bad])

  useEffect(() => {
    firstHeading ??= heading.current
    if (heading.current === firstHeading && location.pathname === loadedPath) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1}>
      {named.children}
    </h1>
  )
}
