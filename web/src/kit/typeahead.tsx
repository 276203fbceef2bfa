import { lazy, Suspense } from 'react'
import { Field } from './field.tsx'
import { useHydrated } from './hydration.tsx'
import type { TypeaheadProps } from './typeahead-combobox.tsx'

const Combobox = lazy(() => import('./typeahead-combobox.tsx')) as unknown as <Option>(
  props: TypeaheadProps<Option>,
) => React.ReactElement

/** Loaded only where a screen has one: the library behind it is no part of the first download. */
export function Typeahead<Option>(props: TypeaheadProps<Option>) {
  const placeholder = <Placeholder {...props} />
  // The page's HTML is made without it.
  if (!useHydrated()) return placeholder
  return (
    <Suspense fallback={placeholder}>
      <Combobox {...props} />
    </Suspense>
  )
}

/** Its label, what it asks for, what is wrong with it and its room are there from the start. */
const Placeholder = <Option,>({ name, label, hint, error }: TypeaheadProps<Option>) => (
  <Field id={name} label={label} hint={hint} error={error}>
    <input id={name} className="input" aria-busy disabled />
  </Field>
)
