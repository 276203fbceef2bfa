import type { WizardStore } from './wizard-store.ts'

/**
 * Ignores the second click of a double click if the first one changed the screen. Otherwise it would hit what the next
 * screen has under the pointer, for example uncheck a group.
 */
export function ignoreSecondClick(store: WizardStore): () => void {
  const shown = () => `${store.current().route} ${store.current().popup}`
  let clickedOn = shown()
  const onClick = (event: MouseEvent) => {
    if (event.detail <= 1) clickedOn = shown()
    else if (clickedOn !== shown()) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  document.addEventListener('click', onClick, { capture: true })
  return () => document.removeEventListener('click', onClick, { capture: true })
}
