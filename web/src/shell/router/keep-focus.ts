/** The elements around one, the nearest first. */
function around(element: Element): Element[] {
  const parents: Element[] = []
  for (let parent = element.parentElement; parent; parent = parent.parentElement) parents.push(parent)
  return parents
}

const isShown = (element: Element) => element.isConnected && !element.closest('dialog:not([open])')

/** The heading of the part of the page that an element stood in; else the page's own, else its content. */
function headingNear(places: readonly Element[]): HTMLElement | null {
  const part = places.find((place) => isShown(place) && place.matches('main section, main form, dialog'))
  return (
    part?.querySelector<HTMLElement>('h1, h2, h3') ?? document.querySelector<HTMLElement>('main h1, main#main') ?? null
  )
}

/**
 * Who pressed something that is gone with what it did, such as the last of a list or 'Show all', reads on from the
 * heading of that part: without it the keyboard would begin at the top of the page. What the page itself does about
 * focus comes first. Stops watching when called.
 */
export function keepFocus(): () => void {
  let last: { element: Element; places: Element[] } | undefined
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = { element: target, places: around(target) }
  }
  const goOn = () => {
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    if (!last || !isLost || isShown(last.element)) return
    const heading = headingNear(last.places)
    if (!heading) return
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const watch = new MutationObserver(() => {
    if (last && !isShown(last.element)) setTimeout(goOn, 50)
  })
  document.addEventListener('focusin', remember)
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['open'] })
  return () => {
    document.removeEventListener('focusin', remember)
    watch.disconnect()
  }
}
