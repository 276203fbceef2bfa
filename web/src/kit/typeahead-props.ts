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
