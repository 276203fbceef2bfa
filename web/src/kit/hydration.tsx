import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

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

/** What stood in the HTML is the browser's own page by now. */
export const isTakenOver = (): boolean => !import.meta.env.SSR && 'works' in document.documentElement.dataset

/** Stands behind everything else on a page, so that it is the last to be taken over. */
export function TakenOver({ root }: { root?: HTMLElement | undefined }) {
  useEffect(() => {
    // Not now: while React is at work, nothing that happens in the page makes it go on.
    if (root) whenAllIsThere(() => setTimeout(() => handOver(root)))
  }, [root])
  return null
}

/** Parts of a page that are taken over, or come, after the rest of it: the page works when they do. */
type Part = { isThere: boolean }
const awaited = new Set<Part>()
let goOn: (() => void) | undefined

function whenAllIsThere(then: () => void): void {
  goOn = then
  waitNoLonger()
}

function waitNoLonger(part?: Part): void {
  if (part) awaited.delete(part)
  if (awaited.size > 0) return
  goOn?.()
  goOn = undefined
}

/** What comes in a file of its own. */
export function LaterPart({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const part = useRef<Part>({ isThere: false }).current
  useLayoutEffect(() => {
    if (!part.isThere) awaited.add(part)
    return () => waitNoLonger(part)
  }, [part])
  return (
    <Suspense fallback={fallback}>
      {children}
      <IsThere part={part} />
    </Suspense>
  )
}

function IsThere({ part }: { part: Part }) {
  useEffect(() => {
    part.isThere = true
    waitNoLonger(part)
  }, [part])
  return null
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Typed = { value: string; checked: boolean }

function handOver(root: HTMLElement): void {
  document.documentElement.dataset.works = ''
  for (const field of root.querySelectorAll<Field>('input, select, textarea')) {
    const typed = findTyped(field)
    if (typed) typeAgain(field, typed)
  }
  // Once the forms have what was typed.
  setTimeout(() => {
    const pressed = root.querySelector<HTMLElement>('[data-pressed]')
    delete pressed?.dataset.pressed
    pressed?.click()
  })
}

/** What early.js has kept, for a form may have put its own value back; or what the browser remembered of the field. */
function findTyped(field: Field): Typed | undefined {
  const kept: Typed | undefined = Object(field).typed
  if (kept || !(field instanceof HTMLInputElement)) return kept
  return field.value === field.defaultValue ? undefined : { value: field.value, checked: field.checked }
}

function typeAgain(field: Field, { value, checked }: Typed): void {
  // A part of a page that is still to be taken over is so at once when something happens in it.
  tell(field, 'mouseup')
  if (field.type === 'file') tell(field, 'change')
  else if (field instanceof HTMLSelectElement) {
    field.value = value
    tell(field, 'change')
  } else if (field instanceof HTMLInputElement && TICKED.includes(field.type)) {
    field.checked = !checked
    field.click()
  } else writeAgain(field, value)
}

const TICKED = ['checkbox', 'radio']

const tell = (field: Field, what: string) => field.dispatchEvent(new Event(what, { bubbles: true }))

function writeAgain(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  // React hears of a text only when it is another one than it has seen, and it sees what is set on the field itself.
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  tell(field, 'input')
}
