import { lazy, Suspense } from 'react'
import type { TypeaheadProps } from './typeahead-combobox.tsx'
import { Skeleton } from './waiting.tsx'

const Combobox = lazy(() => import('./typeahead-combobox.tsx')) as unknown as <Option>(
  props: TypeaheadProps<Option>,
) => React.ReactElement

/** Loaded only where a screen has one: the library behind it is no part of the first download. */
export function Typeahead<Option>(props: TypeaheadProps<Option>) {
  return (
    <Suspense fallback={<Skeleton lines={2} label={`Loading ${props.label}`} />}>
      <Combobox {...props} />
    </Suspense>
  )
}
