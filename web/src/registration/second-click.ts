import type { WizardStore } from './wizard-store.ts'

/**
 * A double click that moves on presses once more on whatever the next screen has under the pointer: a group would be
 * unchecked, a question answered. That second press was meant for the screen before and is let fall.
 */
export function ignoreSecondClick(store: WizardStore): () => void {
  const shown = () => `${store.current().route} ${store.current().popup}`
  let pressedOn = shown()
  const onClick = (event: MouseEvent) => {
    if (event.detail <= 1) pressedOn = shown()
    else if (pressedOn !== shown()) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  document.addEventListener('click', onClick, { capture: true })
  return () => document.removeEventListener('click', onClick, { capture: true })
}
