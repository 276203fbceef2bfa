/** What is wrong with a form: field → the text to show there, in the order of the screen. */
export type FormErrors<Field extends string = string> = Partial<Record<Field, string>>

/** Only the fields that have a problem. */
export function collectErrors<Field extends string>(
  problems: Partial<Record<Field, string | false | undefined>>,
): FormErrors<Field> {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem)) as FormErrors<Field>
}
