/**
 * Runs in the page. Finds faults that the Nu checker once reported and axe does not, without needing Java. `npm run
 * bench -- markup` runs the checker itself.
 */
export function findMarkupFaults(): string[] {
  const all = [...document.querySelectorAll<HTMLElement>('*')].filter((element) => !element.closest('altcha-widget'))
  const describe = (element: Element) => element.outerHTML.slice(0, 160)
  const ids = all.flatMap(({ id }) => id || [])
  const references = ['for', 'aria-activedescendant', 'aria-controls', 'aria-describedby', 'aria-labelledby']
  const isEmptyReference = (element: Element) => references.some((name) => element.getAttribute(name)?.trim() === '')
  const labelsNothing = (element: Element) =>
    element instanceof HTMLLabelElement && element.htmlFor !== '' && element.control === null
  const lacksHeading = (element: Element) =>
    element.localName === 'section' && element.querySelector('h1, h2, h3, h4, h5, h6') === null
  const speaksInHeading = (element: Element) =>
    element.matches(':is(h1, h2, h3, h4, h5, h6) :is([role="status"], [role="alert"])')
  const isUnknownHint = (element: Element) =>
    element.hasAttribute('passwordrules') ||
    (element.matches('[type="tel"]') && /^tel-/.test(element.getAttribute('autocomplete') ?? ''))
  const rules = { isEmptyReference, labelsNothing, lacksHeading, speaksInHeading, isUnknownHint }
  return [
    ...new Set(ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `twice the id ${id}`)),
    ...Object.entries(rules).flatMap(([rule, breaks]) =>
      all.filter(breaks).map((element) => `${rule}: ${describe(element)}`),
    ),
  ]
}
