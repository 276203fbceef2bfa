import { lazy, Suspense } from 'react'
import { Field } from './field.tsx'
import { useHydrated } from './hydration.tsx'
import type { TypeaheadProps } from './typeahead-combobox.tsx'

const Combobox = lazy(() => import('./typeahead-combobox.tsx')) as unknown as <Option>(
  props: TypeaheadProps<Option>,
) => React.ReactElement

/** Loaded only on screens that use it, to keep the library out of the first download. */
export function Typeahead<Option>(props: TypeaheadProps<Option>) {
  const placeholder = <Placeholder {...props} />
  // The server renders only the placeholder.
  if (!useHydrated()) return placeholder
  return (
    <Suspense fallback={placeholder}>
      <Combobox {...props} />
    </Suspense>
  )
}

/** Keeps label, hint, error and space while loading. */
const Placeholder = <Option,>({ name, label, hint, error }: TypeaheadProps<Option>) => (
  <Field id={name} label={label} hint={hint} error={error}>
    <input id={name} className="input" aria-busy disabled />
  </Field>
)
