import { useEffect, useSyncExternalStore } from 'react'

/**
 * A page whose first screen is in its HTML is seen, typed into and pressed before it works. What was typed and pressed
 * until then (web/public/content/early.js) is handed over afterwards: forms begin with what they hold themselves. A form
 * that is posted, a link and a menu need no code of the page and go their own way.
 */

const watchNothing = () => () => {}

/** Whether the browser has the page, and not the HTML it came as. */
export const useWorks = (): boolean =>
  useSyncExternalStore(
    watchNothing,
    () => true,
    () => false,
  )

/** Stands behind everything else on a page, so that it is the last to be taken over. */
export function TakenOver({ root }: { root?: HTMLElement | undefined }) {
  useEffect(() => {
    // Not now: while React is at work, nothing that happens in the page makes it go on.
    if (root) setTimeout(() => handOver(root))
  }, [root])
  return null
}

function handOver(root: HTMLElement): void {
  for (const field of root.querySelectorAll('input')) if (field.value !== field.defaultValue) typeAgain(field)
  // Once the forms have what was typed.
  setTimeout(() => {
    document.documentElement.dataset.works = ''
    const pressed = root.querySelector<HTMLElement>('[data-pressed]')
    delete pressed?.dataset.pressed
    pressed?.click()
  })
}

function typeAgain(field: HTMLInputElement): void {
  const { value } = field
  // A part of a page that is still to be taken over is so at once when something happens in it.
  field.dispatchEvent(new Event('mouseup', { bubbles: true }))
  // React hears of a text only when it is another one than it has seen, and it sees what is set on the field itself.
  field.value = ''
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
