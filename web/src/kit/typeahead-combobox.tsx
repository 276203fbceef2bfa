import { useCombobox } from 'downshift'
import { useEffect, useEffectEvent, useState } from 'react'
import { Field, useField } from './field.tsx'

const TYPING_PAUSE_MS = 200

/** What the list offers for the wanted text, after a pause so that fast typing asks once. */
function useOptions<Option>({ loadOptions, maxOptions = 20, minLength = 1 }: TypeaheadProps<Option>) {
  const [options, setOptions] = useState<Option[]>([])
  /** Something was typed that nothing fits: without a word, what was typed would just vanish on leaving the field. */
  const [noMatch, setNoMatch] = useState(false)
  const [wanted, setWanted] = useState<{ text: string; pause: number }>()
  const load = useEffectEvent(async (text: string) => (text.length >= minLength ? await loadOptions(text) : []))
  const show = useEffectEvent((text: string, found: readonly Option[]) => {
    setOptions(found.slice(0, maxOptions))
    setNoMatch(found.length === 0 && text.trim() !== '' && text.length >= minLength)
  })
  useEffect(() => {
    if (!wanted) return
    let current = true
    const timer = setTimeout(async () => {
      const found = await load(wanted.text)
      if (current) show(wanted.text, found)
    }, wanted.pause)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [wanted])
  return { options, setOptions, noMatch, setNoMatch, setWanted }
}

/** The input is left uncontrolled: downshift and fast typing disagree otherwise. */
function useList<Option>(inputId: string, props: TypeaheadProps<Option>) {
  const { options, setOptions, noMatch, setNoMatch, setWanted } = useOptions(props)
  const textOf = (option: Option | null) => (option === null ? '' : props.optionText(option))
  const combobox = useCombobox<Option>({
    items: options,
    inputId,
    itemToString: textOf,
    onInputValueChange: ({ inputValue, type }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) setWanted({ text: inputValue, pause: TYPING_PAUSE_MS })
    },
    // Loaded anew each time it opens: what can be offered may have changed since, and a list left from an earlier
    // word would hide the rest.
    onIsOpenChange: ({ isOpen, type }) => {
      setNoMatch(false)
      if (!isOpen) setOptions([])
      else if (type !== useCombobox.stateChangeTypes.InputChange) setWanted({ text: '', pause: 0 })
    },
    // What was typed and not chosen does not stay in the field looking like a choice.
    stateReducer: (state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur
        ? { ...changes, inputValue: textOf(changes.selectedItem ?? state.selectedItem) }
        : changes,
    onSelectedItemChange: ({ selectedItem }) => props.onSelect(selectedItem ?? null),
    ...(props.initial === undefined ? {} : { initialSelectedItem: props.initial }),
  })
  return { combobox, options, noMatch }
}

export default function TypeaheadCombobox<Option>(props: TypeaheadProps<Option>) {
  const { label, hint, error, name, optionText } = props
  const { frame, control } = useField({ label, hint, error, name })
  const { combobox, options, noMatch } = useList(control.id, props)
  return (
    <Field {...frame}>
      <div className="combo">
        <input
          className="input"
          type="text"
          {...combobox.getInputProps({
            'aria-describedby': control['aria-describedby'],
            'aria-invalid': control['aria-invalid'],
            'aria-labelledby': undefined,
          })}
        />
        <ul className="options" {...combobox.getMenuProps({ 'aria-label': `${label}: options` })}>
          {combobox.isOpen &&
            options.map((option, index) => (
              <li key={optionText(option)} {...combobox.getItemProps({ item: option, index })}>
                {optionText(option)}
              </li>
            ))}
        </ul>
        <span className="soft small" role="status">
          {noMatch && 'Nothing in the list matches.'}
        </span>
      </div>
    </Field>
  )
}

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
