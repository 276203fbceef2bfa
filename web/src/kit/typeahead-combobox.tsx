import { useCombobox } from 'downshift'
import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
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

const { InputBlur, InputChange, InputClick } = useCombobox.stateChangeTypes

/** The input is left uncontrolled: downshift and fast typing disagree otherwise. */
function useList<Option>(inputId: string, props: TypeaheadProps<Option>) {
  const { options, setOptions, noMatch, setNoMatch, setWanted } = useOptions(props)
  const textOf = (option: Option | null) => (option === null ? '' : props.optionText(option))
  const keepsText = props.unlisted !== undefined
  const combobox = useCombobox<Option>({
    items: options,
    inputId,
    itemToString: textOf,
    onInputValueChange: ({ inputValue, type }) => {
      if (type === InputChange) setWanted({ text: inputValue, pause: TYPING_PAUSE_MS })
    },
    // Loaded anew each time it opens: what can be offered may have changed since, and a list left from an earlier
    // word would hide the rest.
    onIsOpenChange: ({ isOpen, type }) => {
      setNoMatch(false)
      if (!isOpen) setOptions([])
      else if (type !== InputChange) setWanted({ text: '', pause: 0 })
    },
    stateReducer: (state, { type, changes }) => {
      // The press that gave the field its focus has opened the list already.
      if (type === InputClick && opensOnFocus(props)) return { ...changes, isOpen: true }
      if (type === InputChange && keepsText) return { ...changes, selectedItem: null }
      // Unless it can be explained, what was typed and not chosen does not stay in the field looking like a choice.
      if (type === InputBlur && !keepsText)
        return { ...changes, inputValue: textOf(changes.selectedItem ?? state.selectedItem) }
      return changes
    },
    onSelectedItemChange: ({ selectedItem }) => props.onSelect(selectedItem ?? null),
    ...(props.initial === undefined ? {} : { initialSelectedItem: props.initial }),
  })
  /** What was typed as it stands in the list is chosen; asked for anew, for the list may have come late. */
  const chooseTyped = async () => {
    const typed = combobox.inputValue.trim().toLowerCase()
    if (!keepsText || typed === '' || combobox.selectedItem !== null) return
    const found = await props.loadOptions(combobox.inputValue)
    const same = found.find((option) => props.optionText(option).toLowerCase() === typed)
    if (same !== undefined) combobox.selectItem(same)
  }
  /** With an option highlighted Enter chooses that one. */
  const chooseOnEnter = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && combobox.highlightedIndex < 0) void chooseTyped()
  }
  const isUnlisted = keepsText && combobox.inputValue.trim() !== '' && combobox.selectedItem === null
  const explained = isUnlisted ? props.unlisted?.(combobox.inputValue) : undefined
  return { combobox, options, noMatch: noMatch && !keepsText, explained, chooseTyped, chooseOnEnter }
}

/** A list that offers something before anything is typed looks and acts like one. */
const opensOnFocus = <Option,>({ minLength }: TypeaheadProps<Option>): boolean => minLength === 0

/** As long as no option is highlighted the library names one without an id. */
const withoutEmptyReference = (props: InputHTMLAttributes<HTMLInputElement>) => ({
  ...props,
  'aria-activedescendant': props['aria-activedescendant'] || undefined,
})

export default function TypeaheadCombobox<Option>(props: TypeaheadProps<Option>) {
  const { label, hint, name, optionText } = props
  const { combobox, options, noMatch, explained, chooseTyped, chooseOnEnter } = useList(name, props)
  const error = props.error && (explained ?? props.error)
  const { frame, control } = useField({ label, hint, error, name })
  const isList = opensOnFocus(props)
  return (
    <Field {...frame}>
      <div className="combo">
        <input
          className="input"
          type="text"
          {...withoutEmptyReference(
            combobox.getInputProps({
              'aria-describedby': control['aria-describedby'],
              'aria-invalid': control['aria-invalid'],
              'aria-labelledby': undefined,
              onFocus: () => isList && combobox.openMenu(),
              onBlur: () => void chooseTyped(),
              onKeyDown: chooseOnEnter,
            }),
          )}
        />
        {isList && (
          <button type="button" className="arrow" {...combobox.getToggleButtonProps({ 'aria-label': `Open ${label}` })}>
            <span aria-hidden="true">▾</span>
          </button>
        )}
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
          {!error && explained}
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
  /** What is said of text that is not in the list: it then stays as it was typed. */
  unlisted?: (typed: string) => string
  initial?: Option
}
