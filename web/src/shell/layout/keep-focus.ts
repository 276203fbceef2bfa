/** Ancestors, nearest first. */
function listAncestors(element: Element): Element[] {
  const parents: Element[] = []
  for (let parent = element.parentElement; parent; parent = parent.parentElement) parents.push(parent)
  return parents
}

const isShown = (element: Element) => element.isConnected && !element.closest('dialog:not([open])')

/** Heading of the nearest visible section, form or dialog; otherwise the page's heading or main element. */
function findHeading(ancestors: readonly Element[]): HTMLElement | null {
  const part = ancestors.find((ancestor) => isShown(ancestor) && ancestor.matches('main section, main form, dialog'))
  return (
    part?.querySelector<HTMLElement>('h1, h2, h3') ?? document.querySelector<HTMLElement>('main h1, main#main') ?? null
  )
}

/**
 * If the focused element disappears (for example 'Show all'), moves the focus to the nearest heading. Without this, the
 * keyboard would start at the top of the page. Runs after the page's own focus handling. Returns a function that stops
 * it.
 */
export function keepFocus(): () => void {
  let last: { element: Element; ancestors: Element[] } | undefined
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = { element: target, ancestors: listAncestors(target) }
  }
  const restoreFocus = () => {
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    if (!last || !isLost || isShown(last.element)) return
    const heading = findHeading(last.ancestors)
    if (!heading) return
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    if (last && !isShown(last.element)) setTimeout(restoreFocus, 50)
  })
  document.addEventListener('focusin', remember)
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['open'] })
  return () => {
    document.removeEventListener('focusin', remember)
    observer.disconnect()
  }
}
