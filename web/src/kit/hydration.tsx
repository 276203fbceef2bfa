import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

/**
 * A page whose first screen is in its HTML is seen, and typed into, before it works. Until then its buttons are off,
 * so that no press is lost, and what was typed is handed over afterwards: forms begin with what they hold themselves.
 */
const WorksContext = createContext(true)

/** Whether the page does what its buttons say by now. */
export const useWorks = (): boolean => useContext(WorksContext)

type Typed = { handOver: () => void }

/** Notes what is typed into a page from now on, and what was already. */
export function watchTyping(page: HTMLElement): Typed {
  const typed = new Map<HTMLInputElement, string>()
  const note = (field: unknown) => {
    if (field instanceof HTMLInputElement) typed.set(field, field.value)
  }
  const onInput = (event: Event) => note(event.target)
  for (const field of page.querySelectorAll('input')) if (field.value !== field.defaultValue) note(field)
  page.addEventListener('input', onInput, { capture: true })
  return {
    handOver: () => {
      page.removeEventListener('input', onInput, { capture: true })
      for (const [field, value] of typed) typeInto(field, value)
    },
  }
}

/** React hears of it only when the value is another one than it set itself. */
function typeInto(field: HTMLInputElement, value: string): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Around everything on a page that came with its first screen. */
export function Hydration({ typed, children }: { typed?: Typed; children: ReactNode }) {
  const [works, setWorks] = useState(false)
  useEffect(() => {
    typed?.handOver()
    setWorks(true)
  }, [typed])
  return <WorksContext value={works}>{children}</WorksContext>
}
