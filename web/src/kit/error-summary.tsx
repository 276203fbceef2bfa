import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** `id` is the id of the invalid control. Without it, the message is not a link. */
export type SummaryError = { id?: string; message: string }

type ErrorSummaryProps = {
  /** 'Please correct error(s) in red.' in the wizard. */
  heading: string
  errors: readonly SummaryError[]
  /** Each change moves the focus here if there are errors. Pass react-hook-form's `submitCount`. */
  attempt: number
}

/** Lists a form's errors as links and takes the focus. */
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
 * A message starts with its field's label if it is ambiguous: several fields have the same message, or it is a single
 * word ('Required.').
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
  // Read the label itself: the control of a combobox may not be loaded yet.
  const label = document.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent
  const name = [group, label].filter(Boolean).join(', ')
  return name && `${name}: `
}

/** Focuses the control without adding a fragment to the wizard's history. */
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
