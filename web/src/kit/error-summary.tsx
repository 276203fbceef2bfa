import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** `id` is the id of the control the error belongs to; without it the message stands alone. */
export type SummaryError = { id?: string; message: string }

type ErrorSummaryProps = {
  /** 'Please correct error(s) in red.' on the wizard's screens. */
  heading: string
  errors: readonly SummaryError[]
  /** Focus moves here each time this changes while there are errors: pass react-hook-form's `submitCount`. */
  attempt: number
}

/** On top of a form that was sent with errors: says so, lists them as links, takes focus. */
export function ErrorSummary({ heading, errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const shown = errors.length > 0
  useEffect(() => {
    if (attempt > 0 && shown) box.current?.focus()
  }, [attempt, shown])
  const names = useFieldNames(errors)
  if (!shown) return null
  return (
    <div className="note bad" ref={box} tabIndex={-1}>
      <div role="alert">
        <h2>{heading}</h2>
        <ul>
          {errors.map((error) => (
            <li key={`${error.id}${error.message}`}>
              {error.id ? (
                <SummaryLink id={error.id} message={`${names[error.id] ?? ''}${error.message}`} />
              ) : (
                error.message
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const NO_NAMES: Record<string, string> = {}

/**
 * A line begins with its field's name, taken from its label, where the text alone does not tell which field it means:
 * several fields say the same, or it is a single word ('Required.').
 */
function useFieldNames(errors: readonly SummaryError[]): Record<string, string> {
  const [names, setNames] = useState(NO_NAMES)
  const texts = errors.map((error) => error.message)
  const unclear = (text: string) => !text.includes(' ') || texts.filter((other) => other === text).length > 1
  const key = errors.flatMap((error) => (error.id && unclear(error.message) ? [error.id] : [])).join(' ')
  useLayoutEffect(() => {
    setNames(key === '' ? NO_NAMES : Object.fromEntries(key.split(' ').map((id) => [id, nameOfField(id)])))
  }, [key])
  return names
}

function nameOfField(id: string): string {
  const control = document.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`)
  const group = control?.closest('fieldset')?.querySelector('legend:not(.visually-hidden)')?.textContent
  // Asked of the label itself: the control of a list may still be on its way.
  const label = document.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent
  const name = [group, label].filter(Boolean).join(', ')
  return name && `${name}: `
}

/** Focuses the control itself, so the wizard's history stays untouched by fragments. */
function SummaryLink({ id, message }: { id: string; message: string }) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault()
        const control = document.getElementById(id)
        control?.scrollIntoView({ block: 'center' })
        control?.focus({ preventScroll: true })
      }}
    >
      {message}
    </a>
  )
}
