export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type EarlyInput = { value: string; checked: boolean }

/** Replays input and a click from before hydration. */
export function replayInput(fields: readonly Field[], pressed: HTMLElement | null): void {
  for (const field of fields) replayField(field, readEarlyInput(field))
  // After the forms have processed the input.
  setTimeout(() => {
    delete pressed?.dataset.pressed
    pressed?.click()
  })
}

/** Recorded input wins: a form may have reset the field's value. */
const readEarlyInput = (field: Field): EarlyInput => {
  const recorded: EarlyInput | undefined = Object(field).typed
  return recorded ?? { value: field.value, checked: 'checked' in field && field.checked }
}

function replayField(field: Field, { value, checked }: EarlyInput): void {
  // An event makes React hydrate this part of the page at once.
  dispatch(field, 'mouseup')
  if (field.type === 'file') dispatch(field, 'change')
  else if (field instanceof HTMLSelectElement) {
    field.value = value
    dispatch(field, 'change')
  } else if (field instanceof HTMLInputElement && CHECKABLE.includes(field.type)) {
    field.checked = !checked
    field.click()
  } else replayText(field, value)
}

const CHECKABLE = ['checkbox', 'radio']

const dispatch = (field: Field, type: string) => field.dispatchEvent(new Event(type, { bubbles: true }))

function replayText(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  // React ignores an input event if the value is unchanged, and it tracks values set on the element itself.
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  dispatch(field, 'input')
}
