import { lazy, Suspense } from 'react'
import { Field } from './field.tsx'
import type { TypeaheadProps } from './typeahead-combobox.tsx'
import { Skeleton } from './waiting.tsx'

const Combobox = lazy(() => import('./typeahead-combobox.tsx')) as unknown as <Option>(
  props: TypeaheadProps<Option>,
) => React.ReactElement

/** Loaded only where a screen has one: the library behind it is no part of the first download. */
export function Typeahead<Option>(props: TypeaheadProps<Option>) {
  return (
    <Suspense fallback={<Coming {...props} />}>
      <Combobox {...props} />
    </Suspense>
  )
}

/** Its label and what is wrong with it are there from the start. */
const Coming = <Option,>({ name, label, error }: TypeaheadProps<Option>) => (
  <Field id={name} label={label} error={error}>
    <Skeleton lines={1} label={`Loading ${label}`} />
  </Field>
)
