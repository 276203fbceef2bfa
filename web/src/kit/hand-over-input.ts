/**
 * Hands input from before hydration to React. No input is lost, doubled or reordered:
 *
 * - Until the commit that hydrates a field, only the field holds its input.
 * - The commit calls this function before anything can overwrite a field. The commit and its microtasks are one task,
 *   so that no input comes between them.
 * - Afterwards React receives every event.
 */
export function handOverInput(): void {
  const fields = document.querySelectorAll<Field>('input, select, textarea')
  const handOvers = [...fields].filter(isEdited).map(keepInput)
  queueMicrotask(() => {
    for (const handOver of handOvers) handOver()
  })
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Remembers the field's input. Returns a function that hands it over. */
function keepInput(field: HTMLInputElement): () => void {
  const { value, checked, defaultChecked, selectionStart, selectionEnd } = field
  const isCheckable = field.type === 'checkbox' || field.type === 'radio'
  // react-hook-form reads such a field. It would clear a date typed in part, which has no value to restore.
  field.defaultChecked = true
  return () => {
    field.defaultChecked = defaultChecked
    // Rendering the input of another field has reset this one.
    if (isCheckable) field.checked = checked
    else if (field.value !== value) {
      field.value = value
      if (selectionStart) field.setSelectionRange(selectionStart, selectionEnd)
    }
    // React ignores an event if it knows the value.
    Object(field)._valueTracker?.setValue('')
    for (const type of isCheckable ? ['click'] : ['input', 'change']) {
      field.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }
}

/** Typed, chosen or restored by the browser. */
function isEdited(field: Field): field is HTMLInputElement {
  if (field instanceof HTMLSelectElement) {
    const initial = [...field.options].find((option) => option.defaultSelected) ?? field.options[0]
    return initial?.selected === false
  }
  const { type, value, checked, defaultValue, defaultChecked, validity }: HTMLInputElement = Object(field)
  if (type === 'radio') return checked && !defaultChecked
  if (type === 'checkbox') return checked !== defaultChecked
  return value !== defaultValue || validity.badInput
}
