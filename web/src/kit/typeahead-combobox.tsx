import { useCombobox } from 'downshift'
import { useEffect, useRef, useState } from 'react'
import { Field, useFieldIds } from './field.tsx'
import type { TypeaheadProps } from './typeahead-props.ts'

const TYPING_PAUSE_MS = 200

/** The combobox itself. The input is left uncontrolled: downshift and fast typing disagree otherwise. */
export default function TypeaheadCombobox<Option>(props: TypeaheadProps<Option>) {
  const { label, hint, error, name, minLength = 1, maxOptions = 20, loadOptions, onSelect } = props
  const [options, setOptions] = useState<Option[]>([])
  /** Something was typed that nothing fits: without a word, what was typed would just vanish on leaving the field. */
  const [noMatch, setNoMatch] = useState(false)
  const [wanted, setWanted] = useState<{ text: string; pause: number }>()
  const ids = useFieldIds(name, { label, hint, error })
  const latest = useRef({ loadOptions, maxOptions, minLength })
  latest.current = { loadOptions, maxOptions, minLength }

  useEffect(() => {
    if (!wanted) return
    let current = true
    const timer = setTimeout(async () => {
      const { loadOptions: load, maxOptions: most, minLength: least } = latest.current
      const found = wanted.text.length >= least ? await load(wanted.text) : []
      if (!current) return
      setOptions(found.slice(0, most))
      setNoMatch(found.length === 0 && wanted.text.trim() !== '' && wanted.text.length >= least)
    }, wanted.pause)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [wanted])

  const textOf = (option: Option | null) => (option === null ? '' : props.optionText(option))
  const combobox = useCombobox<Option>({
    items: options,
    inputId: ids.control,
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
    onSelectedItemChange: ({ selectedItem }) => onSelect(selectedItem ?? null),
    ...(props.initial === undefined ? {} : { initialSelectedItem: props.initial }),
  })

  return (
    <Field label={label} hint={hint} error={error} ids={ids}>
      <div className="combo">
        <input
          className="input"
          type="text"
          {...combobox.getInputProps({
            'aria-describedby': ids.describedBy,
            'aria-invalid': ids.invalid,
            'aria-labelledby': undefined,
          })}
        />
        <ul className="options" {...combobox.getMenuProps({ 'aria-label': `${label}: options` })}>
          {combobox.isOpen &&
            options.map((option, index) => (
              <li key={props.optionText(option)} {...combobox.getItemProps({ item: option, index })}>
                {props.optionText(option)}
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
