/** Errors of a form: field → text, in screen order. */
export type FormErrors<Field extends string = string> = Partial<Record<Field, string>>

/** Keeps only the fields that have a problem. */
export function collectErrors<Field extends string>(
  problems: Partial<Record<Field, string | false | undefined>>,
): FormErrors<Field> {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem)) as FormErrors<Field>
}
