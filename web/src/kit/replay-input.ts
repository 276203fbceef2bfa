export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type EarlyInput = { value: string; checked: boolean }

/** Tells the page what was typed and pressed before it worked, as if it happened now. */
export function replayInput(fields: readonly Field[], pressed: HTMLElement | null): void {
  for (const field of fields) replayField(field, readEarlyInput(field))
  // Once the forms have what was typed.
  setTimeout(() => {
    delete pressed?.dataset.pressed
    pressed?.click()
  })
}

/** What was kept goes before what stands there: a form may have put its own value back. */
const readEarlyInput = (field: Field): EarlyInput => {
  const kept: EarlyInput | undefined = Object(field).typed
  return kept ?? { value: field.value, checked: 'checked' in field && field.checked }
}

function replayField(field: Field, { value, checked }: EarlyInput): void {
  // A part of a page that is still to be taken over is so at once when something happens in it.
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
  // React hears of a text only when it is another one than it has seen, and it sees what is set on the field itself.
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  dispatch(field, 'input')
}
