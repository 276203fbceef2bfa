export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Typed = { value: string; checked: boolean }

/** Tells the page what was typed and pressed before it worked, as if it happened now. */
export function repeat(fields: readonly Field[], pressed: HTMLElement | null): void {
  for (const field of fields) typeAgain(field, findTyped(field))
  // Once the forms have what was typed.
  setTimeout(() => {
    delete pressed?.dataset.pressed
    pressed?.click()
  })
}

/** What was kept goes before what stands there: a form may have put its own value back. */
const findTyped = (field: Field): Typed => {
  const kept: Typed | undefined = Object(field).typed
  return kept ?? { value: field.value, checked: 'checked' in field && field.checked }
}

function typeAgain(field: Field, { value, checked }: Typed): void {
  // A part of a page that is still to be taken over is so at once when something happens in it.
  tell(field, 'mouseup')
  if (field.type === 'file') tell(field, 'change')
  else if (field instanceof HTMLSelectElement) {
    field.value = value
    tell(field, 'change')
  } else if (field instanceof HTMLInputElement && TICKED.includes(field.type)) {
    field.checked = !checked
    field.click()
  } else writeAgain(field, value)
}

const TICKED = ['checkbox', 'radio']

const tell = (field: Field, what: string) => field.dispatchEvent(new Event(what, { bubbles: true }))

function writeAgain(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  // React hears of a text only when it is another one than it has seen, and it sees what is set on the field itself.
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  tell(field, 'input')
}
