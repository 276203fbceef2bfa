/** Rules of axe that depend on colors, sizes and layout. All other rules depend only on the structure. */
export const LOOK_RULES = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable']
export const WITHOUT_LOOK_RULES = Object.fromEntries(LOOK_RULES.map((rule) => [rule, { enabled: false }]))

/**
 * Runs in the page. Describes every text by everything its contrast depends on, and every scrolling region. Equal
 * descriptions look the same on every screen, brand and width. An element placed over others is described by everything
 * beneath it. `unsure` is true if scrolling can change that. `window.looksOf` holds one element per description.
 */
export function describeLooks(): { looks: string[]; unsure: boolean } {
  const repeated = new Set((window as unknown as { repeatedRows: Element[] }).repeatedRows)
  const transparent = /^(?:transparent|rgba\(.*, 0\))$/
  const opaque = /^rgb\(/
  const ownText = (element: Element) =>
    [...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent?.trim())
      .join('')
  const isDisabled = (element: Element) =>
    element.closest(':disabled, [aria-disabled=true]') !== null ||
    (element.closest('label')?.control?.matches(':disabled') ?? false)

  let boxes: { element: Element; box: DOMRect }[] | undefined
  /** Elements with a background that overlap this element without containing it. */
  const describeBeneath = (placed: Element): string[] => {
    boxes ??= [...document.body.querySelectorAll('*')].map((element) => ({
      element,
      box: element.getBoundingClientRect(),
    }))
    const { left, right, top, bottom } = placed.getBoundingClientRect()
    return boxes.flatMap(({ element, box }) => {
      if (box.left >= right || box.right <= left || box.top >= bottom || box.bottom <= top) return []
      if (element.contains(placed) || placed.contains(element) || !element.checkVisibility()) return []
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
      if (transparent.test(backgroundColor) && backgroundImage === 'none') return []
      const coversAll = box.left <= left && box.right >= right && box.top <= top && box.bottom >= bottom
      return [`over ${coversAll ? 'all' : 'part'} of ${backgroundColor} ${backgroundImage} ${opacity}`]
    })
  }

  let unsure = false
  /** Backgrounds from the text outward, up to the first opaque one. */
  const describeBackground = (from: Element): string[] => {
    const parts: string[] = []
    for (let element: Element | null = from; element; element = element.parentElement) {
      const { backgroundColor, backgroundImage, opacity, filter, position, transform } = getComputedStyle(element)
      if (opacity !== '1') parts.push(`opacity ${opacity}`)
      if (filter !== 'none') parts.push(filter)
      if (backgroundImage !== 'none') parts.push(backgroundImage)
      if (!transparent.test(backgroundColor)) parts.push(backgroundColor)
      if (opaque.test(backgroundColor)) return parts
      if (position === 'absolute') parts.push(...describeBeneath(element))
      if (/fixed|sticky/.test(position) || transform !== 'none') unsure = true
    }
    return parts
  }
  const describeText = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine, borderBottomWidth } = getComputedStyle(element)
    const parts = [color, fontSize, fontWeight, textShadow, isDisabled(element) ? 'off' : '']
    // axe compares a link with the text around it.
    const around = element.closest('a')?.parentElement
    if (around) {
      const { color: colorAround, fontSize: sizeAround, fontWeight: weightAround } = getComputedStyle(around)
      parts.push('link', textDecorationLine, borderBottomWidth, colorAround, sizeAround, weightAround)
      parts.push(ownText(around) ? 'in text' : '')
    }
    return [...parts, 'on', ...describeBackground(element)].join(' ')
  }

  const looks = new Map<string, Element>()
  const visit = (element: Element): void => {
    if (repeated.has(element)) return
    for (const child of element.children) visit(child)
    const { width, height, right, bottom } = element.getBoundingClientRect()
    const isSeen = width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0
    if (!isSeen || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return
    // axe ignores single characters.
    if (ownText(element).length > 1 || element.matches('input, select, textarea'))
      looks.set(describeText(element), element)
    const { overflowX, overflowY } = getComputedStyle(element)
    const scrolls =
      (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight) ||
      (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth)
    const focusable = 'a[href], button, input, select, textarea, [tabindex]'
    if (scrolls)
      looks.set(
        `scrolls ${element.tagName} ${element.getAttribute('tabindex')} ${element.querySelector(focusable) !== null}`,
        element,
      )
  }
  // axe cannot check content behind an open dialog.
  visit([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body)
  Object.assign(window, { looksOf: looks })
  return { looks: [...looks.keys()], unsure }
}
