import { type ReactNode, useEffect, useRef } from 'react'
import { pageAddress } from './page-address.ts'

/**
 * The first screen of a page load keeps the browser's own focus; each later heading takes it. So does the first one
 * when it is another page's: somebody went on before the page that was loaded had a heading.
 */
const loadedPath = pageAddress().pathname
let firstHeading: HTMLElement | null = null

/** The title of what is rendered, where there is no browser to tell it to. */
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
  /** Errors stand on the screen: the title says so first. */
  bad?: boolean
} & (
  | { title?: undefined; children: string }
  /** The page title's first part, when the heading is more than text or names the page otherwise. */
  | { title: string; children: ReactNode }
)

/** The one `h1` of a screen. It names the page and tells assistive technology that a new screen came. */
export function PageHeading({ bad = false, ...named }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const text = named.title ?? named.children

  if (import.meta.env.SSR) setRenderedTitle(text)
  // What is not known yet does not take the page's own title away.
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
