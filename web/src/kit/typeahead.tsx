import { lazy, Suspense } from 'react'
import { Skeleton } from './waiting.tsx'

export type TypeaheadProps<Option> = {
  label: string
  name: string
  hint?: string
  error?: string | undefined
  /** Up to 20 options and one character typed, unless told otherwise (behaviour 5.15). */
  maxOptions?: number
  minLength?: number
  loadOptions: (typed: string) => Promise<readonly Option[]>
  optionText: (option: Option) => string
  onSelect: (option: Option | null) => void
  initial?: Option
}

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
