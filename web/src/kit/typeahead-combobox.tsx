import { useCombobox } from 'downshift'
import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { Field, useField } from './field.tsx'

const TYPING_PAUSE_MS = 200

/** Options for the typed text, loaded after a pause in typing. */
function useOptions<Option>({ loadOptions, maxOptions = 20, minLength = 1 }: TypeaheadProps<Option>) {
  const [options, setOptions] = useState<Option[]>([])
  /** Nothing matches. Says so, because unmatched text vanishes when the field loses focus. */
  const [noMatch, setNoMatch] = useState(false)
  const [search, setSearch] = useState<{ text: string; pause: number }>()
  const load = useEffectEvent(async (text: string) => (text.length >= minLength ? await loadOptions(text) : []))
  const show = useEffectEvent((text: string, found: readonly Option[]) => {
    setOptions(found.slice(0, maxOptions))
    setNoMatch(found.length === 0 && text.trim() !== '' && text.length >= minLength)
  })
  useEffect(() => {
    if (!search) return
    let current = true
    const timer = setTimeout(async () => {
      const found = await load(search.text)
      if (current) show(search.text, found)
    }, search.pause)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [search])
  return { options, setOptions, noMatch, setNoMatch, setSearch }
}

const { InputBlur, InputChange, InputClick } = useCombobox.stateChangeTypes

/** The input is uncontrolled, because a controlled one loses characters with downshift. */
function useList<Option>(inputId: string, props: TypeaheadProps<Option>) {
  const { options, setOptions, noMatch, setNoMatch, setSearch } = useOptions(props)
  const textOf = (option: Option | null) => (option === null ? '' : props.optionText(option))
  const keepsText = props.unlisted !== undefined
  const combobox = useCombobox<Option>({
    items: options,
    inputId,
    itemToString: textOf,
    onInputValueChange: ({ inputValue, type }) => {
      if (type === InputChange) setSearch({ text: inputValue, pause: TYPING_PAUSE_MS })
    },
    // Reload on every opening: options may have changed, and old matches would hide the rest.
    onIsOpenChange: ({ isOpen, type }) => {
      setNoMatch(false)
      if (!isOpen) setOptions([])
      else if (type !== InputChange) setSearch({ text: '', pause: 0 })
    },
    stateReducer: (state, { type, changes }) => {
      // The click that focused the field has already opened the list.
      if (type === InputClick && opensOnFocus(props)) return { ...changes, isOpen: true }
      if (type === InputChange && keepsText) return { ...changes, selectedItem: null }
      // Unmatched text must not stay and look like a choice, unless the field explains it.
      if (type === InputBlur && !keepsText)
        return { ...changes, inputValue: textOf(changes.selectedItem ?? state.selectedItem) }
      return changes
    },
    onSelectedItemChange: ({ selectedItem }) => props.onSelect(selectedItem ?? null),
    ...(props.initial === undefined ? {} : { initialSelectedItem: props.initial }),
  })
  /** Selects an option that was typed exactly. Loads again, because the list may have come late. */
  const chooseTyped = async () => {
    const typed = combobox.inputValue.trim().toLowerCase()
    if (!keepsText || typed === '' || combobox.selectedItem !== null) return
    const found = await props.loadOptions(combobox.inputValue)
    const same = found.find((option) => props.optionText(option).toLowerCase() === typed)
    if (same !== undefined) combobox.selectItem(same)
  }
  /** With a highlighted option, Enter selects that one. */
  const chooseOnEnter = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && combobox.highlightedIndex < 0) void chooseTyped()
  }
  const isUnlisted = keepsText && combobox.inputValue.trim() !== '' && combobox.selectedItem === null
  const explained = isUnlisted ? props.unlisted?.(combobox.inputValue) : undefined
  return { combobox, options, noMatch: noMatch && !keepsText, explained, chooseTyped, chooseOnEnter }
}

/** A list that shows options before typing opens like a select field. */
const opensOnFocus = <Option,>({ minLength }: TypeaheadProps<Option>): boolean => minLength === 0

/** Without a highlighted option, the library sets an empty id. */
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
  /** Defaults: 20 options, one typed character (behaviour 5.15). */
  maxOptions?: number
  minLength?: number
  loadOptions: (typed: string) => Promise<readonly Option[]>
  optionText: (option: Option) => string
  onSelect: (option: Option | null) => void
  /** Explains text that is not in the list. The text then stays in the field. */
  unlisted?: (typed: string) => string
  initial?: Option
}
